/**
 * The schema has every type, member and enum value that the interface gives, spelt so, in the order of the interface and of the types
 * given there. What it has besides says so in its description.
 */
import { entityTypes } from '@headwater/catalog';
import { typeDefs } from '@headwater/graphql-types/sdl';
import { buildSchema, type GraphQLNamedType, isEnumType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { agendaTypeSystem } from './agenda-type-system.js';
import { filtersTypeSystem } from './filters-type-system.js';
import { insightsTypeSystem } from './insights-type-system.js';
import { reportsTypeSystem } from './reports-type-system.js';
import type { TypeSystemPart } from './type-system-part.js';
import { undescribed } from './undescribed.js';

const schema = buildSchema(typeDefs);
const ours = /An addition of this service\.\s*$/;

const parts: Readonly<Record<string, TypeSystemPart>> = {
  agenda: agendaTypeSystem,
  filters: filtersTypeSystem,
  insights: insightsTypeSystem,
  reports: reportsTypeSystem,
};

function typeNamed(name: string): GraphQLNamedType {
  const type = schema.getType(name);
  if (!type) throw new Error(`the schema has no type ${name}`);
  return type;
}

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** @returns the names of those that the interface gives; all others must say that they are ours */
function given(found: readonly Described[], names: readonly string[]): string[] {
  const unknown = found.filter(({ name, description }) => !names.includes(name) && !ours.test(description ?? ''));
  expect(unknown.map(({ name }) => name)).toEqual([]);
  return found.map(({ name }) => name).filter((name) => names.includes(name));
}

describe.each(Object.entries(parts))('%s', (_, { types, enums }) => {
  it.each(Object.entries(types))('%s has the members of the interface', (name, wanted) => {
    const type = typeNamed(name);
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${name} has no members`);
    expect(isInterfaceType(type)).toBe(wanted.isInterface ?? name.endsWith('Interface'));
    expect(type.getInterfaces().map((one) => one.name)).toEqual(wanted.implements ?? []);
    const fields = type.getFields();
    for (const [member, text] of Object.entries(wanted.members)) {
      expect(String(fields[member]?.type), `${name}.${member}`).toBe(text);
    }
    expect(given(Object.values(fields), Object.keys(wanted.members))).toEqual(Object.keys(wanted.members));
  });

  it.each(Object.entries(enums))('%s has the values of the interface', (name, wanted) => {
    const type = typeNamed(name);
    if (!isEnumType(type)) throw new Error(`${name} has no values`);
    expect(given(type.getValues(), wanted)).toEqual(wanted);
  });
});

it('names every entity type of the catalog once, those that the interface does not name behind the others', () => {
  const names = typeNamed('EntityNameEnum');
  const values = isEnumType(names) ? names.getValues().map(({ name }) => name) : [];
  const wanted = reportsTypeSystem.enums.EntityNameEnum ?? [];
  const others = entityTypes.map(({ name }) => name).filter((name) => !wanted.includes(name));
  expect(values).toEqual([...wanted, ...others]);
});

it('has the two roots of the interface, and one of ours for subscriptions', () => {
  expect(schema.getQueryType()?.name).toBe('Query');
  expect(schema.getMutationType()?.name).toBe('Mutation');
  expect(schema.getSubscriptionType()?.name).toBe('Subscription');
});

it.each(['Query', 'Mutation', 'Subscription'])('every field of %s says what it does, and that it is ours', (root) => {
  const type = typeNamed(root);
  if (!isObjectType(type)) throw new Error(`${root} has no members`);
  const fields = Object.values(type.getFields());
  expect(given(fields, [])).toEqual([]);
  const plain = fields.filter(({ description }) => (description ?? '').replace(ours, '').trim().length < 20);
  expect(plain.map(({ name }) => name)).toEqual([]);
});

it('says of every type, member, argument and value what it is', () => {
  expect(undescribed(schema)).toEqual([]);
});
