/**
 * A record as it will be after a write, while it is being worked out: what the body sets over what is stored.
 */
import type { EntityType, Field, RowsField } from '@headwater/catalog';
import { type Change, type MoneyChange, noChange } from '../../plan/change/change.js';
import type { FieldLeaf } from '../../plan/change/field-errors.js';
import type { Operand } from '../../plan/list/predicate.js';
import { moneyParts } from '../../plan/relations/field-path.js';
import { type Dependents, validationBits } from '../../request/write-request.js';
import { fieldLists } from './field-lists.js';

/** What is stored of a record: canonical values by field name, money as an object of its parts. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** What a write does to a record. */
export type Act = 'create' | 'update' | 'delete' | 'restore';

/** The owned rows of one relation as they will be after a write of their parent. */
export interface RowSet {
  readonly field: RowsField;
  readonly target: EntityType;
  /** Rows that are there after the write: made, changed and unchanged ones, in the order of the body. */
  readonly drafts: readonly Draft[];
  /** Stored rows that go. */
  readonly removed: readonly Draft[];
}

export class Draft {
  readonly errors: FieldLeaf[];
  /** Canonical values that the write sets. */
  readonly values: Map<string, Operand>;
  readonly money: Map<string, MoneyChange | null>;
  /** The sets of owned rows that the write works on; rows may have sets of their own. */
  readonly rowSets: RowSet[] = [];
  /** What a delete takes along besides what the record owns, because its sender said so. */
  alsoDeletes: readonly Dependents[] = [];
  /** Its id was made for it just now: no record has ever had it, and nothing is stored under it. */
  hasFreshId = false;

  /**
   * @param stored undefined: a new record
   * @param origin the record of another entity type that a new one is made of; their id is the same
   */
  constructor(
    readonly entityType: EntityType,
    readonly id: string,
    readonly stored: StoredRecord | undefined,
    readonly change: Change,
    readonly validationLevel: number,
    readonly act: Act = stored === undefined ? 'create' : 'update',
    readonly origin?: StoredRecord,
  ) {
    this.errors = [...change.errors];
    this.values = withoutEmptyUnique(entityType, change.values);
    this.money = new Map(change.money);
    if (act === 'delete' || act === 'restore') this.values.set('is_deleted', act === 'delete');
  }

  get isNew(): boolean {
    return this.act === 'create';
  }

  /** The value after the write; null when unset. */
  get(name: string): Operand {
    if (name === 'id') return this.id;
    const value = this.values.get(name);
    if (value !== undefined) return value;
    const stored = this.stored?.[name];
    return stored === undefined || typeof stored === 'object' ? null : (stored as Operand);
  }

  text(name: string): string | null {
    const value = this.get(name);
    return typeof value === 'string' ? value : null;
  }

  set(name: string, value: Operand): void {
    this.values.set(name, value);
  }

  /** The write gives the field a value other than the stored one. */
  changes(name: string): boolean {
    const value = this.values.get(name);
    return value !== undefined && value !== (this.stored?.[name] ?? null);
  }

  /** The body gives the field, of whichever type, something other than what is stored. */
  setsOtherwise(name: string): boolean {
    const { values, money, rows } = this.change;
    if (values.has(name)) return this.values.get(name) !== (this.stored?.[name] ?? null);
    const amount = money.get(name);
    if (amount !== undefined) return this.changesAmount(name, amount);
    const set = rows.has(name) ? this.rowSets.find(({ field }) => field.name === name) : undefined;
    return set !== undefined && (set.removed.length > 0 || set.drafts.some((row) => row.isNew || row.changesAnything));
  }

  /** The same, or the record is brought back with what it had: either way the value must be good now. */
  setsAnew(name: string): boolean {
    return this.act === 'restore' || this.changes(name);
  }

  /** The write gives some field a value other than the stored one. */
  get changesAnything(): boolean {
    for (const name of this.values.keys()) if (this.changes(name)) return true;
    return this.money.size > 0 && this.changesMoney();
  }

  private changesMoney(): boolean {
    return [...this.money].some(([name, change]) => this.changesAmount(name, change));
  }

  private changesAmount(name: string, change: MoneyChange | null): boolean {
    const stored = (this.stored?.[name] ?? {}) as MoneyChange;
    return moneyParts.some((part) => (change?.[part] ?? null) !== (stored[part] ?? null));
  }

  /** Whether anything but null and "" is in the field after the write. */
  has(field: Field): boolean {
    if (field.kind === 'money') {
      const change = this.money.get(field.name);
      if (change === undefined) return (this.stored?.[field.name] ?? null) !== null;
      return change !== null && (change.base_value ?? change.value_foreign ?? null) !== null;
    }
    const value = this.values.get(field.name) ?? (this.values.has(field.name) ? null : this.stored?.[field.name]);
    return value !== null && value !== undefined && value !== '';
  }
}

/** An empty text counts as none, so that any number of records may have it where no two share a value. */
function withoutEmptyUnique(entityType: EntityType, given: ReadonlyMap<string, Operand>): Map<string, Operand> {
  const values = new Map(given);
  for (const { name } of fieldLists(entityType).unique) if (values.get(name) === '') values.set(name, null);
  return values;
}

/** A draft of a record that no body changes; what follows from other changes may. Nothing else of it is looked at. */
export function unchangedDraft(entityType: EntityType, stored: StoredRecord): Draft {
  return bodilessDraft(entityType, stored, 'update', validationBits.changedOnly);
}

/** A draft of a stored record that the write changes, deletes or restores without a body. */
export function bodilessDraft(
  entityType: EntityType,
  stored: StoredRecord,
  act: Exclude<Act, 'create'>,
  validationLevel: number,
): Draft {
  return new Draft(entityType, String(stored.id), stored, noChange(entityType), validationLevel, act);
}

/** A draft and the one that it belongs to as a row. */
export interface DraftInTree {
  readonly draft: Draft;
  readonly parent: Draft | undefined;
}

/** All that a write of a record is about: the record, its rows and theirs, those that go too, each after its parent. */
export function* treeOf(draft: Draft, parent?: Draft): Generator<DraftInTree> {
  yield { draft, parent };
  for (const { drafts, removed } of draft.rowSets) for (const row of [...drafts, ...removed]) yield* treeOf(row, draft);
}

/** @returns the draft and all rows below it that are there after the write, each after its parent */
export function remainingDrafts(draft: Draft): Draft[] {
  if (draft.rowSets.length === 0) return [draft];
  return [draft, ...draft.rowSets.flatMap((set) => set.drafts.flatMap(remainingDrafts))];
}

/** Whether something is to be written of a record: a record whose rows change has changed itself. */
export function isWritten(draft: Draft): boolean {
  return (
    draft.act !== 'update' ||
    draft.changesAnything ||
    draft.rowSets.some((set) => set.removed.length > 0 || set.drafts.some(isWritten))
  );
}

/** @returns all that is to be written of a draft and its rows; what goes with a deleted record is not named one by one */
export function writtenDrafts(draft: Draft): Draft[] {
  if (!isWritten(draft)) return [];
  if (draft.act === 'delete' || draft.rowSets.length === 0) return [draft];
  return [draft, ...draft.rowSets.flatMap((set) => [...set.removed, ...set.drafts.flatMap(writtenDrafts)])];
}
