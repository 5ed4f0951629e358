/**
 * Filters over the change log, and over other tables that hold no records, in the grammar of lists. Pure.
 */
import { buildCatalog, type EntityType, type ValueField, type ValueType } from '@headwater/catalog';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Predicate } from '../../plan/list/predicate.js';
import type { Filter } from '../../request/filter.js';

/** What a change can be found by; columns of `selectChanges` have the same names. */
const types = {
  revision: 'integer',
  act: 'string',
  entity: 'string',
  entity_id: 'uuid',
  created: 'datetime',
  token: 'string',
  client_id: 'uuid',
  request_id: 'string',
  idempotency_key: 'string',
} as const satisfies Readonly<Record<string, ValueType>>;

const filters = tableFilters('AuditEntry', types);

/** @throws ParameterErrors as `planFilter` does */
export function planAuditFilter(filter: Filter): Predicate {
  return filters(filter);
}

/**
 * @param name what the rows of a table are called that are no records of the catalog
 * @param columns what they can be found by
 * @returns plans filters over them; throws ParameterErrors as `planFilter` does
 */
export function tableFilters(
  name: string,
  columns: Readonly<Record<string, ValueType>>,
): (filter: Filter) => Predicate {
  const rows: EntityType = {
    ...{ name, collection: name, description: '', operations: [], required: [], requiredAnyOf: [], label: 'id' },
    ...{ numbered: false, merge: false, customFields: false, v1: null, graphql: { many: name, one: name } },
    fields: Object.entries(columns).map(
      ([column, type]): ValueField => ({
        ...{ name: column, description: '', readOnly: true, writeOnce: false, nullable: true, kind: 'value' },
        ...{ type, v1Name: null },
      }),
    ),
  };
  const catalog = buildCatalog([rows]);
  return (filter) => planFilter(catalog, rows, filter);
}
