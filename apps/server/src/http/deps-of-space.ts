/**
 * The dependencies of the server for a request to one space: those of all, with the store of that space.
 */

import type { RecordStore } from '../records/record-store.js';
import type { ServerDeps } from './server-deps.js';

const known = new WeakMap<RecordStore, ServerDeps>();

interface DepsAt {
  readonly deps: ServerDeps;
  readonly revision: number;
}

/**
 * Asked once a request, after it is known who asks.
 * @returns deps whose catalog is that of the space, as it was at some moment after the call, and the revision that it had then
 * @throws ApiError `ERROR_UNAVAILABLE`
 */
export async function depsOfSpace(deps: ServerDeps, space: string): Promise<DepsAt> {
  const { store, revision } = await deps.stores.at(space);
  let own = known.get(store);
  if (own === undefined) {
    own = { ...deps, ...store };
    known.set(store, own);
  }
  return { deps: own, revision };
}
