/**
 * What each member of a record type of the schema means in the catalog. Computed once; knows no request.
 */
import { type Catalog, isWriteOnly, type Member } from '@headwater/catalog';
import { graphqlName, reverseRelations } from '@headwater/contract';
import type { ReferringRecords } from '../../../request/filter.js';

export type RecordMember =
  | { readonly kind: 'value'; readonly field: string }
  | { readonly kind: 'money'; readonly field: string }
  /** The record behind a to-one relation. */
  | { readonly kind: 'record'; readonly link: string; readonly target: string }
  /** The one record of a to-many relation that shows at most one. */
  | { readonly kind: 'row'; readonly rows: string; readonly target: string }
  /** The records of a to-many relation, or those whose reference leads here. */
  | { readonly kind: 'page'; readonly rows: string | ReferringRecords; readonly target: string };

/** GraphQL member name to its meaning. */
export type RecordMembers = ReadonlyMap<string, RecordMember>;

/** By the name of the entity type, which is also the name of its GraphQL type. */
export type MemberIndex = ReadonlyMap<string, RecordMembers>;

/** The parts of an amount in a currency that are plain values, by GraphQL name. */
export const moneyParts = {
  baseValue: 'base_value',
  valueForeign: 'value_foreign',
  currencyId: 'currency_id',
} as const;

/** The part of an amount that is a record: its name in GraphQL and in paths, and its entity type. */
export const moneyCurrency = { name: 'currency', target: 'Currency' } as const;

/** @returns whether `name` is a plain part of an amount; `currency`, the record, is not */
export function isMoneyPart(name: string): name is keyof typeof moneyParts {
  return Object.hasOwn(moneyParts, name);
}

/** Indexes every entity type of a catalog. Pure. */
export function indexMembers(catalog: Catalog): MemberIndex {
  const reverse = reverseRelations(catalog.entityTypes);
  return new Map(
    catalog.entityTypes.map(({ name, fields }) => {
      const members = catalog
        .members(name)
        .map((member) => [graphqlName(member.field, member.name), recordMember(member)] as const);
      const inputs = fields
        .filter(isWriteOnly)
        .map((field) => [graphqlName(field, field.name), { kind: 'value', field: field.name }] as const);
      const pages = (reverse.get(name) ?? []).map(
        ({ name: member, from, via }) => [member, { kind: 'page', rows: { from, via }, target: from }] as const,
      );
      return [name, new Map<string, RecordMember>([...members, ...inputs, ...pages])];
    }),
  );
}

/** @returns the meaning of a member; that the catalog lacks a member of the schema is a fault of the build, hence an Error */
export function memberOf(index: MemberIndex, entityType: string, name: string): RecordMember {
  const member = index.get(entityType)?.get(name);
  if (member === undefined) throw new Error(`The catalog has no member for "${entityType}.${name}"`);
  return member;
}

function recordMember(member: Member): RecordMember {
  if (member.kind === 'link') return { kind: 'record', link: member.link.name, target: member.link.target };
  const { field } = member;
  switch (field.kind) {
    case 'rows':
      return { kind: field.single ? 'row' : 'page', rows: field.name, target: field.target };
    case 'money':
      return { kind: 'money', field: field.name };
    default:
      return { kind: 'value', field: field.name };
  }
}
