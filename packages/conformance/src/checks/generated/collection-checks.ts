/**
 * Checks for every collection of REST v100, worked out from the catalog and the document: credentials, unknown ids, parameters, members.
 */
import type { EntityType, OperationName } from '@headwater/catalog';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import type { Contract } from '../../contract.js';
import type { OperationEntry } from '../../documents/contract-document.js';
import { expectError, expectFieldError, expectValidationError } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import { specialMembers } from '../../fixtures/special-members.js';
import { expectStatus, expectSuccess } from '../../http/answer.js';
import type { Json } from '../../http/json.js';
import { operationRequest, sendOperation, serialReason, someRecord, targetsOf } from './operation-request.js';
import { parameterSample } from './parameter-samples.js';
import { writableFields } from './writable-fields.js';

/** The operation's entry in the document. */
function entryOf({ documents }: CheckContext, { name }: EntityType, operation: OperationName): OperationEntry {
  const entry = documents.v100.operations.find((each) => each.entityType === name && each.operation === operation);
  if (entry === undefined) throw new Error(`The document lacks ${operation} of ${name}`);
  return entry;
}

async function rejectUnauthenticated(context: CheckContext, entityType: EntityType): Promise<void> {
  const targetOf = targetsOf(context, entityType);
  for (const operation of entityType.operations) {
    // No request gets as far as the record: one record serves all operations.
    const request = await operationRequest(context, entityType, operation, targetOf('get'));
    const answer = await sendOperation(context, entityType, request, { credentials: 'none' });
    expectError(answer, 401);
    expectEqual(answer.headers.get('www-authenticate'), 'Basic realm="restapi"', `WWW-Authenticate of ${operation}`);
    const errors = context.documents.v100.errorsIn(entryOf(context, entityType, operation), 401, answer.json);
    expectEqual(errors, [], `errors in the 401 of ${operation}`);
  }
}

async function rejectUnknownIds(context: CheckContext, entityType: EntityType): Promise<void> {
  for (const operation of entityType.operations.filter((name) => ['get', 'update', 'delete'].includes(name))) {
    const request = await operationRequest(context, entityType, operation, async () => context.fixtures.freshId());
    const answer = await sendOperation(context, entityType, request);
    expectError(answer, 404);
    const errors = context.documents.v100.errorsIn(entryOf(context, entityType, operation), 404, answer.json);
    expectEqual(errors, [], `errors in the 404 of ${operation}`);
  }
}

async function takeParameters(context: CheckContext, entityType: EntityType): Promise<void> {
  const { rest, documents } = context;
  const record = await someRecord(context, entityType);
  const targetOf = targetsOf(context, entityType);
  const { startCursor } = await rest.list(entityType.collection, { 'filter[id]': idOf(record) });
  for (const operation of entityType.operations) {
    const entry = entryOf(context, entityType, operation);
    for (const { name } of documents.v100.parametersOf(entry)) {
      const id = context.fixtures.freshId();
      // Groups of duplicates have cursors of their own.
      const cursor = operation === 'duplicates' ? undefined : (startCursor ?? '');
      const request = await operationRequest(context, entityType, operation, targetOf(operation));
      const revision = name === 'at-revision' ? await spaceRevision(context, entityType) : undefined;
      const sample = parameterSample(name, { entityType, id, cursor, method: entry.method, revision });
      if (sample === undefined) continue;
      expectSuccess(await sendOperation(context, entityType, request, sample));
    }
  }
}

/** What the space has come to. */
async function spaceRevision({ rest }: CheckContext, { collection }: EntityType): Promise<number> {
  const { headers } = await rest.send('GET', collection, undefined, { query: { first: 1 } });
  return Number(headers.get('space-revision'));
}

/** What `entity_name` of an error should be; undefined where it depends on the record. */
function nameInErrors(name: string): string | undefined {
  return specialMembers[name]?.isNamedBySpecificType ? undefined : name;
}

async function requireMembers(
  { rest, fixtures }: CheckContext,
  { name, collection, required }: EntityType,
): Promise<void> {
  for (const member of required) {
    const { [member]: _, ...without } = await fixtures.body(name);
    for (const body of [without, { ...without, [member]: null }]) {
      const answer = await rest.send('POST', collection, undefined, { body });
      expectFieldError(expectValidationError(answer, nameInErrors(name)), member, 119);
    }
  }
}

async function rejectWrongTypes({ rest, fixtures }: CheckContext, entityType: EntityType): Promise<void> {
  const { name, collection } = entityType;
  // An answer may list so many errors at most.
  const fields = writableFields(entityType)
    .filter((field) => field.kind !== 'value' || field.type !== 'json')
    .slice(0, 50);
  const wrong = Object.fromEntries(
    fields.map((field) => [field.name, field.kind === 'money' ? 'much' : { not: 'a value' }]),
  );
  const named = nameInErrors(name);
  const errors = expectValidationError(await rest.send('POST', collection, undefined, { body: wrong }), named);
  for (const field of fields) expectFieldError(errors, field.name);
  const id = idOf(await fixtures.create(name));
  const before = await rest.get(collection, id);
  expectValidationError(await rest.send('PATCH', collection, id, { body: wrong }), named);
  expectEqual(await rest.get(collection, id), before, 'the record');
}

async function keepMembers({ rest, fixtures }: CheckContext, entityType: EntityType): Promise<void> {
  const body: Record<string, Json> = await fixtures.body(entityType.name);
  for (const field of writableFields(entityType)) body[field.name] = await fixtures.sample(entityType, field);
  const record = await rest.create(entityType.collection, body);
  for (const field of writableFields(entityType)) {
    const isMoment = field.kind === 'value' && field.type === 'datetime';
    if (field.kind === 'money') continue;
    const sent = body[field.name];
    expectEqual(
      record[field.name],
      isMoment ? `${String(sent)}.000000` : sent,
      `${field.name} sent as ${JSON.stringify(sent)}`,
    );
  }
}

async function filterAndSort({ rest }: CheckContext, entityType: EntityType): Promise<void> {
  for (const field of entityType.fields) {
    const isFree =
      field.kind === 'rows' ||
      (field.kind === 'value' &&
        (field.hidden || field.writeOnly || ['json', 'uuids', 'strings'].includes(field.type)));
    if (isFree || (field.kind === 'reference' && !field.hasIdMember)) continue;
    const query = {
      'filter-op[id]': 'not-null',
      [`filter-op[${field.name}]`]: 'not-null',
      'order-by': `-${field.name}`,
      first: 2,
    };
    expectStatus(await rest.send('GET', entityType.collection, undefined, { query }), 200);
  }
}

interface Kind {
  readonly name: string;
  /** The sentence, with the collection's name for `X`. */
  readonly sentence: `MUST ${string}`;
  /** The operation that the entity type must have, and at whose place the spec says so. */
  readonly operation: OperationName;
  run(context: CheckContext, entityType: EntityType): Promise<void>;
}

const kinds: readonly Kind[] = [
  {
    name: 'unauthorized',
    sentence: 'MUST answer 401 with the header to every operation of X without credentials',
    operation: 'list',
    run: rejectUnauthenticated,
  },
  {
    name: 'unknown-id',
    sentence: 'MUST answer 404 in the general shape to every operation of X on an unknown id',
    operation: 'get',
    run: rejectUnknownIds,
  },
  {
    name: 'parameters',
    sentence: 'MUST take every parameter that is declared for an operation of X',
    operation: 'list',
    run: takeParameters,
  },
  {
    name: 'filter-and-sort',
    sentence: 'MUST filter and sort X by every plain member',
    operation: 'list',
    run: filterAndSort,
  },
  {
    name: 'required',
    sentence: 'MUST reject a create in X that lacks a required member with 422 and code 119',
    operation: 'create',
    run: requireMembers,
  },
  {
    name: 'wrong-types',
    sentence: 'MUST reject values of the wrong type in X with 422, naming every such member, and write nothing',
    operation: 'create',
    run: rejectWrongTypes,
  },
  {
    name: 'members',
    sentence: 'MUST keep every writable member of X as it was sent',
    operation: 'create',
    run: keepMembers,
  },
];

/** The checks of all collections of a contract. */
export function collectionChecks({ catalog }: Contract): Check[] {
  return catalog.entityTypes.flatMap((entityType) =>
    kinds
      .filter(({ operation }) => entityType.operations.includes(operation))
      .map(({ name, sentence, operation, run }): Check => {
        const serial = serialReason(entityType, catalog);
        const path = `~1entities~1${entityType.collection}${operation === 'get' ? '~1{id}' : ''}`;
        return {
          id: `collection.${entityType.collection}.${name}`,
          sentence: sentence.replace(' X', ` ${entityType.collection}`) as `MUST ${string}`,
          spec: `v100#/paths/${path}/${operation === 'create' ? 'post' : 'get'}`,
          ...(serial === undefined ? {} : { serial }),
          run: (context) => run(context, entityType),
        };
      }),
  );
}
