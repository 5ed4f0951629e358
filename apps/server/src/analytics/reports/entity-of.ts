/**
 * Which records an item of a report is about. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { eachOf } from '../../errors/collect-errors.js';
import { kindField, unionTypes } from '../../plan/union-types.js';
import type { Filter } from '../../request/filter.js';
import type { EntitySubtype, ReportItem } from './report-item.js';

/** The name that stands for the kinds of a space, told apart by their api names. */
const ofKinds = 'CustomEntity';

type Choice = Pick<ReportItem, 'entityType' | 'entityApiName' | 'at'>;

/** @throws ApiError `ERROR_PARAMETER_INVALID` for an entity type whose records are not kept here */
export function entityOf(catalog: Catalog, { entityType, entityApiName, at }: Choice): EntityType {
  if (entityApiName !== null && entityType !== ofKinds) {
    throw refuse(`${at}.entityApiName`, `is allowed with ${ofKinds} only`);
  }
  const name = entityApiName ?? entityType;
  const found = catalog.entityType(name);
  if (found?.keptIn === ofKinds && entityApiName === null) {
    throw refuse(
      `${at}.entityType`,
      `"${name}" is a custom entity type of the space: name it in the api name, with ${ofKinds} here`,
    );
  }
  if (found && (entityApiName === null || found.keptIn === ofKinds)) return found;
  const place = entityApiName === null ? `${at}.entityType` : `${at}.entityApiName`;
  const names = catalog.entityTypes.map((one) => one.name);
  throw refuse(place, `no records of "${name.slice(0, 80)}" are stored here`, suggestion(name, names));
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
  const children = entityType.union ?? [entityType.keptIn === ofKinds ? ofKinds : entityType.name];
  const filters: Filter[] = [];
  if (!children.includes(name)) {
    const problem = `"${name}" is not a subtype of ${entityType.name}. There are ${children.join(', ')}`;
    throw refuse(`${at}.entityType`, problem);
  }
  const child = entityType.union ? catalog.existing(name) : entityType;
  const kind = unionTypes(catalog, entityType).find((one) => one.entityType === child)?.kind;
  if (kind !== undefined) filters.push({ kind: 'condition', path: [kindField], operator: 'eq', operands: [kind], at });
  if (typeId !== null) {
    const type = child.fields.find(
      (field) => field.kind === 'reference' && field.targets.includes(`${child.name}Type`) && !field.custom,
    );
    if (!type) throw refuse(`${at}.id`, `records of ${child.name} have no type`);
    filters.push({ kind: 'condition', path: [type.name], operator: 'eq', operands: [typeId], at: `${at}.id` });
  }
  return { kind: 'and', filters };
}

function refuse(at: string, problem: string, hint = ''): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.${hint}`, { at });
}
