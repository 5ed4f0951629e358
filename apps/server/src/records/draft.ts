/**
 * A record as it will be after a write, while it is being worked out: what the body sets over what is stored.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { Change, MoneyChange } from '../plan/change.js';
import type { FieldLeaf } from '../plan/mistakes.js';
import type { Operand } from '../plan/predicate.js';
import { validationBits } from '../request/write-request.js';

/** What is stored of a record: canonical values by field name, money as an object of its parts. */
export type StoredRecord = Readonly<Record<string, unknown>>;

const moneyParts = ['base_value', 'value_foreign', 'currency_id'] as const;

export class Draft {
  readonly mistakes: FieldLeaf[];
  /** Canonical values that the write sets. */
  readonly values: Map<string, Operand>;
  readonly money: Map<string, MoneyChange | null>;

  /** @param stored undefined: a new record */
  constructor(
    readonly entityType: EntityType,
    readonly id: string,
    readonly stored: StoredRecord | undefined,
    readonly change: Change,
    readonly validationLevel: number,
  ) {
    this.mistakes = [...change.mistakes];
    this.values = withoutEmptyUnique(entityType, change.values);
    this.money = new Map(change.money);
  }

  get isNew(): boolean {
    return this.stored === undefined;
  }

  /** The value after the write; null when unset. */
  get(name: string): Operand {
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

  /** The write gives some field a value other than the stored one. */
  get changesAnything(): boolean {
    return [...this.values.keys()].some((name) => this.changes(name)) || this.changesMoney();
  }

  private changesMoney(): boolean {
    return [...this.money].some(([name, change]) => {
      const stored = (this.stored?.[name] ?? {}) as MoneyChange;
      return moneyParts.some((part) => (change?.[part] ?? null) !== (stored[part] ?? null));
    });
  }

  /** Whether anything but null and "" stands in the field after the write. */
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
function withoutEmptyUnique(entityType: EntityType, values: ReadonlyMap<string, Operand>): Map<string, Operand> {
  const kept = new Map(values);
  for (const field of entityType.fields) {
    if (field.kind === 'value' && field.unique && kept.get(field.name) === '') kept.set(field.name, null);
  }
  return kept;
}

/** A draft of a record that no body changes; what follows from other changes may. Nothing else of it is looked at. */
export function unchangedDraft(entityType: EntityType, stored: StoredRecord): Draft {
  const change: Change = {
    entityType,
    values: new Map(),
    money: new Map(),
    rows: new Map(),
    mistakes: [],
    expectedRevision: undefined,
  };
  return new Draft(entityType, String(stored.id), stored, change, validationBits.changedOnly);
}
