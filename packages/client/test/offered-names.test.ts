/**
 * What the types offer, the server takes: every member of every entity type in filters, orders, `expand` and `only`. And what they
 * promise of records, its records have.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toQuery } from '../src/collections/to-query.js';
import { createClient, type RecordList } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
const moment = '2026-03-09T14:05:31Z';

/** A condition for each type of `field-types.ts`; undefined where no filter knows the member. */
const conditions: Readonly<Record<string, readonly unknown[] | undefined>> = {
  Text: ['x', { istarts: 'x' }, { between: ['a', 'b'] }, { notEmpty: true }],
  Id: [id, [id, id], { notEq: id }, { lt: id }],
  Day: ['2026-03-09', { gte: '2026-03-09' }],
  DateTime: [moment, { between: [moment, new Date()] }],
  Texts: ['x', { notEq: 'x' }, { empty: true }],
  Ids: [id, { notEq: id }, { notNull: true }],
  Money: [7, { gt: 7 }, { base_value: { lte: 7 }, currency_id: id, value_foreign: { notNull: true } }],
  Json: [{ notNull: true }, { empty: true }],
  One: [{ id }, { null: true }],
  OneOf: [{ id }],
  OneOfSeveral: undefined,
  ManyOfSeveral: undefined,
  Many: [{ id }, null, { notEq: id }, { notEmpty: true }],
  Row: [{ id }, null, { notEmpty: true }],
  number: [7, [7, 8], { gte: 7 }],
  boolean: [true, { notEq: true }],
};

const unordered = /^(Texts|Ids|Json|One|OneOf|OneOfSeveral|Many|ManyOfSeveral|Row)$/;
const relations = /^(One|OneOf|OneOfSeveral|Many|ManyOfSeveral|Row)$/;

interface Member {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

/** By collection, as the build has written them. */
async function offered(): Promise<ReadonlyMap<string, readonly Member[]>> {
  const text = await readFile(new URL('../src/generated/entity-types.ts', import.meta.url), 'utf8');
  const entityTypes = new Map(
    [...text.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}$/gm)].map(([, name = '', body = '']) => [name, body]),
  );
  const collections = [...(entityTypes.get('EntityTypes') ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)];
  return new Map(collections.map(([, name = '', type = '']) => [name, membersIn(entityTypes.get(type) ?? '')]));
}

function membersIn(body: string): Member[] {
  const [answered = ''] = body.split(/^ {2}sent: /m);
  return [...answered.matchAll(/^ {4}(\w+): (?:Is\.)?([^<;]+?)(?:<.*>)?( \| null)?;$/gm)].map(
    ([, name = '', type = '', orNull]) => ({
      name,
      type: /^[\d'-]/.test(type) ? 'literal' : type,
      isNullable: orNull !== undefined,
    }),
  );
}

let server: RealServer;

beforeAll(async () => {
  server = await startRealServer('offered');
});

afterAll(() => server.close());

it('is taken by the server', async () => {
  const rejected: string[] = [];
  const collections = await offered();
  expect(collections.size).toBeGreaterThan(100);
  for (const [collection, members] of collections) {
    const read = async (request: Parameters<typeof toQuery>[0]): Promise<void> => {
      const params = { query: toQuery({ first: 1, ...request }) };
      const { error } = await server.client.GET(
        `/entities/${collection}` as '/entities/Contacts',
        { params } as object,
      );
      if (error) rejected.push(`${collection}: ${JSON.stringify(error).slice(0, 200)}`);
    };
    await read({
      only: members.map(({ name }) => name),
      expand: members.filter(({ type }) => relations.test(type)).map(({ name }) => name),
    });
    const sortable = members.filter(({ type }) => !unordered.test(type)).map(({ name }) => name);
    for (let at = 0; at < sortable.length; at += 8) await read({ orderBy: sortable.slice(at, at + 8) });
    for (const at of [0, 1, 2, 3]) {
      const where = members.flatMap(({ name, type }) => {
        const condition = conditions[type]?.[at];
        return condition === undefined ? [] : [[name, condition] as const];
      });
      if (where.length > 0) await read({ where: Object.fromEntries(where) });
    }
    const nullable = members.filter(({ type, isNullable }) => isNullable && type !== 'OneOfSeveral');
    if (nullable.length > 0) await read({ where: Object.fromEntries(nullable.map(({ name }) => [name, null])) });
  }
  expect(rejected).toEqual([]);
}, 120_000);

it('leaves out of filters what leads elsewhere in each entity type of a union', async () => {
  const varying = [...(await offered())].flatMap(([collection, members]) =>
    members.flatMap(({ name, type }) => (type === 'ManyOfSeveral' ? [[collection, name] as const] : [])),
  );
  expect(varying).toEqual([
    ['Activities', 'tags'],
    ['LeadOppties', 'tags'],
  ]);
  for (const [collection, name] of varying) {
    const params = { query: { 'filter-op': { [name]: 'empty' } } };
    const { error } = await server.client.GET(`/entities/${collection}` as '/entities/Contacts', { params } as object);
    expect(error?.message).toContain('leads elsewhere in each of its entity types');
  }
});

const isText = (value: unknown) => typeof value === 'string';
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Whether a value is of a type of `field-types.ts`. */
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  Text: isText,
  Id: (value) => isText(value) && /^[\da-f-]{36}$/.test(String(value)),
  Day: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(String(value)),
  DateTime: (value) => isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]{15}Z$/.test(String(value)),
  Texts: isTexts,
  Ids: isTexts,
  Money: (value) => typeof value === 'object' && value !== null && 'base_value' in value,
  Json: () => true,
  One: isText,
  OneOf: (value) => value === null || isText(value),
  OneOfSeveral: isText,
  Many: isTexts,
  ManyOfSeveral: isTexts,
  Row: isText,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  literal: (value) => isText(value) || typeof value === 'number',
};

it('is what records have', async () => {
  const { url: baseUrl, space, credentials, client, ownerId: owner_id } = server;
  const { id } = await client.accounts.create({ owner_id, name: 'Harbour Line' });
  await client.contacts.create({
    owner_id,
    last_name: 'Okafor',
    account_relations: [{ account_id: id, is_primary: true }],
  });
  await client.tasks.create({ owner_id, subject: 'Call', due_date: '2026-04-17' });
  const collections = createClient({ baseUrl, space, ...credentials }) as unknown as Readonly<
    Record<string, { list(): RecordList<Readonly<Record<string, unknown>>> }>
  >;
  const wrong: string[] = [];
  const seen: string[] = [];
  for (const [collection, members] of await offered()) {
    const record = await collections[collection.charAt(0).toLowerCase() + collection.slice(1)]?.list().first();
    if (record === undefined) continue;
    seen.push(collection);
    expect(Object.keys(record).sort(), collection).toEqual(members.map(({ name }) => name).sort());
    for (const { name, type, isNullable } of members) {
      const value = record[name];
      const isRight = value === null ? isNullable || /^(OneOf|Json)$/.test(type) : fits[type]?.(value);
      if (!isRight) wrong.push(`${collection}.${name}: ${JSON.stringify(value)} is no ${type}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.length).toBeGreaterThan(20);
  expect(seen).toEqual(expect.arrayContaining(['Accounts', 'Contacts', 'Tasks', 'ContactAccountRelations', 'Fields']));
}, 60_000);
