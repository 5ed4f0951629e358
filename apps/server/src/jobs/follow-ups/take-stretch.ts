/**
 * Does a bounded part of a step inside one transaction: values or records from a place on, so that no statement grows with a space.
 */
import type { EntityType } from '@headwater/catalog';
import { everyField } from '../../computed/derived/recomputation-passes.js';
import { wantRecomputation } from '../../computed/derived/want-recomputation.js';
import { keepers } from '../../metadata/custom-entities/kind-of.js';
import { ownedRows } from '../../records/write/owned-rows.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import { KeptWriteCompiler } from '../../sql/custom-values/compile-kept-write.js';
import { customLayout } from '../../sql/custom-values/custom-layout.js';
import { type KeptValue, keptValues } from '../../sql/custom-values/kept-value.js';
import { FollowUpCompiler } from '../../sql/write/compile-follow-ups.js';
import { RowCompiler, type RowsOf } from '../../sql/write/compile-rows.js';
import type { Step } from './follow-up.js';

/** Values or records of one stretch. */
export const maxRecords = 1_000;

export interface Stretch {
  /** Values or records that were looked at. */
  readonly count: number;
  /** Id of the last one; null when there are no more. */
  readonly last: string | null;
}

/** Another transaction is writing some of the records, and must not be waited for: nothing was done. */
export const blocked = 'blocked';
type Blocked = typeof blocked;

/** @param after the id behind which the stretch begins; null: at the first record */
export async function takeStretch(effects: WriteEffects, step: Step, after: string | null): Promise<Stretch | Blocked> {
  const walk = new StepWalk(effects);
  switch (step.do) {
    case 'hold':
    case 'release':
    case 'release-deleted':
      return walk.changeHeld(step, after);
    case 'forget':
      return walk.forget(step, after);
    case 'forget-rows':
      return walk.forgetRows(step, after);
    case 'delete':
      return walk.deleteRecords(step, after);
    case 'restore':
      return walk.restoreRecords(step, after);
  }
}

/** @returns how many values or records a step comes to */
export async function countStep({ catalog, dialect, transaction, space }: WriteEffects, step: Step): Promise<number> {
  const compiler = new FollowUpCompiler(dialect, space);
  const [row] = await transaction.run(
    'value' in step
      ? compiler.compileCountHolders(step.value)
      : compiler.compileCountRecords(kindOfStep(catalog, step)),
  );
  return Number(row?.n ?? 0);
}

type StepThat<Do extends Step['do']> = Extract<Step, { readonly do: Do }>;

class StepWalk {
  private readonly compiler: FollowUpCompiler;
  private readonly values: KeptWriteCompiler;
  private readonly rows: RowCompiler;

  constructor(private readonly effects: WriteEffects) {
    const { dialect } = effects;
    this.compiler = new FollowUpCompiler(dialect, effects.space);
    this.values = new KeptWriteCompiler(dialect, effects.space);
    this.rows = new RowCompiler(dialect);
  }

  async changeHeld(
    step: StepThat<'hold' | 'release' | 'release-deleted'>,
    after: string | null,
  ): Promise<Stretch | Blocked> {
    const { compiler, effects } = this;
    const { value } = step;
    const ids = await this.holders(value, after);
    // Whether a record is deleted stays as it is seen: who writes one takes the revision, too.
    await effects.revision();
    if (ids.length > 0) {
      const entityType = this.ownerOf(step.entityType);
      await effects.transaction.run(
        step.do === 'hold'
          ? compiler.compileHold(value, ids, entityType)
          : compiler.compileRelease(value, ids, step.do === 'release' ? undefined : entityType),
      );
    }
    return stretchOf(ids);
  }

  async forget({ entityType: name, value }: StepThat<'forget'>, after: string | null): Promise<Stretch | Blocked> {
    const { compiler, effects } = this;
    const ids = await this.holders(value, after);
    if (ids.length > 0) {
      const entityType = this.ownerOf(name);
      if (!(await this.lock(entityType, ids))) return blocked;
      const layout = customLayout(withoutValue(entityType, value));
      await effects.transaction.run(compiler.compileDropTexts(entityType, ids, layout));
      await effects.transaction.run(this.values.compileForget(value.type, [value.id], ids));
    }
    return stretchOf(ids);
  }

  async forgetRows(step: StepThat<'forget-rows'>, after: string | null): Promise<Stretch | Blocked> {
    const kind = kindOfStep(this.effects.catalog, step);
    const ids = (await this.records(kind, after)).map(({ id }) => id);
    if (ids.length > 0) await this.effects.transaction.run(this.compiler.compileErase(kind, ids));
    return stretchOf(ids);
  }

  /** Records are marked as deleted with what they own, each stretch as a change of its own. */
  async deleteRecords(step: StepThat<'delete'>, after: string | null): Promise<Stretch | Blocked> {
    const { effects, rows } = this;
    const kind = kindOfStep(effects.catalog, step);
    const found = await this.records(kind, after);
    const ids = found.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
    if (ids.length > 0) {
      if (!(await this.lock(kind, ids))) return blocked;
      for (const one of this.withOwned(kind, ids)) {
        const stamp = await effects.stamp({ entityType: one.target, act: 'delete', records: one });
        await effects.transaction.run(rows.compileDeleteRows(effects.space, one, stamp));
      }
    }
    return stretchOf(found.map(({ id }) => id));
  }

  /** What records own comes back by the revision at which it went with them. */
  async restoreRecords(step: StepThat<'restore'>, after: string | null): Promise<Stretch | Blocked> {
    const { effects, rows } = this;
    const kind = kindOfStep(effects.catalog, step);
    const found = await this.records(kind, after);
    const gone = found.filter((one) => one.isDeleted && one.revision >= step.from && one.revision < step.before);
    if (gone.length > 0) {
      const goneIds = gone.map(({ id }) => id);
      if (!(await this.lock(kind, goneIds))) return blocked;
      for (const revision of new Set(gone.map((one) => one.revision))) {
        const ids = gone.filter((one) => one.revision === revision).map(({ id }) => id);
        for (const one of this.withOwned(kind, ids)) {
          const stamp = await effects.stamp({ entityType: one.target, act: 'restore', records: one });
          await effects.transaction.run(rows.compileRestoreRows(effects.space, one, stamp, revision));
        }
      }
    }
    const stretch = stretchOf(found.map(({ id }) => id));
    // What they are made of may have changed while they were gone.
    if (stretch.last === null) await wantRecomputation(effects, step.kind, [everyField]);
    return stretch;
  }

  private async holders(value: KeptValue, after: string | null): Promise<string[]> {
    const rows = await this.effects.transaction.run(this.compiler.compileHolders(value, after, maxRecords));
    return rows.map(({ id }) => String(id));
  }

  private async records(kind: EntityType, after: string | null) {
    const rows = await this.effects.transaction.run(this.compiler.compileRecords(kind, after, maxRecords));
    return rows.map(({ id, revision, gone }) => {
      return { id: String(id), revision: Number(revision), isDeleted: Boolean(gone) };
    });
  }

  /**
   * Ahead of the revision; who holds that already must not wait for a row.
   * @returns whether all are locked
   */
  private async lock(entityType: EntityType, ids: readonly string[]): Promise<boolean> {
    const waits = this.effects.rowLock === 'waiting';
    const statement = this.compiler.compileLock(entityType, ids, waits);
    if (!statement) return true;
    const locked = await this.effects.transaction.run(statement);
    return waits || locked.length === ids.length;
  }

  private withOwned(kind: EntityType, ids: readonly string[]): RowsOf[] {
    const keeper = this.effects.catalog.existing(keepers.records);
    return [{ target: kind, via: 'id', parents: ids }, ...ownedRows(this.effects.catalog, keeper, ids)];
  }

  /** Records of a kind that is gone lie where they lay. */
  private ownerOf(name: string): EntityType {
    const { catalog } = this.effects;
    return catalog.entityType(name) ?? catalog.existing(keepers.records);
  }
}

function stretchOf(ids: readonly string[]): Stretch {
  return { count: ids.length, last: ids.length < maxRecords ? null : (ids.at(-1) ?? null) };
}

/** The entity type as it is when the field is gone that keeps the value. */
function withoutValue(entityType: EntityType, { id }: KeptValue): EntityType {
  return {
    ...entityType,
    fields: entityType.fields.filter((field) => !keptValues(field).some((kept) => kept.id === id)),
  };
}

/** @returns an entity type whose records are those of a kind that the catalog may not have any more */
function kindOfStep(
  catalog: WriteEffects['catalog'],
  step: StepThat<'forget-rows' | 'delete' | 'restore'>,
): EntityType {
  const keeper = catalog.existing(step.do === 'forget-rows' ? step.keeper : keepers.records);
  return { ...keeper, name: step.kind, keptIn: keeper.name };
}
