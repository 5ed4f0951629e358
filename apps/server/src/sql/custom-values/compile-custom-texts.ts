/**
 * Writes the texts of all custom fields of a record: those that are stored beside it where they are up to date, else made of its values.
 * Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { linkBaseOf } from '../binder.js';
import { customColumn, customLayoutColumn, customLinksColumn } from '../columns.js';
import type { ReadDialect } from '../dialects/dialect.js';
import type { ObjectText } from '../dialects/json-text.js';
import { literal } from '../dialects/quote.js';
import { column } from '../select/compile-value.js';
import { selectOfField } from './compile-custom-value.js';
import { type CustomLayout, customLayout } from './custom-layout.js';
import { customLinks, linkBaseMark, valueNames } from './custom-texts.js';
import { customPart, customValue, type HoldingField, moneyPartTypes } from './custom-value.js';
import { type CustomValueType, customValueTypes } from './value-tables.js';

/** @returns an object with all values of a record */
export function compileCustomValues(dialect: ReadDialect, layout: CustomLayout, alias: string): ObjectText {
  const fresh = compileFreshValues(dialect, layout.fields, alias);
  const endsPlainly = layout.fields.every(({ kind }) => kind !== 'money');
  const custom: StoredText = { name: customColumn, membersOf: valueNames, fresh, endsPlainly };
  return { text: compileText(dialect, layout, alias, custom), endsPlainly };
}

/** @returns the same with all links */
export function compileCustomLinks(
  dialect: ReadDialect,
  catalog: Pick<Catalog, 'existing'>,
  entityType: EntityType,
  alias: string,
): ObjectText | undefined {
  const layout = customLayout(entityType);
  if (!layout || customLinks(layout.fields).length === 0) return undefined;
  const base = linkBaseOf(dialect);
  const fresh = compileFreshLinks(dialect, catalog, layout.fields, alias, base);
  const membersOf = (fields: readonly HoldingField[]) => customLinks(fields).map(({ link }) => link.name);
  const custom: StoredText = { name: customLinksColumn, membersOf, fresh, endsPlainly: true };
  const text = compileText(dialect, layout, alias, custom);
  return {
    text: `replace(${text}, ${literal(linkBaseMark)}, ${dialect.insideJsonText(base)})`,
    endsPlainly: true,
  };
}

/** One of the two texts of a record. */
interface StoredText {
  readonly name: string;
  /** The members that it has of some of the fields. */
  readonly membersOf: (fields: readonly HoldingField[]) => readonly string[];
  /** The text made of the values. */
  readonly fresh: string;
  readonly endsPlainly: boolean;
}

function compileText(dialect: ReadDialect, layout: CustomLayout, alias: string, text: StoredText): string {
  const own = dialect.cast(column(alias, text.name), 'text');
  const written = column(alias, customLayoutColumn);
  const members = text.membersOf(layout.fields).map((name) => `${JSON.stringify(name)}:null`);
  const nothing = literal(`{${members.join(',')}}`);
  const known = [...layout.earlier].map(([number, count]) => {
    return { number, count: text.membersOf(layout.fields.slice(0, count)).length };
  });
  const [whole, part, none] = [
    known.filter(({ count }) => count === members.length),
    known.filter(({ count }) => count > 0 && count < members.length),
    known.filter(({ count }) => count === 0),
  ];
  const isOneOf = (layouts: readonly { readonly number: number }[]) =>
    `${written} IN (${layouts.map(({ number }) => number).join(', ')})`;
  const ends = part.map(({ number, count }) => `WHEN ${number} THEN ${lengthOf(members.slice(0, count)) + 1}`);
  const cases = [
    `WHEN ${isOneOf([{ number: layout.current }, { number: layout.restarted }, ...whole])} THEN ${own}`,
    `WHEN ${none.length === 0 ? '' : `${isOneOf(none)} OR `}${written} IS NULL THEN ${nothing}`,
    ...(part.length === 0
      ? []
      : [
          `WHEN ${isOneOf(part)} THEN ${dialect.withoutBrace({ text: own, endsPlainly: text.endsPlainly })} || substr(${nothing}, CASE ${written} ${ends.join(' ')} END)`,
        ]),
  ];
  return `CASE ${cases.join(' ')} ELSE ${text.fresh} END`;
}

/** Of an object's text up to the end of its last member, in code points. */
function lengthOf(members: readonly string[]): number {
  return Array.from(`{${members.join(',')}`).length;
}

/** @returns the text of a JSON object with the values of the given fields */
function compileFreshValues(dialect: ReadDialect, fields: readonly HoldingField[], alias: string): string {
  const show = (value: string, type: CustomValueType) => dialect.jsonValue(value, type);
  const id = column(alias, 'id');
  const row = `${alias}v`;
  const groups = customValueTypes.flatMap((type) => {
    const names = fields.flatMap((field) => {
      const custom = field.kind === 'money' ? undefined : customValue(field);
      return custom?.type === type ? [[field.name, custom.id] as const] : [];
    });
    const customId = dialect.cast('f.value', 'uuid');
    const value = selectOfField(dialect, type, customId, id, row, (one) => show(one, type));
    return names.length === 0 ? [] : [compilePairs(dialect, names, value)];
  });
  const amounts = fields.flatMap((field) => {
    if (field.kind !== 'money') return [];
    const [base, currency, foreign] = (['base_value', 'currency_id', 'value_foreign'] as const).map((part) =>
      customPart(field, part),
    );
    return base && currency && foreign ? [[field.name, base.id, currency.id, foreign.id]] : [];
  });
  const part = (place: number, type: CustomValueType) =>
    selectOfField(dialect, type, entryId(dialect, place), id, `${row}${place}`, (one) => show(one, type));
  const money = selectOfField(dialect, moneyPartTypes.base_value, entryId(dialect, 1), id, row, (base) =>
    dialect.jsonObject([
      ['base_value', show(base, moneyPartTypes.base_value)],
      ['currency_id', part(2, moneyPartTypes.currency_id)],
      ['value_foreign', part(3, moneyPartTypes.value_foreign)],
    ]),
  );
  return compileObject([...groups, ...(amounts.length === 0 ? [] : [compileMembers(dialect, amounts, money)])]);
}

/** @param base what links begin with */
function compileFreshLinks(
  dialect: ReadDialect,
  catalog: Pick<Catalog, 'existing'>,
  fields: readonly HoldingField[],
  alias: string,
  base: string,
): string {
  const entries = customLinks(fields).map(({ field, link }) => [
    link.name,
    customValue(field)?.id ?? '',
    `${catalog.existing(link.target).collection}/`,
  ]);
  const show = (id: string) => `${base} || ${entryText(2)} || ${id}`;
  const address = selectOfField(dialect, 'uuid', entryId(dialect, 1), column(alias, 'id'), `${alias}v`, show);
  return compileObject([compileMembers(dialect, entries, address)]);
}

function compileObject(members: readonly string[]): string {
  return `('{' || ${members.join(" || ',' || ")} || '}')`;
}

/** @param pairs names of members with ids, which need no look into a text for each of them @param value of the member of a pair */
function compilePairs(dialect: ReadDialect, pairs: readonly (readonly [string, string])[], value: string): string {
  const member = `${dialect.jsonLiteral('f.key')} || ':' || ${dialect.jsonLiteral(value)}`;
  const object = literal(JSON.stringify(Object.fromEntries(pairs)));
  return `(SELECT ${dialect.joinedText(member)} FROM ${dialect.textMembers(object, 'f', pairs.length)})`;
}

/** @param entries each with the name of a member first @param value of the member of an entry */
function compileMembers(dialect: ReadDialect, entries: readonly (readonly string[])[], value: string): string {
  const member = `${dialect.jsonLiteral(entryText(0))} || ':' || ${dialect.jsonLiteral(value)}`;
  return `(SELECT ${dialect.joinedText(member)} FROM ${dialect.entries(literal(JSON.stringify(entries)), 'f', entries.length)})`;
}

/** One of the texts of an entry. */
function entryText(place: number): string {
  return `(f.value ->> ${place})`;
}

/** The id, in an entry, under which a value is stored. */
function entryId(dialect: ReadDialect, place: number): string {
  return dialect.cast(entryText(place), 'uuid');
}
