/**
 * All that a space stores, as it is stored: for tests that compare a space with what it was, or with what it should be.
 */

import type { ServerDeps } from '../src/http/server-deps.js';
import { spaceRevision } from '../src/records/read/space-revision.js';
import type { StoredRecord } from '../src/records/write/draft.js';

/** Records by their entity type and id, deleted ones included. */
export type Dump = ReadonlyMap<string, ReadonlyMap<string, StoredRecord>>;

/** @param since only records that were changed after this revision */
export async function dumpSpace({ catalog, db, stored }: ServerDeps, space: string, since = 0): Promise<Dump> {
  const dump = new Map<string, ReadonlyMap<string, StoredRecord>>();
  for (const entityType of catalog.entityTypes.filter(({ union }) => !union)) {
    const all = stored.compileAll(space, entityType);
    const text = `${all.text} AND r."revision" > ${db.dialect.placeholder(all.values.length + 1)} ORDER BY r.id`;
    const rows = await db.read({ text, values: [...all.values, since] });
    const records = rows.map(({ j }) => JSON.parse(String(j)) as StoredRecord);
    dump.set(entityType.name, new Map(records.map((record) => [String(record.id), record])));
  }
  return dump;
}

/** @returns the records and how far the history has come, as one value to compare */
export async function wholeSpace(deps: ServerDeps, space: string): Promise<unknown> {
  return { revision: await spaceRevision(deps, space), records: await dumpSpace(deps, space) };
}
