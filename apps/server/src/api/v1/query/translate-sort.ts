/**
 * Turns the sort keys of REST v1 into those of the core. Knows no SQL and no request.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Sort } from '../../../request/list-arguments.js';
import { legacyFields, unknownName } from '../legacy-fields.js';
import type { LegacySort } from './parse-names.js';
import type { QueryErrors } from './query-errors.js';

/** Not a field: the order of creation. */
const chronological = 'PPL_CHRONOLOGICAL';

/**
 * @param errors takes unknown names
 * @returns the keys in order of weight, each path once: a second key of the same path would order nothing
 */
export function translateSort(
  catalog: Catalog,
  entityType: EntityType,
  keys: readonly LegacySort[],
  errors: QueryErrors,
): Sort[] {
  const fields = legacyFields(catalog, entityType);
  const sortByPath = new Map<string, Sort>();
  for (const { name, descending } of keys) {
    const legacy = fields.get(name);
    const path = name === chronological ? ['created'] : (legacy?.numberPath ?? legacy?.path);
    if (path === undefined) {
      errors.add('sort', unknownName(entityType, name, fields));
    } else if (!sortByPath.has(path.join('.'))) {
      sortByPath.set(path.join('.'), { path, descending, at: `sort: ${name}` });
    }
  }
  return [...sortByPath.values()];
}
