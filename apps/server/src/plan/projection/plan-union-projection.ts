/**
 * Plans the answered records of an abstract type: each looks as its own entity type shows it, with the members of the others
 * empty. Pure.
 */
import { type Catalog, type EntityType, type Field, isListType } from '@headwater/catalog';
import type { MemberSelection, NameTree, RestSelection, SelectedMember } from '../../request/selection.js';
import { unionTypes } from '../relations/union-types.js';
import type { Projection, ProjectionMember } from './projection.js';

/**
 * @param projection of the union, planned as if it had records of its own: it says which members are shown, in which order
 * @param planType plans the same selection for one of its entity types
 */
export function planUnionProjection(
  catalog: Catalog,
  projection: Projection,
  planType: (entityType: EntityType) => Projection,
): Projection {
  const branches = unionTypes(catalog, projection.entityType).map(({ entityType, kind }) => {
    // What spaces have defined in one of the types is no member of the union.
    const { custom: _, ...own } = planType(entityType);
    const byName = new Map(own.members.map((member) => [member.as, member]));
    return {
      kind,
      projection: { ...own, members: projection.members.map((member) => fitted(member, byName.get(member.as))) },
    };
  });
  return { ...projection, branches };
}

/** @returns the member as one of the union's types has it, in the form of the union */
function fitted(shown: ProjectionMember, own: ProjectionMember | undefined): ProjectionMember {
  if (own === undefined) return emptyMember(shown);
  if (shown.kind === 'value' && own.kind === 'value' && shown.field.type !== own.field.type) {
    return { kind: 'widened', as: own.as, field: own.field, type: shown.field.type };
  }
  return own;
}

/** @returns the member as it is shown where there is nothing to show */
export function emptyMember(shown: ProjectionMember): ProjectionMember {
  const { as } = shown;
  switch (shown.kind) {
    case 'row-links':
    case 'row-ids':
    case 'row-records':
      return { kind: 'empty', as, isList: shown.field.single !== true };
    case 'collected-ids':
      return { kind: 'empty', as, isList: true };
    case 'row-page':
      return { kind: 'empty-page', as, page: shown.page, withTotal: shown.withTotal };
    case 'value':
      return { kind: 'empty', as, isList: isListType(shown.field.type) };
    default:
      return { kind: 'empty', as, isList: false };
  }
}

/** @returns the part of a selection that names members of `entityType`, which is one of a union's */
export function restPart(catalog: Catalog, entityType: EntityType, { expand, only }: RestSelection): RestSelection {
  const part = (names: NameTree): NameTree =>
    Object.fromEntries(Object.entries(names).filter(([name]) => catalog.member(entityType.name, name) !== undefined));
  return { kind: 'rest', expand: part(expand), ...(only && { only: part(only) }) };
}

/** The same for a selection of GraphQL. */
export function memberPart(catalog: Catalog, entityType: EntityType, { members }: MemberSelection): MemberSelection {
  return {
    kind: 'members',
    members: members.filter((member) => {
      const name = nameOf(member);
      return name === undefined || catalog.member(entityType.name, name) !== undefined;
    }),
  };
}

/** @returns undefined for what needs no member */
function nameOf(member: SelectedMember): string | undefined {
  switch (member.kind) {
    case 'record':
      return member.link;
    case 'row':
      return member.rows;
    case 'page':
      return typeof member.rows === 'string' ? member.rows : undefined;
    default:
      return member.field;
  }
}

/** @returns an entity type of a union with the names that its fields have in REST v1 in the union */
export function underV1NamesOf(union: EntityType, entityType: EntityType): EntityType {
  const shown = new Map(union.fields.map((field) => [field.name, field]));
  const fields = entityType.fields.flatMap((field): Field[] => {
    const named = shown.get(field.name);
    if (named === undefined) return [];
    if (field.kind === 'money' || named.kind === 'money') {
      return field.kind === 'money' && named.kind === 'money' ? [{ ...field, v1Names: named.v1Names }] : [];
    }
    return [{ ...field, v1Name: named.v1Name }];
  });
  return { ...entityType, fields };
}
