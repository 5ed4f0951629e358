/**
 * Filters over the change log, in the grammar of lists. Pure.
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

/** A change as filters see it: no record of the catalog. */
const auditEntry: EntityType = {
  ...{ name: 'AuditEntry', collection: 'AuditEntries', description: 'A change of a record.', operations: [] },
  ...{ required: [], requiredAnyOf: [], label: 'entity', numbered: false, merge: false, customFields: false },
  v1: null,
  graphql: { many: 'auditEntries', one: 'auditEntry' },
  fields: Object.entries(types).map(
    ([name, type]): ValueField => ({
      ...{ name, description: '', readOnly: true, writeOnce: false, nullable: true, kind: 'value', type, v1Name: null },
    }),
  ),
};

const catalog = buildCatalog([auditEntry]);

/** @throws ParameterErrors as `planFilter` does */
export function planAuditFilter(filter: Filter): Predicate {
  return planFilter(catalog, auditEntry, filter);
}
