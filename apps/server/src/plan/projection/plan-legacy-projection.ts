/**
 * Plans what REST v1 shows of a record. Pure.
 */
import { type Catalog, type EntityType, type Field, isAnswered, type RowsField, type V1List } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { mayRead, requireReadable } from '../../rights/scoped-catalog.js';
import { planCollectedIds } from '../relations/collected-ids.js';
import { type Projection, type ProjectionMember, valueMember } from './projection.js';

/**
 * Members under their v1 names; rows that are the parent's own come as records, others as ids.
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an unknown name, `ERROR_FORBIDDEN` for rows that may not be read
 */
export function planLegacyProjection(
  catalog: Catalog,
  entityType: EntityType,
  only: readonly string[] | undefined,
  includeDeleted: boolean,
): Projection {
  const shownFields = entityType.fields.filter(isAnswered);
  const members = shownFields.flatMap((field) => legacyMembers(catalog, entityType, field, includeDeleted, only));
  const id = members.filter((member) => member.kind === 'value' && member.field.name === 'id');
  const others = members.filter((member) => !id.includes(member));
  for (const name of only ?? []) {
    if (members.some((member) => member.as === name)) continue;
    const hint = suggestion(
      name,
      members.map((member) => member.as),
    );
    throw new ApiError('ERROR_PARAMETER_INVALID', `loadonly: ${entityType.name} has no field "${name}".${hint}`, {
      at: 'loadonly',
    });
  }
  const shown = only ? others.filter((member) => only.includes(member.as)) : others;
  return {
    entityType,
    style: 'v1',
    members: [...id, ...shown],
    includeDeleted,
    cacheKey: undefined,
  };
}

/**
 * @param only what was asked for by name
 * @throws ApiError `ERROR_FORBIDDEN` for rows among that which may not be read; others are left out
 */
function legacyMembers(
  catalog: Catalog,
  entityType: EntityType,
  field: Field,
  includeDeleted: boolean,
  only: readonly string[] = [],
): ProjectionMember[] {
  if (field.kind === 'money') {
    return (['base_value', 'value_foreign', 'currency_id'] as const).map((part) => ({
      kind: 'money-part',
      as: field.v1Names[part],
      field,
      part,
    }));
  }
  if (field.kind === 'rows' && field.v1Lists) return listMembers(catalog, entityType, field, field.v1Lists, only);
  const as = field.v1Name;
  if (as === null) return [];
  switch (field.kind) {
    case 'value':
      return [valueMember(catalog, entityType, field, as)];
    case 'reference':
      return [{ kind: 'reference-id', as, field }];
    case 'rows': {
      const target = catalog.existing(field.target);
      if (!field.v1Inline) return [{ kind: 'row-ids', as, field, target }];
      if (only.includes(as)) requireReadable(catalog, target);
      else if (!mayRead(catalog, target)) return [];
      const members = target.fields
        .filter(isAnswered)
        .flatMap((one) => legacyMembers(catalog, target, one, includeDeleted));
      const projection: Projection = { entityType: target, style: 'v1', members, includeDeleted, cacheKey: undefined };
      return [{ kind: 'row-records', as, field, projection }];
    }
  }
}

/** They tell what is in the rows, as rows inline do. @throws as above */
function listMembers(
  catalog: Catalog,
  entityType: EntityType,
  field: RowsField,
  lists: readonly V1List[],
  only: readonly string[],
): ProjectionMember[] {
  const target = catalog.existing(field.target);
  if (lists.some(({ name }) => only.includes(name))) requireReadable(catalog, target);
  else if (!mayRead(catalog, target)) return [];
  return lists.map(({ name, item, where }, index) => {
    const derivation = { kind: 'collect', rows: field.name, member: item, where } as const;
    // What is in several of the lists is shown in the first.
    const earlier = lists.slice(0, index).map((list) => list.where);
    return { kind: 'collected-ids', as: name, ids: planCollectedIds(catalog, entityType, derivation, earlier) };
  });
}
