/**
 * Which references a merge has moved, found out by what was stored before and after it.
 */
import type { Dump } from '../space-dump.js';

export interface Moved {
  readonly entity: string;
  readonly member: string;
  readonly count: number;
}

/** @returns of all records that are there afterwards, how many point at one record in place of another, in the order of names */
export function movedBetween(before: Dump, after: Dump, gone: readonly string[], master: string): Moved[] {
  const counts = new Map<string, number>();
  for (const [entity, records] of after) {
    for (const [id, record] of records) {
      if (record.is_deleted) continue;
      const was = before.get(entity)?.get(id);
      for (const [member, value] of Object.entries(record)) {
        if (value !== master || !gone.includes(String(was?.[member]))) continue;
        counts.set(`${entity} ${member}`, (counts.get(`${entity} ${member}`) ?? 0) + 1);
      }
    }
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => {
      const [entity = '', member = ''] = key.split(' ');
      return { entity, member, count };
    });
}
