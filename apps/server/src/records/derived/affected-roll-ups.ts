/**
 * Takes note, while records are written, of the records whose roll-ups sum them up. Asks no database.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { Draft, StoredRecord } from '../draft.js';
import type { DerivedPlan, PlannedRollUp } from './derived-plan.js';
import { baseValue } from './formula-values.js';

/** Roll-ups of one entity type that have to be worked out anew. */
export interface AffectedRecords {
  readonly parent: EntityType;
  readonly rollUps: readonly PlannedRollUp[];
  readonly ids: ReadonlySet<string>;
}

export class AffectedRollUps {
  private readonly pending = new Map<PlannedRollUp, Set<string>>();

  constructor(private readonly plan: DerivedPlan) {}

  /** A record that is written, and the rows that go with it. */
  note(draft: Draft): void {
    for (const rollUp of this.plan.summedUp.get(draft.entityType.name) ?? []) {
      const { via } = rollUp.hop.field;
      const [before, after] = [draft.stored?.[via], draft.act === 'delete' ? null : draft.get(via)];
      const isNews = draft.act !== 'update' || before !== after || rollUp.inputs.some((name) => changes(draft, name));
      if (isNews) this.add(rollUp, [before, after]);
    }
    // What came and went meanwhile was not told to a record that was not there.
    if (draft.act === 'restore' || draft.origin) this.noteWhole(draft.entityType, draft.id);
    if (draft.act === 'delete') for (const set of draft.rowSets) for (const row of set.removed) this.note(row);
  }

  /** A record that is deleted, or becomes one of another entity type. */
  noteGone(entityType: EntityType, stored: StoredRecord): void {
    for (const rollUp of this.plan.summedUp.get(entityType.name) ?? [])
      this.add(rollUp, [stored[rollUp.hop.field.via]]);
  }

  /** Records of an entity type that come to point at others. @param ids of what they point at now */
  noteMoved(entityType: EntityType, fields: readonly Field[], ids: readonly string[]): void {
    for (const rollUp of this.plan.summedUp.get(entityType.name) ?? []) {
      if (fields.some(({ name }) => name === rollUp.hop.field.via)) this.add(rollUp, ids);
    }
  }

  /** A record all of whose roll-ups may be old. */
  noteWhole(entityType: EntityType, id: string): void {
    for (const rollUp of this.plan.types.get(entityType.name)?.rollUps ?? []) this.add(rollUp, [id]);
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

  private add(rollUp: PlannedRollUp, ids: Iterable<unknown>): void {
    let noted = this.pending.get(rollUp);
    for (const id of ids) {
      if (typeof id !== 'string') continue;
      if (!noted) {
        noted = new Set();
        this.pending.set(rollUp, noted);
      }
      noted.add(id);
    }
  }
}

function changes(draft: Draft, name: string): boolean {
  if (!draft.money.has(name)) return draft.changes(name);
  const stored = draft.stored?.[name] as { base_value?: string | null } | null | undefined;
  return baseValue(draft, name) !== (stored?.base_value ?? null);
}
