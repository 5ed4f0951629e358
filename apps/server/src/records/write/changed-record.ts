/**
 * What the change log says of a record that a write changes. Pure.
 */
import { type EntityType, type Field, isListType } from '@headwater/catalog';
import type { MoneyChange } from '../../plan/change/change.js';
import type { Operand } from '../../plan/list/predicate.js';
import { onceFor } from '../../plan/once-for.js';
import { type Catalogs, ownerColumns } from '../../plan/relations/owner-columns.js';
import type { ChangeAct } from '../../request/change-act.js';
import { sharedKindColumn } from '../../sql/custom-values/shared-tables.js';
import { type ChangedRecord, entityTypeOfKind } from '../../sql/tables/changes.js';
import type { Act, Draft, StoredRecord } from './draft.js';
import { moneyText } from './values/column-values.js';

export const actsInLog = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  merge: 'merged_into',
  convert: 'converted',
  erase: 'erased',
} as const satisfies Readonly<Record<Act | 'merge' | 'convert' | 'erase', ChangeAct>>;

/** The members that say whether a record is there, after which a log entry names no others. */
export const deletionMembers = {
  deleted: '{"is_deleted":[false,true]}',
  restored: '{"is_deleted":[true,false]}',
} as const;

/** JSON texts of its value before and after. */
type ChangedMember = readonly [name: string, before: string, after: string];

/** @param act what it comes to, which a rule may have turned into another one than the draft's */
export function changedRecord(catalogs: Catalogs, draft: Draft, act: Act): ChangedRecord {
  return {
    entityType: nameInLog(draft.entityType, (column) => draft.get(column)),
    id: draft.id,
    act: actsInLog[act],
    members: changedMembers(draft.entityType, draft.stored, draft.values, draft.money),
    owners: ownersOf(catalogs, draft),
  };
}

/** What becomes of a record without a draft. */
export function changedWithoutDraft(
  catalogs: Catalogs,
  entityType: EntityType,
  stored: StoredRecord,
  act: ChangeAct,
  members: readonly ChangedMember[],
): ChangedRecord {
  const owners = ownerColumns(catalogs, entityType).map((name) => stored[name]);
  return {
    entityType: nameInLog(entityType, (column) => stored[column]),
    id: String(stored.id),
    act,
    members: members.length === 0 ? null : objectText(members),
    owners: twoOf(owners),
  };
}

/** @returns in a shared table the entity type of the record, whichever it was written as */
function nameInLog(entityType: EntityType, columnOf: (column: string) => unknown): string {
  const kindColumn = entityType.storedIn === undefined ? sharedKindColumn(entityType) : undefined;
  return kindColumn === undefined ? entityType.name : entityTypeOfKind(entityType, String(columnOf(kindColumn) ?? ''));
}

/** @returns every member that the record had, as given up */
export function givenUpMembers(entityType: EntityType, stored: StoredRecord): ChangedMember[] {
  return [...textWriters(entityType)].flatMap(([name, textOf]) => {
    const value = stored[name] ?? null;
    return value === null ? [] : [[name, textOf(value), 'null'] as const];
  });
}

/** @returns the JSON text of a stored value as answers show it; undefined for a member that they do not show */
export function shownText(entityType: EntityType, name: string, value: unknown): string | undefined {
  return textWriters(entityType).get(name)?.(value ?? null);
}

/**
 * @param stored undefined: a new record
 * @returns `members` of a log entry: what the write sets to another value
 */
export function changedMembers(
  entityType: EntityType,
  stored: StoredRecord | undefined,
  values: ReadonlyMap<string, Operand>,
  money: ReadonlyMap<string, MoneyChange | null> = noMoney,
): string | null {
  const writers = textWriters(entityType);
  const members: ChangedMember[] = [];
  for (const [name, after] of [...values, ...money]) {
    const before = stored?.[name] ?? null;
    const textOf = after === before ? undefined : writers.get(name);
    if (!textOf) continue;
    const [was, is] = [textOf(before), textOf(after)];
    // An empty list is shown as one that was never set, and a currency without an amount is not.
    if (was !== is) members.push([name, was, is]);
  }
  return members.length === 0 ? null : objectText(members);
}

const noMoney: ReadonlyMap<string, MoneyChange | null> = new Map();

function objectText(members: readonly ChangedMember[]): string {
  return `{${members.map(([name, before, after]) => `${JSON.stringify(name)}:[${before},${after}]`).join(',')}}`;
}

/** Those to which a row comes, and those that it leaves for them, come before those to which it belongs all the time. */
function ownersOf(catalogs: Catalogs, { entityType, values, stored }: Draft): string[] {
  const columns = ownerColumns(catalogs, entityType);
  if (columns.length === 0) return [];
  const before = columns.map((name) => stored?.[name] ?? null);
  const after = columns.map((name, index) => (values.has(name) ? values.get(name) : before[index]));
  const isMoved = (_: unknown, index: number) => before[index] !== after[index];
  return twoOf([...after.filter(isMoved), ...before.filter(isMoved), ...after]);
}

function twoOf(ids: readonly unknown[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))].slice(0, 2);
}

type TextWriter = (value: unknown) => string;

/** They change with every write. */
const ofEveryWrite = new Set(['id', 'modified', 'revision']);

/** What writes a stored value as answers show it, by the name of the member; those that no change names are missing. */
const textWriters = onceFor(({ fields }: EntityType): ReadonlyMap<string, TextWriter> => {
  const shown = fields.filter(({ name }) => !ofEveryWrite.has(name));
  return new Map(
    shown.flatMap((field) => {
      const writer = textWriter(field);
      return writer ? [[field.name, writer] as const] : [];
    }),
  );
});

/** What stands for a secret in the log: that it has changed is on record, what it was is not. */
export const secretText = '(secret)';

const plainText: TextWriter = (value) => JSON.stringify(value ?? null);
/** It is JSON already, or an amount with its own digits, of which a number would lose some. */
const textAsItIs: TextWriter = (value) => (value === null || value === undefined ? 'null' : String(value));

function textWriter(field: Field): TextWriter | undefined {
  if (field.hidden === true || field.kind === 'rows') return undefined;
  if (field.kind === 'money') return (value) => shownMoney(value as MoneyChange | null);
  if (field.kind === 'reference') return plainText;
  if (field.writeOnly === true) return undefined;
  if (field.secret === true)
    return (value) => (value === null || value === undefined ? 'null' : JSON.stringify(secretText));
  if (isListType(field.type)) return (value) => (value === null || value === undefined ? '[]' : String(value));
  return field.type === 'json' || field.type === 'decimal' ? textAsItIs : plainText;
}

function shownMoney(money: MoneyChange | null): string {
  return moneyText((money?.base_value ?? money?.value_foreign ?? null) === null ? null : money);
}
