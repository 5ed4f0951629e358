/**
 * A check for every operation of REST v100: it can be reached, and its success is as declared; with those of REST v1.
 */
import type { EntityType, OperationName } from '@headwater/catalog';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { type Contract, interfaceContract } from '../../contract.js';
import type { OperationEntry } from '../../documents/contract-document.js';
import type { Answer } from '../../http/answer.js';
import type { HttpRequest } from '../../http/http.js';
import { expectDeclared } from './expect-declared.js';
import { legacyOperationChecks } from './legacy-operation-checks.js';
import { operationRequest, sendOperation, serialReason, someRecord } from './operation-request.js';
import { specialAnswers } from './special-answers.js';

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

/** The checks of all operations of a contract. */
export function operationChecks(contract: Contract): Check[] {
  return [...currentChecks(contract), ...legacyOperationChecks(contract)];
}
