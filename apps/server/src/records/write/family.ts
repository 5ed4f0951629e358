/**
 * The owned rows of one parent while some of them are written through their own collection: exactly one is primary, and the parent
 * sees its rows as they will be. Asks no database.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import { primaryWanted } from '../../plan/mistakes.js';
import { type Draft, type StoredRecord, unchangedDraft } from './draft.js';

/** A record that follows its rows, with the relation in which it shows them. */
export interface FamilyParent {
  readonly draft: Draft;
  readonly field: RowsField;
  /** The families in which the parent itself is a row. */
  readonly above: readonly Family[];
}

export interface FamilyRows {
  readonly target: EntityType;
  /** A relation that shows the rows; where rows may belong to parents of several types, any of them. */
  readonly field: RowsField;
  readonly parentId: string;
  /** The rows that are not deleted. */
  readonly stored: readonly StoredRecord[];
}

export class Family {
  private readonly members = new Set<Draft>();
  /** The rows that nobody asked to write; the flag may change in them. */
  private readonly siblings: ReadonlyMap<string, Draft>;

  /** @param parents one; none for rows of a record that is not there or deleted */
  constructor(
    readonly parents: readonly FamilyParent[],
    private readonly of: FamilyRows,
  ) {
    this.siblings = new Map(of.stored.map((row) => [String(row.id), unchangedDraft(of.target, row)]));
  }

  get parentId(): string {
    return this.of.parentId;
  }

  /** Takes in a row that is being written. @returns whether it belongs here, before the write or after it */
  enter(draft: Draft): boolean {
    const belongs = this.holds(draft) || draft.stored?.[this.of.field.via] === this.of.parentId;
    if (belongs) this.members.add(draft);
    return belongs;
  }

  /** A row that is refused stays as it is stored. */
  leave(draft: Draft): void {
    this.members.delete(draft);
  }

  get written(): readonly Draft[] {
    return [...this.members];
  }

  /** Shows the parent its rows as they will be. */
  layOut(): void {
    const { target } = this.of;
    const drafts = this.rows();
    const removed = this.written.filter(({ act }) => act === 'delete');
    for (const { draft, field } of this.parents) {
      const others = draft.rowSets.filter((set) => set.field !== field);
      draft.rowSets.splice(0, draft.rowSets.length, ...others, { field, target, drafts, removed });
    }
  }

  /** A row that comes to be primary takes the flag from the others; one that leaves none gets a mistake. */
  settleFlag(draft: Draft): void {
    const { primary, via } = this.of.field;
    if (primary === undefined || !this.holds(draft)) return;
    const others = this.held().filter((row) => row !== draft && row.get(primary) === true);
    if (draft.act === 'restore') draft.set(primary, others.length === 0);
    if (!draft.setsAnew(primary) && !draft.changes(via)) return;
    if (draft.get(primary) === true) for (const row of others) row.set(primary, false);
    else if (others.length === 0) draft.mistakes.push(primaryWanted(this.relationName));
  }

  /** Where the flag was given up or went with its row, the oldest one gets it. */
  promoteOldest(): void {
    const { primary } = this.of.field;
    const [oldest, ...rest] = this.rows();
    if (primary === undefined || !oldest || [oldest, ...rest].some((row) => row.get(primary) === true)) return;
    oldest.set(primary, true);
  }

  /** Whether a row is one of the parent's after the write. */
  holds(draft: Draft): boolean {
    return draft.act !== 'delete' && draft.text(this.of.field.via) === this.of.parentId;
  }

  /** @returns the rows as they will be, oldest first */
  rows(): Draft[] {
    return this.held().sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @returns the same in any order */
  private held(): Draft[] {
    const rows = new Map([...this.siblings, ...this.written.map((draft) => [draft.id, draft] as const)]);
    return [...rows.values()].filter((draft) => this.holds(draft));
  }

  private get relationName(): string {
    return (this.parents[0]?.field ?? this.of.field).name;
  }
}
