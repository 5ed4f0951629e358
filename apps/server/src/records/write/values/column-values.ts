/**
 * Works out what the columns of a record hold after a write, the texts of custom fields among them, by which the record is read without
 * looking for each of its custom fields. Pure.
 */
import type { Catalog, EntityType, MoneyField } from '@headwater/catalog';
import type { MoneyChange } from '../../../plan/change/change.js';
import type { Operand } from '../../../plan/list/predicate.js';
import { onceFor } from '../../../plan/once-for.js';
import {
  type Column,
  customColumn,
  customLayoutColumn,
  customLinksColumn,
  foldedColumn,
  moneyColumns,
  numberColumn,
} from '../../../sql/columns.js';
import { type CustomLayout, customLayout, nextLayout } from '../../../sql/custom-values/custom-layout.js';
import { type CustomLink, customLinks, linkBaseMark } from '../../../sql/custom-values/custom-texts.js';
import type { HoldingField } from '../../../sql/custom-values/custom-value.js';
import { sharedTableOf } from '../../../sql/custom-values/shared-tables.js';
import { foldBeyondAscii } from '../../../sql/filter/fold.js';
import type { ColumnValues } from '../../../sql/write/compile-write.js';
import type { Draft } from '../draft.js';
import { fieldLists } from '../field-lists.js';

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
  for (const field of fieldLists(draft.entityType).stored) {
    if (field.kind === 'money') {
      const money = draft.money.get(field.name);
      if (money !== undefined) setMoney(values, field, money);
    } else {
      const value = draft.values.get(field.name);
      if (value !== undefined) values.set(field.name, field.name === 'id' ? draft.id : value);
    }
  }
  if (draft.isNew || changesText(draft)) values.set(foldedColumn, foldedTexts(draft));
  if (changesCustom(draft)) for (const [name, value] of customColumns(catalog, draft)) values.set(name, value);
  for (const [name, value] of stamp) values.set(name, value);
  return values;
}

/** What the service itself sets in a new record, beside its id. */
export interface NewStamp {
  readonly modified: string;
  readonly revision: number;
  /** Of a numbered entity type. */
  readonly number?: number | undefined;
}

/** Reads what a column of a new record holds. */
type ColumnReader = (draft: Draft, stamp: NewStamp) => Operand;

const readersOfColumns = new WeakMap<readonly Column[], readonly ColumnReader[]>();

/**
 * @param columns the same array for all records of an entity type
 * @returns what a new record without custom fields holds in each of them
 */
export function newRow(columns: readonly Column[], draft: Draft, stamp: NewStamp): Operand[] {
  let readers = readersOfColumns.get(columns);
  if (!readers) {
    const byColumn = readersOf(draft.entityType);
    readers = columns.map(({ name }) => byColumn.get(name) ?? (() => null));
    readersOfColumns.set(columns, readers);
  }
  return readers.map((read) => read(draft, stamp));
}

function readersOf(entityType: EntityType): ReadonlyMap<string, ColumnReader> {
  const readers = new Map<string, ColumnReader>();
  for (const field of fieldLists(entityType).stored) {
    const { name } = field;
    if (field.kind === 'money') {
      for (const [part, column] of Object.entries(moneyColumns(field))) {
        readers.set(column, (draft) => draft.money.get(name)?.[part as keyof MoneyChange] ?? null);
      }
    } else readers.set(name, (draft) => draft.values.get(name) ?? null);
  }
  readers.set(foldedColumn, foldedTexts);
  for (const [name, read] of Object.entries(ofService)) readers.set(name, read);
  const shared = sharedTableOf(entityType);
  if (shared) readers.set(shared.kindColumn, () => shared.kind);
  return readers;
}

const ofService: Readonly<Record<string, ColumnReader>> = {
  id: ({ id }) => id,
  modified: ({ values }, { modified }) => values.get('modified') ?? modified,
  created: ({ values }, { modified }) => values.get('created') ?? modified,
  revision: (_, { revision }) => revision,
  is_deleted: () => false,
  is_delete_protected: ({ values }) => values.get('is_delete_protected') ?? false,
  [numberColumn]: (_, { number }) => number ?? null,
};

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
  let folded: Record<string, string> | undefined;
  for (const { name } of fieldLists(draft.entityType).texts) {
    const text = draft.text(name);
    const beyond = text === null ? undefined : foldBeyondAscii(text);
    if (beyond !== undefined) folded = { ...folded, [name]: beyond };
  }
  return folded === undefined ? null : JSON.stringify(folded);
}

/** Whether the texts of a record are other ones after the write. A new record without values needs none. */
function changesCustom(draft: Draft): boolean {
  const byName = customLayout(draft.entityType)?.byName;
  if (!byName) return false;
  for (const name of draft.money.keys()) if (byName.has(name)) return true;
  for (const name of draft.values.keys()) if (byName.has(name) && draft.changes(name)) return true;
  return false;
}

/** Whether the texts of a stored record are of no use any more: reading it means to look for each of its fields. */
export function hasUnknownLayout({ entityType, stored }: Draft): boolean {
  const layout = customLayout(entityType);
  const written = stored?.[customLayoutColumn];
  if (!layout || typeof written !== 'number') return false;
  return written !== layout.current && written !== layout.restarted && !layout.earlier.has(written);
}

/** @returns the values of the columns that hold the texts; none where the space has defined no fields */
export function customColumns(catalog: Pick<Catalog, 'existing'>, draft: Draft): [name: string, value: Operand][] {
  const layout = customLayout(draft.entityType);
  if (!layout) return [];
  const before = draft.stored?.[customLayoutColumn];
  const { values, links } = membersOf(layout);
  const valueTexts = values.map(({ start, of }) => start + valueText(draft, of));
  const linkTexts = links.map(({ start, of: { field, link } }) => {
    const id = draft.text(field.name);
    return start + (id === null ? 'null' : `"${linkBaseMark}${catalog.existing(link.target).collection}/${id}"`);
  });
  return [
    [customColumn, `{${valueTexts.join(',')}}`],
    [customLinksColumn, links.length === 0 ? null : `{${linkTexts.join(',')}}`],
    [customLayoutColumn, nextLayout(layout, typeof before === 'number' ? before : null)],
  ];
}

/** A member of a text. */
interface Member<T> {
  /** Its name and the colon. */
  readonly start: string;
  readonly of: T;
}

interface Members {
  readonly values: readonly Member<HoldingField>[];
  readonly links: readonly Member<CustomLink>[];
}

/** The members of both texts: the same for every record, and often a hundred. */
const membersOf = onceFor(({ fields }: CustomLayout): Members => {
  const start = (name: string) => `${JSON.stringify(name)}:`;
  return {
    values: fields.map((field) => ({ start: start(field.name), of: field })),
    links: customLinks(fields).map((link) => ({ start: start(link.link.name), of: link })),
  };
});

/** What a field shows after the write, as JSON. */
function valueText(draft: Draft, field: HoldingField): string {
  switch (field.kind) {
    case 'value': {
      const value = draft.get(field.name);
      // An amount has its own digits: a number would lose some of them.
      return field.type === 'decimal' && value !== null ? String(value) : JSON.stringify(value);
    }
    case 'reference':
      return JSON.stringify(draft.get(field.name));
    case 'money':
      return moneyText(moneyAfter(draft, field.name));
  }
}

function moneyAfter(draft: Draft, name: string): MoneyChange | null {
  const given = draft.money.get(name);
  return given === undefined ? ((draft.stored?.[name] ?? null) as MoneyChange | null) : given;
}

/** @returns the JSON of an amount, with its own digits */
export function moneyText(money: MoneyChange | null): string {
  if (money === null) return 'null';
  const { base_value = null, currency_id = null, value_foreign = null } = money;
  return `{"base_value":${base_value},"currency_id":${JSON.stringify(currency_id)},"value_foreign":${value_foreign}}`;
}
