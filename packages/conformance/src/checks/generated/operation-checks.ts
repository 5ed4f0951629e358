/**
 * A check for every operation of both REST documents: it can be reached, and its success is as declared.
 */
import { buildCatalog, type EntityType, entityTypes, type OperationName } from '@headwater/catalog';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import type { ContractDocument, OperationEntry } from '../../documents/contract-document.js';
import { loadContractDocuments } from '../../documents/contract-documents.js';
import { toLegacyId } from '../../doors/legacy-id.js';
import { idOf } from '../../doors/record.js';
import { expectEqual } from '../../expectation.js';
import { type Answer, expectStatus } from '../../http/answer.js';
import type { HttpRequest } from '../../http/http.js';
import { operationRequest, sendOperation, someRecord } from './operation-request.js';
import { specialAnswers } from './special-answers.js';

/** Expects the declared success and a body of its schema. @throws ExpectationFailed */
export function expectDeclared(document: ContractDocument, entry: OperationEntry, answer: Answer): void {
  const status = document.successStatus(entry);
  expectStatus(answer, status);
  if (document.declaresJson(entry, status))
    expectEqual(document.mistakesIn(entry, status, answer.json), [], `mistakes in the answer of ${entry.operationId}`);
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

const documents = loadContractDocuments();
const catalog = buildCatalog(entityTypes);

const currentChecks = documents.v100.operations.map((entry): Check => {
  const entityType = catalog.entityType(entry.entityType ?? '');
  const operation = entityType?.operations.find((name) => name === entry.operation);
  const special = specialAnswers[entry.operationId];
  if (entityType === undefined || (operation === undefined && special === undefined)) {
    throw new Error(`${entry.operationId} is no standard operation; write a check for it`);
  }
  return {
    id: `operation.${entry.operationId}`,
    sentence: `MUST answer \`${entry.method.toUpperCase()} ${entry.path}\` with the status and the body that are declared`,
    spec: documents.v100.pointerOf(entry),
    run: async (context) => {
      const answers =
        operation === undefined ? await special?.(context) : await standardAnswers(context, entityType, operation);
      for (const answer of answers ?? []) expectDeclared(context.documents.v100, entry, answer);
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
