/**
 * A check for every operation of both REST documents: it can be reached, and its success is as declared.
 */
import { buildCatalog, type EntityType, entityTypes } from '@headwater/catalog';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import type { ContractDocument, OperationEntry } from '../../documents/contract-document.js';
import { loadContractDocuments } from '../../documents/contract-documents.js';
import { toLegacyId } from '../../doors/legacy-id.js';
import { idOf, type RecordJson } from '../../doors/record.js';
import { CheckSkipped, expectEqual } from '../../expectation.js';
import { type Answer, expectStatus } from '../../http/answer.js';
import type { Json } from '../../http/json.js';
import type { Query } from '../../http/query.js';
import { changeableField } from './writable-fields.js';

/** Expects the declared success and a body of its schema. @throws ExpectationFailed */
export function expectDeclared(document: ContractDocument, entry: OperationEntry, answer: Answer): void {
  const status = document.successStatus(entry);
  expectStatus(answer, status);
  expectEqual(document.mistakesIn(entry, status, answer.json), [], `mistakes in the answer of ${entry.operationId}`);
}

/** A record to read or change: a new one, or any that is there when the entity type can't be created. */
export async function someRecord(
  { rest, fixtures }: CheckContext,
  { name, operations, collection }: EntityType,
): Promise<RecordJson> {
  if (operations.includes('create')) return await fixtures.create(name);
  const [record] = (await rest.list(collection, { first: 1 })).records;
  if (record === undefined) throw new CheckSkipped(`there is no record of ${collection}, and none can be created`);
  return record;
}

/** @returns the body of an update that does no harm */
export async function harmlessChange(
  { fixtures }: CheckContext,
  entityType: EntityType,
): Promise<Record<string, Json>> {
  const field = changeableField(entityType);
  return field === undefined ? {} : { [field.name]: await fixtures.sample(field) };
}

const standard: Record<string, (context: CheckContext, entityType: EntityType) => Promise<readonly Answer[]>> = {
  list: async (context, entityType) => {
    const id = idOf(await someRecord(context, entityType));
    const list = (query: Query) =>
      context.rest.send('GET', entityType.collection, undefined, { query: { 'filter[id]': id, ...query } });
    return [await list({}), await list({ expand: relationNames(entityType).join(','), 'include-total': true })];
  },
  get: async (context, entityType) => {
    const id = idOf(await someRecord(context, entityType));
    return [await context.rest.send('GET', entityType.collection, id)];
  },
  create: async ({ rest, fixtures }, { name, collection }) => {
    return [await rest.send('POST', collection, undefined, { body: await fixtures.body(name) })];
  },
  update: async (context, entityType) => {
    const id = idOf(await someRecord(context, entityType));
    return [
      await context.rest.send('PATCH', entityType.collection, id, { body: await harmlessChange(context, entityType) }),
    ];
  },
  delete: async ({ rest, fixtures }, { name, collection }) => {
    return [await rest.send('DELETE', collection, idOf(await fixtures.create(name)))];
  },
};

function relationNames(entityType: EntityType): string[] {
  return entityType.fields.flatMap((field) => {
    if (field.kind === 'rows') return [field.name];
    return field.kind === 'reference' ? field.links.map((link) => link.name) : [];
  });
}

/** Reads of REST v1; `{id}` stands for an id in the older form, a number where records are numbered. */
async function legacyAnswer(
  context: CheckContext,
  { path }: OperationEntry,
  entityType: EntityType | undefined,
): Promise<Answer> {
  const below = path.replace('/{space_name}', '').replace('{entity}', 'Account');
  if (entityType === undefined) return await context.legacy.send('GET', below);
  if (!below.includes('{id}')) {
    await someRecord(context, entityType);
    return await context.legacy.send('GET', below, { query: { sort: '-PPL_CHRONOLOGICAL' } });
  }
  const id = entityType.numbered
    ? await numberOf(context, entityType)
    : toLegacyId(idOf(await someRecord(context, entityType)));
  return await context.legacy.send('GET', below.replace('{id}', id));
}

async function numberOf({ legacy, fixtures }: CheckContext, { name, v1 }: EntityType): Promise<string> {
  await fixtures.idOf(name);
  const { records } = await legacy.list(v1?.collection ?? '', { limit: 1 });
  return String(records[0]?.ID);
}

const documents = loadContractDocuments();
const catalog = buildCatalog(entityTypes);

const currentChecks = documents.v100.operations.map((entry): Check => {
  const entityType = catalog.entityType(entry.entityType ?? '');
  const answersOf = standard[entry.operation ?? ''];
  if (entityType === undefined || answersOf === undefined)
    throw new Error(`${entry.operationId} is no standard operation; write a check for it`);
  return {
    id: `operation.${entry.operationId}`,
    sentence: `MUST answer \`${entry.method.toUpperCase()} ${entry.path}\` with the status and the body that are declared`,
    spec: documents.v100.pointerOf(entry),
    run: async (context) => {
      for (const answer of await answersOf(context, entityType)) expectDeclared(context.documents.v100, entry, answer);
    },
  };
});

const legacyChecks = documents.v1.operations
  .filter((entry) => entry.method === 'get')
  .map(
    (entry): Check => ({
      id: `operation.v1.${entry.operationId}`,
      sentence: `MUST answer \`GET ${entry.path}\` of REST v1 with the status and the body that are declared`,
      spec: documents.v1.pointerOf(entry),
      run: async (context) => {
        const entityType = catalog.entityType(entry.entityType ?? '');
        expectDeclared(context.documents.v1, entry, await legacyAnswer(context, entry, entityType));
      },
    }),
  );

export const operationChecks: readonly Check[] = [...currentChecks, ...legacyChecks];
