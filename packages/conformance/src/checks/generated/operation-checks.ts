/**
 * A check for every operation of both REST documents: it can be reached, and its success is as declared.
 */
import type { EntityType, OperationName } from '@headwater/catalog';
import { toLegacyId } from '../../api/legacy-id.js';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { type Contract, interfaceContract } from '../../contract.js';
import type { ContractDocument, OperationEntry } from '../../documents/contract-document.js';
import { expectEqual } from '../../expectation.js';
import { type Answer, expectStatus } from '../../http/answer.js';
import type { HttpRequest } from '../../http/http.js';
import { operationRequest, sendOperation, serialReason, someRecord } from './operation-request.js';
import { specialAnswers } from './special-answers.js';

/** Expects the declared success and a body of its schema. @throws ExpectationFailed */
export function expectDeclared(document: ContractDocument, entry: OperationEntry, answer: Answer): void {
  const status = document.successStatus(entry);
  expectStatus(answer, status);
  if (document.declaresJson(entry, status))
    expectEqual(document.errorsIn(entry, status, answer.json), [], `errors in the answer of ${entry.operationId}`);
}

/** @returns the answers of a standard operation, all of which must be as declared */
async function standardAnswers(
  context: CheckContext,
  entityType: EntityType,
  operation: OperationName,
): Promise<readonly Answer[]> {
  const send = async (more: HttpRequest = {}) =>
    sendOperation(context, entityType, await operationRequest(context, entityType, operation), more);
  if (operation !== 'list') return [await send()];
  // What nobody can make may be absent; the list is as declared all the same.
  const isMade = entityType.operations.includes('create') || entityType.union !== undefined;
  const id = isMade ? idOf(await someRecord(context, entityType)) : context.fixtures.freshId();
  const expand = relationNames(entityType).join(',');
  return [
    await send({ query: { 'filter[id]': id } }),
    await send({ query: { 'filter[id]': id, expand, 'include-total': true } }),
  ];
}

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

/** How an operation of a document is carried out; undefined when no way is known. */
function answersOf(
  entry: OperationEntry,
  entityType: EntityType,
): ((context: CheckContext) => Promise<readonly Answer[]>) | undefined {
  const operation = entityType.operations.find((name) => name === entry.operation);
  if (operation !== undefined) return (context) => standardAnswers(context, entityType, operation);
  // The collection of the record types of a custom entity type answers one of them.
  const isDefault = entry.method === 'get' && entry.path === `/entities/${entityType.collection}`;
  if (isDefault) return async ({ rest }) => [await rest.send('GET', entityType.collection, undefined)];
  return specialAnswers[entry.operationId];
}

function currentChecks({ catalog, documents }: Contract): Check[] {
  return documents.v100.operations.flatMap((entry): Check[] => {
    const entityType = catalog.entityType(entry.entityType ?? '');
    const answers = entityType ? answersOf(entry, entityType) : specialAnswers[entry.operationId];
    if (answers === undefined) {
      // Of what only a space has, it is not known how to try everything.
      if (isOwn(entityType)) return [];
      throw new Error(`${entry.operationId} is no standard operation; write a check for it`);
    }
    const serial = entityType && serialReason(entityType, catalog);
    const check: Check = {
      id: `operation.${entry.operationId}`,
      sentence: `MUST answer \`${entry.method.toUpperCase()} ${entry.path}\` with the status and the body that are declared`,
      spec: documents.v100.pointerOf(entry),
      ...(serial === undefined ? {} : { serial }),
      run: async (context) => {
        for (const answer of await answers(context)) expectDeclared(context.documents.v100, entry, answer);
      },
    };
    return [check];
  });
}

/** True for what the interface does not have. */
function isOwn(entityType: EntityType | undefined): boolean {
  return entityType === undefined || interfaceContract.catalog.entityType(entityType.name) === undefined;
}

function legacyChecks({ catalog, documents }: Contract): Check[] {
  return documents.v1.operations
    .filter((entry) => entry.method === 'get')
    .map((entry): Check => {
      const entityType = catalog.entityType(entry.entityType ?? '');
      const serial = entityType && serialReason(entityType, catalog);
      return {
        id: `operation.v1.${entry.operationId}`,
        sentence: `MUST answer \`GET ${entry.path}\` of REST v1 with the status and the body that are declared`,
        spec: documents.v1.pointerOf(entry),
        ...(serial === undefined ? {} : { serial }),
        run: async (context) =>
          expectDeclared(context.documents.v1, entry, await legacyAnswer(context, entry, entityType)),
      };
    });
}

/** The checks of all operations of a contract. */
export function operationChecks(contract: Contract): Check[] {
  return [...currentChecks(contract), ...legacyChecks(contract)];
}
