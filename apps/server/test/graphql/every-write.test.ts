/**
 * Every write of REST v100 is a mutation, of every entity type that has it, and nothing else is.
 */
import { buildCatalog, type EntityType, entityTypes } from '@headwater/catalog';
import { typeDefs } from '@headwater/graphql-types/sdl';
import { v100Operations } from '@headwater/openapi-types';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specialFields } from '../../src/api/graphql/special-fields.js';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { RecordMaker } from '../every-type/record-maker.js';
import { oneDatabase } from '../fixture.js';
import { someOf } from '../properties/runs.js';
import { GraphqlServer } from './graphql-server.js';

const schema = buildSchema(typeDefs);
const writable = someOf(entityTypes.filter(({ operations }: EntityType) => operations.includes('create')));

/** The content of files is no JSON; the others are about keys, and about what records have been through. */
const restOnly = new Set([
  ...['createKey', 'deleteKey', 'rotateKey'],
  ...['uploadCloudObject', 'getCloudObjectContent', 'pingWebhook', 'redeliverWebhook', 'revertChanges'],
]);

/** Parameters of the whole request, which are headers in GraphQL as well. */
const ofRequest = new Set(['WebhookSkipKey']);

/** What a root field is called that represents an operation of REST, by the operation's id. */
const called: Readonly<Record<string, string>> = { sendOpportunityBack: 'backToLead' };

function namesOf(type: GraphQLObjectType | null | undefined): string[] {
  return Object.keys(type?.getFields() ?? {});
}

describe('mutations', () => {
  const mutations = namesOf(schema.getMutationType()).filter((name) => !specialFields.mutation.has(name));

  it('are the writes of REST, and the restoring of single records', () => {
    const operations = v100Operations.filter(
      ({ operationId, method }) => method !== 'get' && !restOnly.has(operationId),
    );
    const singles = operations.flatMap(({ operation, entityType }) =>
      operation === 'batch-restore' ? [`restore${entityType}`] : [],
    );
    const wanted = [...operations.map(({ operationId }) => called[operationId] ?? operationId), ...singles];
    expect([...mutations].sort()).toEqual([...new Set(wanted)].sort());
  });

  it('take what deletions of REST take', () => {
    const fields = schema.getMutationType()?.getFields() ?? {};
    const paths = v100Document.paths ?? {};
    const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const { operationId, path } of v100Operations.filter(({ operation }) => operation === 'delete')) {
      const parameters = (paths[path] as { delete: { parameters: { $ref: string }[] } }).delete.parameters;
      const names = parameters.map(({ $ref }) => $ref.split('/').at(-1) ?? '').filter((name) => !ofRequest.has(name));
      const known: Record<string, string> = { IfMatch: 'revision', Id: 'id' };
      const wanted = names.map((name) => known[name] ?? camelCase(name.charAt(0).toLowerCase() + name.slice(1)));
      expect(fields[operationId]?.args.map(({ name }) => name).sort(), operationId).toEqual(wanted.sort());
    }
  });
});

it('queries list duplicates where REST does', () => {
  const queries = namesOf(schema.getQueryType()).filter((name) => /^duplicate[A-Z]/.test(name));
  const operations = v100Operations.filter(({ operation }) => operation === 'duplicates');
  const collections = operations.map(({ path }) => path.split('/')[2]);
  expect(queries).toEqual(collections.map((collection) => `duplicate${collection}`));
});

describe.each(oneDatabase)('on %s', (database) => {
  let server: GraphqlServer;
  let maker: RecordMaker;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    maker = new RecordMaker(server.server.space, buildCatalog(entityTypes));
  });

  afterAll(() => server.close());

  /** @returns the members of the answer, or the codes of its errors */
  async function ask(query: string): Promise<unknown> {
    const { body } = await server.send(query);
    return body.errors === undefined ? body.data : body.errors.map(({ extensions }) => extensions.code);
  }

  async function everyWrite(name: string, collection: string, id: string): Promise<void> {
    const { operations } = maker.catalog.entityType(name) ?? { operations: ['batch-modify', 'batch-delete'] };
    const results = (operation: string, items: string, members: string) =>
      ask(`mutation { a: ${operation}${collection}(${items}) { ${members} } }`);
    const record = (text: string) => ask(`mutation { a: ${text} { id isDeleted } }`);
    const shown = { a: { id, isDeleted: false } };
    const written = { a: [{ id, record: { id }, errors: [] }] };

    expect(await record(`update${name}(id: "${id}", input: {})`)).toEqual(shown);
    expect(await record(`upsert${name}(value: "${id}", input: {}, mode: Existing)`)).toEqual(shown);
    expect(await ask(`mutation { a: delete${name}(id: "${id}") }`)).toEqual({ a: id });
    expect(await record(`restore${name}(id: "${id}")`)).toEqual(shown);
    if (operations.includes('batch-modify')) {
      expect(await results('batchModify', `items: [{ id: "${id}" }]`, 'id record { id } errors { code }')).toEqual(
        written,
      );
    }
    if (operations.includes('batch-delete')) {
      const deleted = { a: [{ id, errors: [] }] };
      expect(await results('batchDelete', `ids: ["${id}"]`, 'id errors { code }')).toEqual(deleted);
    }
    expect(await results('batchRestore', `ids: ["${id}"]`, 'id record { id } errors { code }')).toEqual(written);
  }

  it.each(writable.map((entityType) => ({ name: entityType.name, entityType })))(
    'each write of $name',
    async ({ entityType }) => {
      const { body } = await maker.required(entityType);
      const { id } = await server.server.space.create(entityType.collection, body);
      await everyWrite(entityType.name, entityType.collection, id);
    },
  );

  it('each write of an entity type of the space', async () => {
    const kind = await defineEntityType(server.server.space, 'Boat');
    const { id } = await kind.create();
    await everyWrite('Boat', 'Boat', id);
    expect(server.server.failures).toEqual([]);
  });
});
