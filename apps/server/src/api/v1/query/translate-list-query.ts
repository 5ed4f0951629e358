/**
 * Translates a REST v1 collection GET into a request of the core, all but the window. Waits on nothing.
 */
import type { Catalog, EntityType, V1Type } from '@headwater/catalog';
import type { Filter } from '../../../request/filter.js';
import type { Sort } from '../../../request/list-arguments.js';
import type { ListRequest } from '../../../request/list-request.js';
import type { LegacySelection } from '../../../request/selection.js';
import { legacyFields, unknownName } from '../legacy-fields.js';
import type { LegacyListQuery, LegacySort } from './parse-list-query.js';
import type { QueryErrors } from './query-errors.js';
import { translateFilter } from './translate-filter.js';

export type Listing = Omit<ListRequest, 'window' | 'withTotal'>;

/** @param errors takes every name that the entity type does not have and every id that is none */
export function translateListQuery(
  catalog: Catalog,
  { entityType, view }: V1Type,
  query: Omit<LegacyListQuery, 'limit' | 'offset' | 'withRevision'>,
  errors: QueryErrors,
): Listing {
  return {
    entityType: entityType.name,
    filter: inView(view, both(translateFilter(catalog, entityType, query.phrases, errors), modifiedAfter(query.after))),
    sort: translateSort(catalog, entityType, query.sort, errors),
    includeDeleted: query.includeDeleted,
    selection: translateLoadOnly(catalog, entityType, query.loadOnly, errors),
  };
}

/** @param names of `loadonly`; undefined: all fields. `ID` always comes. */
export function translateLoadOnly(
  catalog: Catalog,
  entityType: EntityType,
  names: readonly string[] | undefined,
  errors: QueryErrors,
): LegacySelection {
  if (names === undefined) {
    return { kind: 'legacy' };
  }
  const fields = legacyFields(catalog, entityType);
  for (const name of names.filter((name) => !fields.has(name))) {
    errors.add('loadonly', () => unknownName(entityType, name, fields));
  }
  return { kind: 'legacy', only: names };
}

function modifiedAfter(moment: string | undefined): Filter | null {
  return moment === undefined
    ? null
    : { kind: 'condition', path: ['modified'], operator: 'gt', operands: [moment], at: 'after' };
}

/** @returns the filter, which holds only for records that the view has */
export function inView(view: V1Type['view'], filter: Filter | null): Filter | null {
  if (view === undefined) return filter;
  const isOption = {
    kind: 'condition',
    path: ['data_set_id'],
    operator: 'eq',
    operands: [view.dataSet],
    at: '',
  } as const;
  return both(isOption, filter);
}

function both(left: Filter | null, right: Filter | null): Filter | null {
  return left !== null && right !== null ? { kind: 'and', filters: [left, right] } : (left ?? right);
}

// Turns the sort keys of REST v1 into those of the core. Knows no SQL and no request.

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
      errors.add('sort', () => unknownName(entityType, name, fields));
    } else if (!sortByPath.has(path.join('.'))) {
      sortByPath.set(path.join('.'), { path, descending, at: `sort: ${name}` });
    }
  }
  return [...sortByPath.values()];
}
