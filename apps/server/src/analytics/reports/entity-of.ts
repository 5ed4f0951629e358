/**
 * Which records an item of a report is about. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { kindField, unionTypes } from '../../plan/relations/union-types.js';
import type { Filter } from '../../request/filter.js';
import { requireFieldsOf, requireReadable } from '../../rights/scoped-catalog.js';
import type { EntitySubtype, ReportItem } from './report-item.js';

/** The name of all custom entity types, which their api names tell apart. */
const ofCustomTypes = 'CustomEntity';

type Choice = Pick<ReportItem, 'entityType' | 'entityApiName' | 'at'>;

/** @throws ApiError `ERROR_FORBIDDEN` for one that may not be read, `ERROR_PARAMETER_INVALID` for an entity type whose records are not stored here */
export function entityOf(catalog: Catalog, { entityType, entityApiName, at }: Choice): EntityType {
  if (entityApiName !== null && entityType !== ofCustomTypes) {
    throw parameterError(`${at}.entityApiName`, `is allowed with ${ofCustomTypes} only`);
  }
  const name = entityApiName ?? entityType;
  const found = catalog.entityType(name);
  if (found?.storedIn === ofCustomTypes && entityApiName === null) {
    throw parameterError(
      `${at}.entityType`,
      `"${name}" is a custom entity type of the space: name it in the api name, with ${ofCustomTypes} here`,
    );
  }
  if (found && (entityApiName === null || found.storedIn === ofCustomTypes)) {
    requireReadable(catalog, found);
    return found;
  }
  const place = entityApiName === null ? `${at}.entityType` : `${at}.entityApiName`;
  const names = catalog.entityTypes.map((one) => one.name);
  throw parameterError(place, `no records of "${name.slice(0, 80)}" are stored here`, suggestion(name, names));
}

/**
 * @param subtypes null: all
 * @returns null when all records count
 * @throws ParameterErrors for all that are no subtype
 */
export function subtypeFilter(
  catalog: Catalog,
  entityType: EntityType,
  subtypes: readonly EntitySubtype[] | null,
): Filter | null {
  if (subtypes === null || subtypes.length === 0) return null;
  return { kind: 'or', filters: eachOf(subtypes, (subtype) => oneSubtype(catalog, entityType, subtype)) };
}

function oneSubtype(catalog: Catalog, entityType: EntityType, { entityType: name, typeId, at }: EntitySubtype): Filter {
  const children = entityType.union ?? [entityType.storedIn === ofCustomTypes ? ofCustomTypes : entityType.name];
  const filters: Filter[] = [];
  if (!children.includes(name)) {
    const problem = `"${name}" is not a subtype of ${entityType.name}. There are ${children.join(', ')}`;
    throw parameterError(`${at}.entityType`, problem);
  }
  const child = entityType.union ? catalog.existing(name) : entityType;
  const kind = unionTypes(catalog, entityType).find((one) => one.entityType === child)?.kind;
  if (kind !== undefined) filters.push({ kind: 'condition', path: [kindField], operator: 'eq', operands: [kind], at });
  if (typeId !== null) {
    const type = child.fields.find(
      (field) => field.kind === 'reference' && field.targets.includes(`${child.name}Type`) && !field.custom,
    );
    if (!type) throw parameterError(`${at}.id`, `records of ${child.name} have no type`);
    requireFieldsOf(catalog, [[child.name, type.name]], 'Subtypes with an id compare');
    filters.push({ kind: 'condition', path: [type.name], operator: 'eq', operands: [typeId], at: `${at}.id` });
  }
  return { kind: 'and', filters };
}
