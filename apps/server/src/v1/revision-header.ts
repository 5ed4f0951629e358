/**
 * The `Revision` header of REST v1: how far the history of the space has come.
 */
import type { Call } from '../records/call.js';
import { spaceRevision } from '../records/space-revision.js';
import type { ServerDeps } from '../server-deps.js';

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
