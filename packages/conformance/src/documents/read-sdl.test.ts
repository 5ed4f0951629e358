/** The schema language, read into types and members. */
import { typeDefs } from '@headwater/graphql-types/sdl';
import { expect, it } from 'vitest';
import { readSdl } from './read-sdl.js';
import { missingFrom } from './type-system.js';

const sdl = `
  # type Nothing { a: Int }
  directive @marked(of: [String!] = ["{"]) on FIELD_DEFINITION
  schema { query: Query }
  "type Text { a: Int }"
  type Query implements Node & Named @marked {
    """
    Many \\""" quotes: type None { b: Int }
    """
    many(first: Int = 30, "of: a thing" of: [Colour!] = [RED], at: Point = { x: 1, y: [2] }): [Query!]! @deprecated(reason: "no }")
    id: ID!
  }
  extend type Query { more: String }
  enum Colour { RED "x" GREEN @marked BLUE }
  union Any = | Query | Other
  scalar Moment @specifiedBy(url: "https://x.example")
  input Point { x: Int! = 0 y: [Int] }
`;

it('gives every type with its members and their types', () => {
  const types = readSdl(sdl);
  expect([...types.keys()]).toEqual(['Query', 'Colour', 'Any', 'Moment', 'Point']);
  expect(Object.fromEntries(types.get('Query')?.members ?? [])).toEqual({
    'is Node': '',
    'is Named': '',
    many: '[Query!]!',
    'many(first)': 'Int',
    'many(of)': '[Colour!]',
    'many(at)': 'Point',
    id: 'ID!',
    more: 'String',
  });
  expect([...(types.get('Colour')?.members.keys() ?? [])]).toEqual(['RED', 'GREEN', 'BLUE']);
  expect([...(types.get('Any')?.members.keys() ?? [])]).toEqual(['has Query', 'has Other']);
  expect(Object.fromEntries(types.get('Point')?.members ?? [])).toEqual({ x: 'Int!', y: '[Int]' });
});

it('says what is missing or otherwise, and not what is there beyond', () => {
  const got = readSdl(
    'type Query { id: ID more: String extra: Int } enum Colour { RED BLUE GREEN PINK } type Point { x: Int }',
  );
  expect(missingFrom(got, readSdl(sdl))).toEqual([
    'Query.is Node is missing',
    'Query.is Named is missing',
    'Query.many is missing',
    'Query.many(first) is missing',
    'Query.many(of) is missing',
    'Query.many(at) is missing',
    'Query.id should be ID!, is ID',
    'Colour should have GREEN where it has BLUE',
    'union Any is missing',
    'scalar Moment is missing',
    'Point should be of the kind input, is type',
  ]);
  expect(missingFrom(readSdl(sdl), readSdl(sdl))).toEqual([]);
});

it('reads the schema of the interface', () => {
  const types = readSdl(typeDefs);
  expect(types.size).toBeGreaterThan(500);
  expect(types.get('Account')?.members.get('owner')).toBe('Client');
  expect(
    [...types.values()]
      .flatMap(({ members }) => [...members.values()])
      .filter((type) => / |^$/.test(type) && type !== ''),
  ).toEqual([]);
});
