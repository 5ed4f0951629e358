/**
 * The operation of REST v100 that lists records which are likely one.
 */

import type { ServerDeps } from '../../http/server-deps.js';
import { findDuplicates } from '../../records/duplicates/find-duplicates.js';
import type { EntityRequest } from './entity-request.js';
import { parseDuplicatesQuery } from './parse-list-query.js';
import { writePage } from './write-answer.js';

/** @spec openapi#/paths/~1entities~1Accounts~1duplicates */
export async function listDuplicates(deps: ServerDeps, { ctx, call, entityType }: EntityRequest): Promise<void> {
  const query = parseDuplicatesQuery(ctx.querystring);
  const page = await findDuplicates(deps, call, { entityType: entityType.name, ...query });
  writePage(ctx, page, true);
}
