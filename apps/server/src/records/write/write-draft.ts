/**
 * Turns complete drafts into column values.
 */
import type { Catalog, MoneyField } from '@headwater/catalog';
import type { MoneyChange } from '../../plan/change.js';
import type { Operand } from '../../plan/predicate.js';
import { foldedColumn, hasNoColumn, moneyColumns } from '../../sql/columns.js';
import { foldBeyondAscii } from '../../sql/filter/fold.js';
import type { ColumnValues } from '../../sql/write/compile-write.js';
import { changesCustom, customColumns } from './custom-columns.js';
import type { Draft } from './draft.js';
import { fieldLists } from './field-lists.js';

/**
 * @param stamp what the service itself sets: `modified`, `revision` and, for a new record, the rest of the system members
 * @returns values by column name; of a stored record only those that the write sets
 */
export function columnValues(
  catalog: Pick<Catalog, 'existing'>,
  draft: Draft,
  stamp: ColumnValues,
): Map<string, Operand> {
  const values = new Map<string, Operand>();
  for (const field of draft.entityType.fields) {
    if (hasNoColumn(field)) continue;
    if (field.kind === 'money') {
      const money = draft.money.get(field.name);
      if (money !== undefined) setMoney(values, field, money);
    } else if (draft.values.has(field.name)) {
      values.set(field.name, draft.get(field.name));
    }
  }
  if (draft.isNew || changesText(draft)) values.set(foldedColumn, foldedTexts(draft));
  if (changesCustom(draft)) for (const [name, value] of customColumns(catalog, draft)) values.set(name, value);
  for (const [name, value] of stamp) values.set(name, value);
  return values;
}

/**
 * Gives every record a value for each column that any of them sets, so that one statement serves all: those that don't set it, the
 * stored one.
 * @param changed stored records with what the write sets of them
 */
export function alignColumns(
  catalog: Pick<Catalog, 'existing'>,
  changed: readonly { readonly draft: Draft; readonly values: ColumnValues }[],
) {
  const columns = [...new Set(changed.flatMap(({ values }) => [...values.keys()]))];
  return changed.map(({ draft, values }) => {
    const isWhole = columns.length === values.size;
    const stored = isWhole ? values : storedColumns(catalog, draft);
    return { id: draft.id, values: new Map(columns.map((name) => [name, valueIn(values, stored, name)])) };
  });
}

function valueIn(values: ColumnValues, stored: ColumnValues, name: string): Operand {
  const value = values.get(name);
  return value === undefined ? (stored.get(name) ?? null) : value;
}

/** The stored values of a record by column name. */
function storedColumns(catalog: Pick<Catalog, 'existing'>, draft: Draft): ColumnValues {
  const values = new Map<string, Operand>();
  for (const field of draft.entityType.fields) {
    const stored = draft.stored?.[field.name] ?? null;
    if (field.kind === 'money') setMoney(values, field, stored as MoneyChange | null);
    else values.set(field.name, stored as Operand);
  }
  values.set(foldedColumn, foldedTexts(draft));
  for (const [name, value] of customColumns(catalog, draft)) values.set(name, value);
  return values;
}

function setMoney(values: Map<string, Operand>, field: MoneyField, money: MoneyChange | null): void {
  const names = moneyColumns(field);
  values.set(names.base_value, money?.base_value ?? null);
  values.set(names.value_foreign, money?.value_foreign ?? null);
  values.set(names.currency_id, money?.currency_id ?? null);
}

function changesText(draft: Draft): boolean {
  return fieldLists(draft.entityType).texts.some(({ name }) => draft.changes(name));
}

/** Texts whose case the databases' own lower() would not fold. */
function foldedTexts(draft: Draft): string | null {
  const folded: Record<string, string> = {};
  for (const { name } of fieldLists(draft.entityType).texts) {
    const text = draft.text(name);
    const beyond = text === null ? undefined : foldBeyondAscii(text);
    if (beyond !== undefined) folded[name] = beyond;
  }
  return Object.keys(folded).length === 0 ? null : JSON.stringify(folded);
}
