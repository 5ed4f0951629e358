/**
 * A check for every operation of REST v1: it can be reached, its success is as declared, and a second read shows what it did.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { legacyPhrase } from '../../api/legacy-filter.js';
import { fromLegacyId, toLegacyId } from '../../api/legacy-id.js';
import { idOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import type { Contract } from '../../contract.js';
import type { OperationEntry } from '../../documents/contract-document.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { type Answer, expectStatus } from '../../http/answer.js';
import { type Json, readObject } from '../../http/json.js';
import { legacyBody } from '../legacy/legacy-body.js';
import { legacyMirror } from '../legacy/mirror.js';
import { expectDeclared } from './expect-declared.js';
import { legacySpecialAnswers } from './legacy-special-answers.js';
import { harmlessChange, serialReason, someRecord } from './operation-request.js';
import { writableFields } from './writable-fields.js';

/** A collection of REST v1: an entity type, or the part of one that a view shows. */
interface Collection {
  /** The segment of its address. */
  readonly name: string;
  readonly entityType: EntityType;
  /** Members of REST v100 that all its records have. */
  readonly members: Readonly<Record<string, Json>>;
}

/** @returns what the answers of an operation are, once their effect has been seen */
type Run = (context: CheckContext, entry: OperationEntry, collection: Collection) => Promise<Answer>;

const runs: Readonly<Record<string, Run>> = {
  list: async (context, _entry, collection) => {
    const { legacy } = context;
    const record = await someRecordOf(context, collection);
    if (!collection.entityType.numbered) {
      const ID = toLegacyId(idOf(record));
      const found = await legacy.list(collection.name, { filter: legacyPhrase('ID', ID) });
      expectEqual(
        found.records.map((one) => one.ID ?? null),
        [ID],
        'ids that are listed',
      );
    }
    return await legacy.send('GET', `/${collection.name}`, { query: { sort: '-PPL_CHRONOLOGICAL' } });
  },

  get: async (context, _entry, collection) => {
    const id = await shownId(context, collection, await someRecordOf(context, collection));
    return await context.legacy.send('GET', `/${collection.name}/${id}`);
  },

  create: async (context, _entry, collection) => {
    const { legacy, fixtures } = context;
    const { entityType, members } = collection;
    const body = legacyBody(fixtures.catalog, entityType, await fixtures.body(entityType.name, members));
    const answer = await legacy.send('POST', `/${collection.name}`, { body });
    expectStatus(answer, 201);
    const location = answer.headers.get('location') ?? '';
    const id = location.split('/').at(-1) ?? '';
    const shown = readObject(answer.json, 'the body');
    expectEqual(String(shown.ID), id, 'the ID of the record, beside the end of Location');
    const again = await legacy.send('GET', `/${collection.name}/${id}`);
    expectEqual(again.json, answer.json, 'the record, read again');
    // A number leads to no record of REST v100, by which a run deletes what it has made.
    if (entityType.numbered) await legacy.send('DELETE', `/${collection.name}/${id}`);
    else await expectMirrored(context, entityType, fromLegacyId(id), shown);
    return answer;
  },

  update: async (context, _entry, collection) => {
    const { rest, legacy, fixtures } = context;
    const { entityType } = collection;
    const record = await someRecordOf(context, collection);
    const change = await visibleChange(context, entityType);
    const id = await shownId(context, collection, record);
    const answer = await legacy.send('PUT', `/${collection.name}/${id}`, {
      body: legacyBody(fixtures.catalog, entityType, change),
    });
    expectStatus(answer, 200);
    const data = await rest.get(entityType.collection, idOf(record));
    const changed = new Map(mirrored(fixtures.catalog, entityType, { ...data, ...change }));
    const shown = readObject(answer.json, 'the body');
    for (const { name, wanted, read } of legacyMirror(fixtures.catalog, entityType, data)) {
      expectEqual(wanted, changed.get(name), `${name} of REST v100, as REST v1 shows it`);
      expectEqual(read(shown[name]), wanted, `${name} of REST v1`);
    }
    return answer;
  },

  delete: async (context, _entry, collection) => {
    const { rest, legacy, fixtures } = context;
    const { entityType, members } = collection;
    const record = await fixtures.create(entityType.name, members);
    const id = await shownId(context, collection, record);
    const answer = await legacy.send('DELETE', `/${collection.name}/${id}`);
    expectStatus(answer, 200);
    expectEqual(answer.json, id, 'the body');
    expectEqual((await legacy.send('GET', `/${collection.name}/${id}`)).status, 404, 'status of a get of REST v1');
    const gone = await rest.send('GET', entityType.collection, idOf(record));
    expectEqual(gone.status, 404, 'status of a get of REST v100');
    return answer;
  },
};

/** A change that a record has not had before, where it has a text. */
async function visibleChange(context: CheckContext, entityType: EntityType): Promise<Record<string, Json>> {
  const text = writableFields(entityType).find(
    (field) => field.kind === 'value' && ['string', 'text'].includes(field.type) && !field.enum && !field.writeOnce,
  );
  if (text === undefined) return await harmlessChange(context, entityType);
  return { [text.name]: await context.fixtures.sample(entityType, text) };
}

/** A record that the collection shows. */
async function someRecordOf(context: CheckContext, { entityType, members }: Collection): Promise<RecordJson> {
  return Object.keys(members).length === 0
    ? await someRecord(context, entityType)
    : await context.fixtures.create(entityType.name, members);
}

/** The id of a record in REST v1: users and units have numbers there, which REST v100 does not show. */
async function shownId(context: CheckContext, { name, entityType }: Collection, record: RecordJson): Promise<string> {
  if (!entityType.numbered) return toLegacyId(idOf(record));
  const texts = legacyMirror(context.fixtures.catalog, entityType, record).filter(
    ({ wanted }) => typeof wanted === 'string' && wanted !== '',
  );
  const { records } = await context.legacy.list(name, { limit: -1 });
  const found = records.filter((shown) => texts.every((one) => one.read(shown[one.name]) === one.wanted));
  expectThat(found.length > 0, `${name} should show the record ${idOf(record)}`);
  return String(found.at(-1)?.ID);
}

function mirrored(catalog: Catalog, entityType: EntityType, record: RecordJson): [string, Json][] {
  return legacyMirror(catalog, entityType, record).map(({ name, wanted }) => [name, wanted]);
}

async function expectMirrored(
  { rest, fixtures }: CheckContext,
  entityType: EntityType,
  id: string,
  shown: RecordJson,
): Promise<void> {
  const data = await rest.get(entityType.collection, id);
  for (const { name, wanted, read } of legacyMirror(fixtures.catalog, entityType, data))
    expectEqual(read(shown[name]), wanted, `${name} of REST v1`);
}

function collectionOf(catalog: Catalog, entry: OperationEntry): Collection | undefined {
  const entityType = catalog.entityType(entry.entityType ?? '');
  if (entityType === undefined) return undefined;
  const name = entry.path.split('/')[2] ?? '';
  const view = entityType.v1Views?.find(({ collection }) => collection === name);
  return { name, entityType, members: view === undefined ? {} : { data_set_id: view.dataSet } };
}

/** The checks of all operations of REST v1. */
export function legacyOperationChecks({ catalog, documents }: Contract): Check[] {
  return documents.v1.operations.map((entry): Check => {
    const collection = collectionOf(catalog, entry);
    const serial = collection && serialReason(collection.entityType, catalog);
    const method = entry.method.toUpperCase();
    return {
      id: `operation.v1.${entry.operationId}`,
      sentence: `MUST answer \`${method} ${entry.path}\` of REST v1 with the status and the body that are declared${method === 'GET' ? '' : ', and do what it says'}`,
      spec: documents.v1.pointerOf(entry),
      ...(serial === undefined ? {} : { serial }),
      run: async (context) => {
        if (collection === undefined) {
          const ask = legacySpecialAnswers[entry.operationId];
          if (ask === undefined) throw new Error(`${entry.operationId} is no standard operation; write a check for it`);
          expectDeclared(context.documents.v1, entry, await ask(context));
          return;
        }
        const run = runs[entry.operation ?? ''];
        if (run === undefined) throw new Error(`REST v1 has no operation ${entry.operation}`);
        const answer = await run(context, entry, collection);
        if (entry.operation === 'create')
          expectEqual(context.documents.v1.errorsIn(entry, 201, answer.json), [], 'errors in the answer');
        else expectDeclared(context.documents.v1, entry, answer);
      },
    };
  });
}
