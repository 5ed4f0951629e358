/**
 * Plans the members of the answered records. Pure.
 */
import {
  type Catalog,
  type EntityType,
  type Field,
  isAnswered,
  type Member,
  type MoneyField,
  type ReferenceField,
  type RowsField,
  type ValueField,
} from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { maxExpandSteps } from '../../request/answer-limits.js';
import type { ReferringRecords } from '../../request/filter.js';
import type { MemberSelection, MoneyPart, NameTree, SelectedMember, Selection } from '../../request/selection.js';
import { planPage } from '../list/plan-page.js';
import { planCollectedIds } from '../relations/collected-ids.js';
import { planFavorites } from '../relations/favorites.js';
import { memberNamed, memberNames, referenceOfLink, unknownName } from '../relations/field-path.js';
import { backwardStep } from '../relations/related-steps.js';
import { memberPart, planUnionProjection, restPart, underV1NamesOf } from './plan-union-projection.js';
import type { CustomPart, MoneyMember, Projection, ProjectionMember } from './projection.js';

/** Levels of `expand` at most. */
const maxExpandDepth = 5;

/**
 * @param includeDeleted deleted rows of to-many relations are shown
 * @returns what tells projections apart that are worth keeping; undefined for a selection that is made for one request
 */
export function projectionKey(
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): string | undefined {
  switch (selection.kind) {
    case 'rest':
      return JSON.stringify([
        'rest',
        entityType.name,
        inOrder(selection.expand),
        selection.only && inOrder(selection.only),
        includeDeleted,
      ]);
    case 'legacy':
      return JSON.stringify(['legacy', entityType.name, selection.only, includeDeleted]);
    case 'members':
      return undefined;
  }
}

/** The same names in another order make the same projection. */
function inOrder(names: NameTree): unknown[] {
  return Object.keys(names)
    .sort()
    .map((name) => [name, ...inOrder(names[name] ?? {})]);
}

/**
 * @param includeDeleted deleted rows of to-many relations are shown
 * @throws ApiError `ERROR_PARAMETER_INVALID` for unknown names, too many relations and those nested too deeply
 */
export function planProjection(
  catalog: Catalog,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Projection {
  const projection = planRecordProjection(catalog, entityType, selection, includeDeleted);
  const planType = (type: EntityType) => planTypeOfUnion(catalog, entityType, type, selection, includeDeleted);
  return {
    ...(entityType.union ? planUnionProjection(catalog, projection, planType) : projection),
    cacheKey: projectionKey(entityType, selection, includeDeleted),
  };
}

function planRecordProjection(
  catalog: Catalog,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Projection {
  switch (selection.kind) {
    case 'rest':
      checkSteps(selection);
      return planRestProjection(catalog, entityType, selection, includeDeleted, 0);
    case 'legacy':
      return planLegacyProjection(catalog, entityType, selection.only, includeDeleted);
    case 'members':
      return planMemberProjection(catalog, entityType, selection, includeDeleted);
  }
}

/** The selection of a union for the records of one of its entity types. */
function planTypeOfUnion(
  catalog: Catalog,
  union: EntityType,
  entityType: EntityType,
  selection: Selection,
  includeDeleted: boolean,
): Projection {
  switch (selection.kind) {
    case 'rest':
      return planRestProjection(
        catalog,
        entityType,
        restPart(catalog, entityType, withMemberNames(catalog, union, selection)),
        includeDeleted,
        0,
      );
    case 'legacy':
      return planLegacyProjection(catalog, underV1NamesOf(union, entityType), undefined, includeDeleted);
    case 'members':
      return planMemberProjection(catalog, entityType, memberPart(catalog, entityType, selection), includeDeleted);
  }
}

/** Names below another one in `load-only` expand it, too. */
function checkSteps({ expand, only = {} }: RestNames): void {
  const steps = countNames(expand, () => true) + countNames(only, (below) => Object.keys(below).length > 0);
  if (steps <= maxExpandSteps) return;
  const message = `expand: names ${steps} relations, where ${maxExpandSteps} are allowed. Expand fewer of them.`;
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'expand' });
}

function countNames(names: NameTree, counts: (below: NameTree) => boolean): number {
  return Object.values(names).reduce((sum, below) => sum + Number(counts(below)) + countNames(below, counts), 0);
}

interface RestNames {
  readonly expand: NameTree;
  readonly only?: NameTree;
}

function planRestProjection(
  catalog: Catalog,
  entityType: EntityType,
  given: RestNames,
  includeDeleted: boolean,
  depth: number,
): Projection {
  const { expand, only } = withMemberNames(catalog, entityType, given);
  if (depth > maxExpandDepth) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `expand: at most ${maxExpandDepth} levels.`, { at: 'expand' });
  }
  checkExpand(catalog, entityType, expand);
  checkOnly(entityType, only);
  const projectionOf = (target: string, name: string): Projection | undefined => {
    const nestedOnly = only?.[name];
    const isCut = nestedOnly !== undefined && Object.keys(nestedOnly).length > 0;
    if (!isCut && !Object.hasOwn(expand, name)) return undefined;
    const names = { expand: expand[name] ?? {}, ...(isCut ? { only: nestedOnly } : {}) };
    return planRestProjection(catalog, catalog.existing(target), names, includeDeleted, depth + 1);
  };
  const custom = only === undefined ? planCustom(catalog, entityType, expand) : undefined;
  const members = catalog
    .members(entityType.name)
    .filter((member) => !isShownTogether(member, custom))
    .filter(({ name }) => only === undefined || name === 'id' || Object.hasOwn(only, name))
    .map((member) => restMember(catalog, entityType, member, projectionOf));
  return { entityType, style: 'v100', members, ...(custom && { custom }), includeDeleted, cacheKey: undefined };
}

/** @returns the names of one level as the members are called; what is said of a link under two names holds together */
function withMemberNames<Names extends RestNames>(catalog: Catalog, entityType: EntityType, names: Names): Names {
  const renamed = (tree: NameTree): NameTree => {
    // Without a prototype: `__proto__` is a name like any other.
    const merged: Record<string, NameTree> = Object.create(null);
    for (const [given, below] of Object.entries(tree)) {
      const name = memberNamed(catalog, entityType, given);
      merged[name] = { ...merged[name], ...below };
    }
    return merged;
  };
  return { ...names, expand: renamed(names.expand), ...(names.only && { only: renamed(names.only) }) };
}

/** A whole record shows its custom fields together; a link that is expanded leaves the others to stand for themselves as well. */
function planCustom(catalog: Catalog, entityType: EntityType, expand: NameTree): CustomPart | undefined {
  const holds = entityType.fields.some(({ custom, kind }) => custom !== undefined && kind !== 'rows');
  if (!holds) return undefined;
  const isCustomLink = (name: string) => {
    const member = catalog.member(entityType.name, name);
    return member?.kind === 'link' && member.field.custom !== undefined;
  };
  return { withLinks: !Object.keys(expand).some(isCustomLink) };
}

function isShownTogether({ kind, field }: Member, custom: CustomPart | undefined): boolean {
  if (!custom || field.custom === undefined || field.kind === 'rows') return false;
  return kind === 'value' || custom.withLinks;
}

function checkExpand(catalog: Catalog, entityType: EntityType, expand: NameTree): void {
  for (const name of Object.keys(expand)) {
    const isRelation = isRows(catalog, entityType, name) || referenceOfLink(entityType, name);
    if (isRelation) continue;
    const relations = entityType.fields
      .filter(isAnswered)
      .flatMap((field) =>
        field.kind === 'rows' ? [field.name] : field.kind === 'reference' ? field.links.map((link) => link.name) : [],
      );
    const problem = catalog.member(entityType.name, name) ? 'is not a relation' : 'is unknown';
    // A relation has the name of its id without the ending.
    const hint = suggestion(name.replace(/_id$/, ''), relations);
    throw new ApiError('ERROR_PARAMETER_INVALID', `expand: "${name}" of ${entityType.name} ${problem}.${hint}`, {
      at: 'expand',
    });
  }
}

function isRows(catalog: Catalog, entityType: EntityType, name: string): boolean {
  const field = catalog.field(entityType.name, name);
  return field?.kind === 'rows' && isAnswered(field);
}

function checkOnly(entityType: EntityType, only: NameTree | undefined): void {
  const names = new Set(memberNames(entityType));
  for (const [name, nested] of Object.entries(only ?? {})) {
    if (!names.has(name)) throw unknownName(entityType, name, 'load-only');
    const hasMembers =
      entityType.fields.some((field) => field.name === name && field.kind === 'rows') ||
      referenceOfLink(entityType, name);
    if (Object.keys(nested).length > 0 && !hasMembers) {
      throw new ApiError('ERROR_PARAMETER_INVALID', `load-only: "${name}" of ${entityType.name} has no members.`, {
        at: 'load-only',
      });
    }
  }
}

/** One member of a REST v100 record, in the order in which the catalog lists them. */
function restMember(
  catalog: Catalog,
  entityType: EntityType,
  member: Member,
  projectionOf: (target: string, member: string) => Projection | undefined,
): ProjectionMember {
  const as = member.name;
  if (member.kind === 'link') {
    const { field, link } = member;
    const projection = projectionOf(link.target, as);
    return projection ? { kind: 'record', as, field, projection } : { kind: 'link', as, field, link };
  }
  const { field } = member;
  switch (field.kind) {
    case 'value':
      return valueMember(catalog, entityType, field, as);
    case 'money':
      return { kind: 'money', as, field, parts: allMoneyParts };
    case 'reference':
      return { kind: 'reference-id', as, field };
    case 'rows': {
      const projection = projectionOf(field.target, as);
      return projection
        ? { kind: 'row-records', as, field, projection }
        : { kind: 'row-links', as, field, target: catalog.existing(field.target) };
    }
  }
}

/** A value that is stored, or computed of other records. */
function valueMember(catalog: Catalog, entityType: EntityType, field: ValueField, as: string): ProjectionMember {
  switch (field.derived?.kind) {
    case 'collect':
      return { kind: 'collected-ids', as, ids: planCollectedIds(catalog, entityType, field.derived) };
    case 'favorite':
      return { kind: 'favorite', as, favorites: planFavorites(catalog, field.derived) };
    default:
      return { kind: 'value', as, field };
  }
}

const allMoneyParts: readonly MoneyMember[] = (['base_value', 'currency_id', 'value_foreign'] as const).map((part) => ({
  kind: 'amount',
  as: part,
  part,
}));

/** REST v1: members under their v1 names; rows that are the parent's own come as records, others as ids. */
function planLegacyProjection(
  catalog: Catalog,
  entityType: EntityType,
  only: readonly string[] | undefined,
  includeDeleted: boolean,
): Projection {
  const shownFields = entityType.fields.filter(isAnswered);
  const members = shownFields.flatMap((field) => legacyMembers(catalog, entityType, field, includeDeleted));
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

function legacyMembers(
  catalog: Catalog,
  entityType: EntityType,
  field: Field,
  includeDeleted: boolean,
): ProjectionMember[] {
  if (field.kind === 'money') {
    return (['base_value', 'value_foreign', 'currency_id'] as const).map((part) => ({
      kind: 'money-part',
      as: field.v1Names[part],
      field,
      part,
    }));
  }
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
      const members = target.fields
        .filter(isAnswered)
        .flatMap((one) => legacyMembers(catalog, target, one, includeDeleted));
      const projection: Projection = { entityType: target, style: 'v1', members, includeDeleted, cacheKey: undefined };
      return [{ kind: 'row-records', as, field, projection }];
    }
  }
}

/** GraphQL: exactly the selected members. */
function planMemberProjection(
  catalog: Catalog,
  entityType: EntityType,
  selection: MemberSelection,
  includeDeleted: boolean,
): Projection {
  const members = selection.members.map((member) => planMember(catalog, entityType, member, includeDeleted));
  return { entityType, style: 'v100', members, includeDeleted, cacheKey: undefined };
}

function planMember(
  catalog: Catalog,
  entityType: EntityType,
  member: SelectedMember,
  includeDeleted: boolean,
): ProjectionMember {
  const { as } = member;
  switch (member.kind) {
    case 'value': {
      const field = catalog.field(entityType.name, member.field);
      if (field?.kind === 'value') return valueMember(catalog, entityType, field, as);
      if (field?.kind === 'reference') return { kind: 'reference-id', as, field };
      throw unknownName(entityType, member.field, as);
    }
    case 'money': {
      const field = moneyField(catalog, entityType, member.field, as);
      const parts = member.parts.map((part) => planMoneyPart(catalog, part, includeDeleted));
      return { kind: 'money', as, field, parts };
    }
    case 'record': {
      const { field, target } = linkTarget(catalog, entityType, member.link, as);
      return {
        kind: 'record',
        as,
        field,
        projection: planMemberProjection(catalog, target, member.selection, includeDeleted),
      };
    }
    case 'row': {
      const field = rowsOf(catalog, entityType, member.rows, as);
      const target = catalog.existing(field.target);
      const projection = planMemberProjection(catalog, target, member.selection, includeDeleted);
      return { kind: 'row-records', as, field, projection };
    }
    case 'page': {
      const field = rowsOf(catalog, entityType, member.rows, as);
      const target = catalog.existing(field.target);
      const page = planPage(catalog, target, member.list);
      const projection = planMemberProjection(catalog, target, member.selection, member.list.includeDeleted);
      return { kind: 'row-page', as, field, page, projection, withTotal: member.withTotal };
    }
  }
}

function rowsOf(catalog: Catalog, entityType: EntityType, rows: string | ReferringRecords, at: string): RowsField {
  if (typeof rows !== 'string') return backwardStep(catalog, entityType, rows).field;
  const field = catalog.field(entityType.name, rows);
  if (field?.kind !== 'rows') throw unknownName(entityType, rows, at);
  return field;
}

function moneyField(catalog: Catalog, entityType: EntityType, name: string, at: string): MoneyField {
  const field = catalog.field(entityType.name, name);
  if (field?.kind !== 'money') throw unknownName(entityType, name, at);
  return field;
}

function linkTarget(
  catalog: Catalog,
  entityType: EntityType,
  link: string,
  at: string,
): { field: ReferenceField; target: EntityType } {
  const field = referenceOfLink(entityType, link);
  const target = field?.links.find((one) => one.name === link)?.target;
  if (!field || target === undefined) throw unknownName(entityType, link, at);
  return { field, target: catalog.existing(target) };
}

function planMoneyPart(catalog: Catalog, part: MoneyPart, includeDeleted: boolean): MoneyMember {
  if (part.kind === 'amount') return part;
  const currency = catalog.existing('Currency');
  return {
    kind: 'currency',
    as: part.as,
    projection: planMemberProjection(catalog, currency, part.selection, includeDeleted),
  };
}
