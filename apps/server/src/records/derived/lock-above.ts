/**
 * Locks the records whose roll-ups a write will change, before all that the write locks itself and before the revision
 * of the space: a transaction that holds the revision must never block on a row lock. Records that a rule changes
 * besides are locked later, without waiting.
 */
import type { EntityType } from '@headwater/catalog';
import type { DerivedPlan, PlannedRollUp } from '../../computed/derived/derived-plan.js';
import type { Change } from '../../plan/change/change.js';
import { compileRecordsAbove } from '../../sql/write/compile-roll-ups.js';
import type { StoredRecord } from '../write/draft.js';
import { type PlannedItem, storedId } from '../write/plan-item.js';
import { readStored } from '../write/stored-record.js';
import type { WriteContext } from '../write/write-context.js';

/** Ids of records by their entity type, with the rank of the roll-ups that lead to them. */
type Level = Map<EntityType, { readonly ids: Set<string>; rank: number }>;

/** @param items of one entity type, at least one */
export async function lockRecordsAbove(
  context: WriteContext,
  plan: DerivedPlan,
  items: readonly PlannedItem[],
): Promise<void> {
  const locks = context.dialect.forUpdate(true) !== '';
  if (!locks || context.rowLock !== 'waiting') return;
  const levels: Level[] = [];
  const above = new RecordsAbove(context, plan);
  for (let level = await above.ofItems(items); level.size > 0; level = await above.ofRecords(level)) levels.push(level);
  // Those above come first, as wherever records are locked with the rows that belong to them.
  for (const level of levels.reverse()) {
    for (const [entityType, { ids }] of [...level].sort(([a], [b]) => (a.name < b.name ? -1 : 1))) {
      await readStored(context, entityType, ids, { includeDeleted: false, lock: 'waiting' });
    }
  }
}

class RecordsAbove {
  constructor(
    private readonly context: WriteContext,
    private readonly plan: DerivedPlan,
  ) {}

  async ofItems(items: readonly PlannedItem[]): Promise<Level> {
    const level: Level = new Map();
    const [{ entityType }] = items as [PlannedItem];
    const ids = items.flatMap((planned) => storedId(planned) ?? []);
    await this.addAbove(level, entityType, ids, 0);
    for (const { change } of items) this.addGiven(level, change);
    return level;
  }

  /** Only roll-ups of higher rank can follow from those of a level: so it ends. */
  async ofRecords(below: Level): Promise<Level> {
    const level: Level = new Map();
    for (const [entityType, { ids, rank }] of below) await this.addAbove(level, entityType, [...ids], rank);
    return level;
  }

  private async addAbove(level: Level, entityType: EntityType, ids: readonly string[], rank: number): Promise<void> {
    if (ids.length === 0) return;
    const isHigher = (rollUp: PlannedRollUp) => rollUp.rank > rank;
    const overRows = (this.plan.summedUp.get(entityType.name) ?? []).filter(isHigher);
    const stored = overRows.length > 0 ? await this.read(entityType, ids) : [];
    for (const rollUp of overRows)
      add(
        level,
        rollUp,
        stored.map((record) => record[rollUp.step.field.via]),
      );
    for (const rollUp of (this.plan.summedUpBeyond.get(entityType.name) ?? []).filter(isHigher)) {
      add(level, rollUp, await this.idsBeyond(rollUp, ids));
    }
  }

  /** What a body says that records shall belong to, and the rows in it. */
  private addGiven(level: Level, change: Change): void {
    const { entityType, values, rows } = change;
    for (const rollUp of this.plan.summedUp.get(entityType.name) ?? []) {
      add(level, rollUp, [values.get(rollUp.step.field.via), ...ofPrimaryRows(rollUp, change)]);
    }
    for (const { items } of rows.values()) for (const { change } of items) this.addGiven(level, change);
  }

  private async read(entityType: EntityType, ids: readonly string[]): Promise<StoredRecord[]> {
    const stored = await readStored(this.context, entityType, ids, { includeDeleted: true, lock: 'none' });
    return [...stored.values()];
  }

  private async idsBeyond({ step, beyond }: PlannedRollUp, ids: readonly string[]): Promise<unknown[]> {
    if (!beyond) return [];
    const { dialect, transaction, space } = this.context;
    const rows = await transaction.run(compileRecordsAbove(dialect, space, { step, beyond }, ids));
    return rows.map(({ id }) => id);
  }
}

/** @returns where a reference that follows from the rows of a record may lead by the rows that a body gives */
function ofPrimaryRows({ step }: PlannedRollUp, { rows }: Change): unknown[] {
  const derived = step.target.fields.find(({ name }) => name === step.field.via)?.derived;
  if (derived?.kind !== 'primary') return [];
  return (rows.get(derived.rows)?.items ?? []).map(({ change }) => change.values.get(derived.member));
}

function add(level: Level, { parent, rank }: PlannedRollUp, ids: readonly unknown[]): void {
  const known = ids.filter((id) => typeof id === 'string');
  if (known.length === 0) return;
  const noted = level.get(parent) ?? { ids: new Set(), rank };
  level.set(parent, noted);
  // Some of the records are reached by roll-ups of lower rank than others; more may follow from those.
  noted.rank = Math.min(noted.rank, rank);
  for (const id of known) noted.ids.add(id);
}
