/**
 * Date-times of records: the interface has no zone in them and means UTC, where JavaScript reads them as local. Knows the names of
 * members that hold moments, and no entity type.
 */
import { dateTimeNames } from '../generated/date-time-names.js';
import { expandNames, onlyNames, type ReadRequest } from './to-query.js';

/** How a client gives date-times. */
export type DateTimes = 'iso' | 'date';

/** Relations that hold records, with those of these. */
export type Relations = Map<string, Relations>;

/** @returns the relations that an answer shows as records */
export function relationsOf({ expand = [], only }: Pick<ReadRequest, 'expand' | 'only'>): Relations {
  const relations: Relations = new Map();
  const add = (path: readonly string[]) => {
    let at = relations;
    for (const name of path) {
      const below = at.get(name) ?? new Map();
      at.set(name, below);
      at = below;
    }
  };
  for (const path of expandNames(expand)) add(path.split('.'));
  for (const path of onlyNames(only || [])) add(path.split('.').slice(0, -1));
  return relations;
}

const names: ReadonlySet<string> = new Set(dateTimeNames);

/** A date-time as answers show it. Days, and texts that callers have written otherwise, are not. */
const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;

/** Puts the zone into the date-times of a record of an answer, and of the records in it. Changes the record. */
export function withZones(record: unknown, dateTimes: DateTimes, relations: Relations): void {
  if (typeof record !== 'object' || record === null) return;
  const members = record as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    const below = relations.get(name);
    if (below) for (const one of [value].flat()) withZones(one, dateTimes, below);
    // Fields that a space has defined are known by their form alone.
    else if (typeof value === 'string' && (names.has(name) || name.startsWith('cf_')) && pattern.test(value))
      members[name] = dateTimes === 'date' ? new Date(`${value}Z`) : `${value}Z`;
  }
}
