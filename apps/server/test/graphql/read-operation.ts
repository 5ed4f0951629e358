/**
 * Reads a document as the server does before it runs: parsed, validated, then turned into calls of the core.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { parse, validate } from 'graphql';
import { FilterArguments } from '../../src/api/graphql/analytics/filter-arguments.js';
import { parseOperation, type RootCall } from '../../src/api/graphql/parse/parse-operation.js';
import { buildSchemaIndex } from '../../src/api/graphql/schema/schema-index.js';
import type { SpecialCall, SubscriptionCall } from '../../src/api/graphql/special-field.js';
import { defaultAnswerLimits } from '../../src/request/answer-limits.js';

const schemaIndex = await buildSchemaIndex(buildCatalog(entityTypes));

/** @throws the first error that validation finds */
export function readOperation(query: string, variables: Record<string, unknown> = {}): ReadonlyMap<string, RootCall> {
  const document = parse(query);
  const [error] = validate(schemaIndex.schema, document);
  if (error !== undefined) throw error;
  const filters = new FilterArguments(schemaIndex.catalog, '2026-06-15T12:00:00.000000');
  return parseOperation(schemaIndex, { document, variables, filters }, defaultAnswerLimits.records);
}

/** @returns the call of a document's only root field, which represents an operation of an entity type */
export function readOne(
  query: string,
  variables?: Record<string, unknown>,
): Exclude<RootCall, SpecialCall | SubscriptionCall> {
  const [call, ...others] = readOperation(query, variables).values();
  if (call === undefined || others.length > 0) throw new Error('The document has not exactly one root field');
  if (call.kind === 'special' || call.kind === 'subscription')
    throw new Error('The root field represents no operation of an entity type');
  return call;
}
