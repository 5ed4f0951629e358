/**
 * The operation of REST v100 that lists records which are likely one.
 */
import { findDuplicates } from '../../records/duplicates/find-duplicates.js';
import type { RestRequest } from './entity-request.js';
import { parseDuplicatesQuery } from './parse-list-query.js';
import { writePage } from './write-answer.js';

/** @spec openapi#/paths/~1entities~1Accounts~1duplicates */
export async function listDuplicates({ ctx, deps, call, entityType, query }: RestRequest): Promise<void> {
  const page = await findDuplicates(deps, call, { entityType: entityType.name, ...parseDuplicatesQuery(query) });
  writePage(ctx, page, true);
}
