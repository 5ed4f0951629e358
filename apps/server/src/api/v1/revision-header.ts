/**
 * The `Revision` header of REST v1: how far the history of the space has come.
 */

import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { spaceRevision } from '../../records/read/space-revision.js';

/**
 * Must be awaited before the records are read: a change made in between is then seen twice by a caller who asks for
 * what has changed since, and not missed.
 * @param wanted false gives no header and waits on nothing
 */
export async function revisionHeader(deps: ServerDeps, call: Call, wanted: boolean): Promise<Record<string, string>> {
  if (!wanted) {
    return {};
  }
  return { Revision: String(await spaceRevision(deps, call.principal.space)) };
}
