/**
 * Takes note, while records are written, of the records whose roll-ups sum them up. Asks no database.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { DerivedPlan, PlannedRollUp } from '../../computed/derived/derived-plan.js';
import type { Draft, StoredRecord } from '../write/draft.js';
import { baseValue } from './formula-values.js';

/** Roll-ups of one entity type that have to be worked out again. */
export interface AffectedRecords {
  readonly parent: EntityType;
  readonly rollUps: readonly PlannedRollUp[];
  readonly ids: ReadonlySet<string>;
}

type Noted = Map<PlannedRollUp, Set<string>>;

export class AffectedRollUps {
  private readonly pending: Noted = new Map();
  /** Ids of records at the other ends of rows: which records the rows belong to is not known yet. */
  private readonly ends: Noted = new Map();

  constructor(readonly plan: DerivedPlan) {}

  /** A record that is written, and the rows that go with it. */
  note(draft: Draft): void {
    const { entityType, act, stored } = draft;
    for (const rollUp of this.overRows(entityType)) {
      const { via } = rollUp.step.field;
      const [before, after] = [stored?.[via], act === 'delete' ? null : draft.get(via)];
      if (act !== 'update' || before !== after || isChanged(draft, rollUp)) this.add(rollUp, [before, after]);
    }
    for (const rollUp of this.overEnds(entityType)) {
      if (act !== 'update' || isChanged(draft, rollUp)) noteIds(this.ends, rollUp, [draft.id]);
    }
    // What came and went meanwhile did not reach a record that was not there.
    if (act === 'restore' || draft.origin) this.noteWhole(entityType, draft.id);
    if (act === 'delete') for (const set of draft.rowSets) for (const row of set.removed) this.note(row);
  }

  /** A record that is deleted, or becomes one of another entity type. */
  noteGone(entityType: EntityType, stored: StoredRecord): void {
    for (const rollUp of this.overRows(entityType)) this.add(rollUp, [stored[rollUp.step.field.via]]);
    for (const rollUp of this.overEnds(entityType)) noteIds(this.ends, rollUp, [stored.id]);
  }

  /** Records of an entity type that come to point at others. @param ids of what they point at now */
  noteMoved(entityType: EntityType, fields: readonly Field[], ids: readonly string[]): void {
    const isMoved = (name: string | undefined) => fields.some((field) => field.name === name);
    for (const rollUp of this.overRows(entityType)) {
      if (isMoved(rollUp.step.field.via)) this.add(rollUp, ids);
      if (isMoved(rollUp.beyond?.field.name)) noteIds(this.ends, rollUp, ids);
    }
  }

  /** A record all of whose roll-ups may be old. */
  noteWhole(entityType: EntityType, id: string): void {
    for (const rollUp of this.plan.types.get(entityType.name)?.rollUps ?? []) this.add(rollUp, [id]);
  }

  /** @param ids of records that have the roll-up; what is no id counts for nothing */
  add(rollUp: PlannedRollUp, ids: Iterable<unknown>): void {
    noteIds(this.pending, rollUp, ids);
  }

  /** @returns ids of records at the other ends of rows; those that the rows belong to are to be added */
  takeEnds(): (readonly [rollUp: PlannedRollUp, ids: ReadonlySet<string>])[] {
    const taken = [...this.ends];
    this.ends.clear();
    return taken;
  }

  /** @returns what can be worked out next: nothing else that is noted has a say in it; undefined when there is nothing left */
  take(): AffectedRecords | undefined {
    const rank = Math.min(...[...this.pending.keys()].map((rollUp) => rollUp.rank));
    const due = [...this.pending.keys()].filter((rollUp) => rollUp.rank === rank);
    const [first] = due;
    if (!first) return undefined;
    const rollUps = due.filter(({ parent }) => parent === first.parent);
    const ids = new Set(rollUps.flatMap((rollUp) => [...(this.pending.get(rollUp) ?? [])]));
    for (const rollUp of rollUps) this.pending.delete(rollUp);
    return { parent: first.parent, rollUps, ids };
  }

  private overRows({ name }: EntityType): readonly PlannedRollUp[] {
    return this.plan.summedUp.get(name) ?? [];
  }

  private overEnds({ name }: EntityType): readonly PlannedRollUp[] {
    return this.plan.summedUpBeyond.get(name) ?? [];
  }
}

function noteIds(noted: Noted, rollUp: PlannedRollUp, ids: Iterable<unknown>): void {
  for (const id of ids) {
    if (typeof id !== 'string') continue;
    const known = noted.get(rollUp);
    if (known) known.add(id);
    else noted.set(rollUp, new Set([id]));
  }
}

function isChanged(draft: Draft, { summed, inputs }: PlannedRollUp): boolean {
  return draft.entityType.name === summed.name && inputs.some((name) => changes(draft, name));
}

function changes(draft: Draft, name: string): boolean {
  if (!draft.money.has(name)) return draft.changes(name);
  const stored = draft.stored?.[name] as { base_value?: string | null } | null | undefined;
  return baseValue(draft, name) !== (stored?.base_value ?? null);
}
