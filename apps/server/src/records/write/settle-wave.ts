/**
 * Settles the drafts of a wave and the parents that follow them: what is sound can be written, what is not says why.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { systemFieldId } from '../../metadata/field-id.js';
import { type FieldLeaf, notUnique } from '../../plan/mistakes.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import { setReferences } from './complete-draft.js';
import { type Draft, keptDrafts } from './draft.js';
import type { DraftedItem } from './draft-wave.js';
import type { Family } from './family.js';
import type { PlannedItem } from './plan-item.js';
import type { RecordWriter } from './record-writer.js';
import type { Settlement } from './settlement.js';
import { UniqueValues } from './unique-values.js';

export interface SettledWave {
  readonly sound: readonly DraftedItem[];
  /** Parents that follow sound rows, those of rows ahead of theirs. */
  readonly followers: readonly Draft[];
  readonly refused: readonly { readonly planned: PlannedItem; readonly error: ApiError }[];
  /** Items that can only be written after the others. */
  readonly later: readonly PlannedItem[];
}

export async function settleWave(
  settlement: Settlement,
  lookups: Lookups,
  writer: RecordWriter,
  drafted: readonly DraftedItem[],
): Promise<SettledWave> {
  const wave = new SettlingWave(settlement, lookups, drafted);
  wave.prepare();
  await writer.lookUp(lookups);
  wave.settleItems();
  wave.settleFollowers();
  return wave;
}

class SettlingWave implements SettledWave {
  sound: DraftedItem[] = [];
  readonly followers: Draft[] = [];
  readonly refused: { planned: PlannedItem; error: ApiError }[] = [];
  readonly later: PlannedItem[] = [];
  private readonly unique: UniqueValues;
  private readonly comingBack = new Set<string>();

  constructor(
    private readonly settlement: Settlement,
    private readonly lookups: Lookups,
    private readonly drafted: readonly DraftedItem[],
  ) {
    this.unique = new UniqueValues(settlement);
  }

  prepare(): void {
    for (const { planned, draft, families } of this.drafted) {
      const home = families.find((family) => family.holds(draft));
      this.settlement.prepare(draft, home?.parents[0]?.draft);
      if (planned.hasChosenId) this.wantState(planned);
    }
    for (const parent of allParents(this.drafted.flatMap(({ families }) => families))) {
      this.settlement.prepareParent(parent);
    }
  }

  /** In their order: of those who want the same value the first one gets it. */
  settleItems(): void {
    for (const item of this.drafted) {
      try {
        if (!this.settleItem(item)) {
          this.putOff(item);
          continue;
        }
        if (item.draft.mistakes.length > 0) throw validationError(item.draft);
        this.accept(item);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.refuse(item, error);
      }
    }
  }

  /** Rows first, then those that follow them, then those that follow these. */
  settleFollowers(): void {
    for (let level = familiesOf(this.sound); level.length > 0; ) {
      for (const family of level) {
        family.layOut();
        family.promoteOldest();
      }
      const parents = new Set(level.flatMap((family) => family.parents));
      for (const draft of new Set([...parents].map((parent) => parent.draft))) this.follow(draft, level);
      level = [...new Set([...parents].filter(({ draft }) => draft.changesAnything).flatMap(({ above }) => above))];
    }
  }

  /** @returns false when a record that is written earlier must let go of a value or be there first */
  private settleItem({ planned, draft, families }: DraftedItem): boolean {
    this.settlement.complete(draft);
    if (planned.hasChosenId && this.lookups.found(this.wantState(planned)) !== null) {
      draft.mistakes.push(notUnique('id', planned.id));
    }
    const waits = this.unique.mustWait(draft) || this.pointsAtReturning(draft);
    if (waits) return false;
    this.settlement.check(draft);
    for (const family of families) family.settleFlag(draft);
    return true;
  }

  /** Records of several entity types that are kept together have different ids. */
  private wantState({ entityType: { name, keptIn }, id }: PlannedItem): Fact {
    return this.lookups.stateOf(this.settlement.catalog.existing(keptIn ?? name), id);
  }

  /** A record that comes back may point at one that comes back ahead of it. */
  private pointsAtReturning(draft: Draft): boolean {
    return (
      draft.act === 'restore' &&
      keptDrafts(draft).some((one) => setReferences(one).some(({ id }) => this.comingBack.has(id)))
    );
  }

  private accept(item: DraftedItem): void {
    this.unique.take(item.draft);
    if (item.draft.act === 'restore') this.comingBack.add(item.draft.id);
    this.sound.push(item);
  }

  private putOff({ planned, draft, families }: DraftedItem): void {
    if (draft.act === 'restore') this.comingBack.add(draft.id);
    for (const family of families) family.leave(draft);
    this.later.push(planned);
  }

  private refuse({ planned, draft, families }: DraftedItem, error: ApiError): void {
    for (const family of families) family.leave(draft);
    this.refused.push({ planned, error });
  }

  private follow(parent: Draft, level: readonly Family[]): void {
    this.settlement.completeParent(parent);
    if (parent.mistakes.length === 0) {
      this.followers.push(parent);
      return;
    }
    const families = level.filter((family) => family.parents.some(({ draft }) => draft === parent));
    const causes = this.sound.filter((item) => item.families.some((family) => families.includes(family)));
    this.sound = this.sound.filter((item) => !causes.includes(item));
    // Which of several rows the parent can't take shows only when they come one by one.
    const areAlone = causes.length === 1;
    for (const item of causes) {
      if (areAlone) this.refuse(item, validationError(item.draft, parent.mistakes));
      else this.putOff({ ...item, planned: { ...item.planned, isAlone: true } });
    }
  }
}

function familiesOf(items: readonly DraftedItem[]): Family[] {
  return [...new Set(items.flatMap(({ families }) => families))];
}

function allParents(families: readonly Family[]): Set<Draft> {
  const parents = new Set<Draft>();
  for (let level = families; level.length > 0; ) {
    for (const family of level) for (const { draft } of family.parents) parents.add(draft);
    level = [...new Set(level.flatMap((family) => family.parents.flatMap(({ above }) => above)))];
  }
  return parents;
}

/** @returns all mistakes of a draft, those of a field together */
export function validationError(draft: Draft, mistakes: readonly FieldLeaf[] = draft.mistakes): ValidationError {
  const fields = [...new Set(mistakes.flatMap(({ field }) => (field === null ? [] : [field])))];
  return new ValidationError({
    entityName: draft.entityType.name,
    entityId: draft.id,
    entity: mistakes.filter(({ field }) => field === null),
    fields: fields.map((fieldName) => ({
      fieldId: fieldIdOf(draft.entityType, fieldName),
      fieldName,
      leaves: mistakes.filter(({ field }) => field === fieldName),
    })),
  });
}

/** @param fieldName of a field, or of something that is not quite one, such as a part of money */
function fieldIdOf(entityType: EntityType, fieldName: string): string {
  const field = entityType.fields.find(({ name }) => name === fieldName);
  return field?.custom?.id ?? systemFieldId(entityType.name, fieldName);
}
