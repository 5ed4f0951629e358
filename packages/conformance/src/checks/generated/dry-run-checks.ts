/**
 * A check for every collection: each of its writes can be tried, is answered as the write is, and leaves all as it was.
 */
import type { EntityType, OperationName } from '@headwater/catalog';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import type { Contract } from '../../contract.js';
import { expectEqual } from '../../expectation.js';
import { type Answer, expectStatus, expectSuccess } from '../../http/answer.js';
import { isJsonObject, type Json } from '../../http/json.js';
import { expectSameShape, expectTried, tried } from '../tried-write.js';
import { operationRequest, sendOperation, serialReason, someRecord } from './operation-request.js';

const writes: readonly OperationName[] = [
  'create',
  'update',
  'upsert',
  'batch-modify',
  'merge',
  'delete',
  'batch-delete',
  'batch-restore',
];

/** Each write has records of its own: the one before may have changed them. */
async function tryWrite(context: CheckContext, entityType: EntityType, operation: OperationName): Promise<void> {
  const ids: string[] = [];
  const request = await operationRequest(context, entityType, operation, async () => {
    const id = idOf(await someRecord(context, entityType));
    ids.push(id);
    return id;
  });
  const before = await shownOf(context, entityType, ids);
  const trial = await sendOperation(context, entityType, request, tried());
  expectSuccess(trial);
  expectTried(trial);
  expectEqual(await shownOf(context, entityType, ids), before, `the records after a dry run of ${operation}`);
  for (const id of idsIn(trial)) if (!ids.includes(id)) await expectUnknown(context, entityType, id);
  const write = await sendOperation(context, entityType, request);
  expectSuccess(write);
  expectSameShape(trial, write, numberedMembers(entityType));
}

/** Other checks take numbers as well. */
function numberedMembers({ fields }: EntityType): ReadonlySet<string> {
  return new Set(fields.filter(({ custom }) => custom?.type === 'sequence').map(({ name }) => name));
}

/** The texts of the records, deleted or not. */
async function shownOf({ rest }: CheckContext, { collection }: EntityType, ids: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const id of ids) {
    const answer = await rest.send('GET', collection, id, { query: { 'include-deleted': true } });
    texts.push(`${answer.status} ${answer.text}`);
  }
  return texts;
}

async function expectUnknown({ rest }: CheckContext, { collection }: EntityType, id: string): Promise<void> {
  expectStatus(await rest.send('GET', collection, id, { query: { 'include-deleted': true } }), 404);
}

/** The ids of records that an answer is about. */
function idsIn(answer: Answer): string[] {
  const data: Json | undefined = isJsonObject(answer.json) ? answer.json.data : undefined;
  return (Array.isArray(data) ? data : [data]).flatMap((item: Json | undefined) => {
    const id = isJsonObject(item) ? item.id : item;
    return typeof id === 'string' ? [id] : [];
  });
}

/** The checks of all collections of a contract that can be written. */
export function dryRunChecks({ catalog }: Contract): Check[] {
  return catalog.entityTypes.flatMap((entityType): Check[] => {
    const operations = writes.filter((operation) => entityType.operations.includes(operation));
    if (operations.length === 0) return [];
    const serial = serialReason(entityType, catalog);
    return [
      {
        id: `collection.${entityType.collection}.dry-run`,
        sentence: `MUST answer every write of ${entityType.collection} with \`dry-run\` as the write itself, and write nothing`,
        spec: 'v100#/components/parameters/DryRun',
        ...(serial === undefined ? {} : { serial }),
        run: async (context) => {
          for (const operation of operations) await tryWrite(context, entityType, operation);
        },
      },
    ];
  });
}
