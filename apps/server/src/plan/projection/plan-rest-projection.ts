/**
 * Plans what REST v100 shows of a record, by `expand` and `load-only`. Pure.
 */
import { type Catalog, type EntityType, isAnswered, type Member } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { maxExpandSteps } from '../../request/answer-limits.js';
import type { NameTree } from '../../request/selection.js';
import { readable } from '../../rights/scoped-catalog.js';
import { memberNamed, memberNames, referenceOfLink, unknownName } from '../relations/field-path.js';
import {
  type CustomPart,
  type MoneyMember,
  type Projection,
  type ProjectionMember,
  valueMember,
} from './projection.js';

/** Levels of `expand` at most. */
const maxExpandDepth = 5;

/** Names below another one in `load-only` expand it, too. */
export function checkSteps({ expand, only = {} }: RestNames): void {
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

export function planRestProjection(
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
    return planRestProjection(catalog, readable(catalog, target), names, includeDeleted, depth + 1);
  };
  const custom = only === undefined ? planCustom(catalog, entityType, expand) : undefined;
  const all = catalog.members(entityType.name);
  const members = (only === undefined && custom === undefined ? inShownOrder(all) : all)
    .filter((member) => !isShownTogether(member, custom))
    .filter(({ name }) => only === undefined || name === 'id' || Object.hasOwn(only, name))
    .map((member) => restMember(catalog, entityType, member, projectionOf));
  return { entityType, style: 'v100', members, ...(custom && { custom }), includeDeleted, cacheKey: undefined };
}

/** @returns the names of one level as the members are called; what is said of a link under two names holds together */
export function withMemberNames<Names extends RestNames>(
  catalog: Catalog,
  entityType: EntityType,
  names: Names,
): Names {
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
  const together = entityType.fields.filter(({ custom, kind }) => custom !== undefined && kind !== 'rows');
  // What is stored together is shown together, or not at all.
  if (together.length === 0 || together.some(({ hidden }) => hidden)) return undefined;
  const isCustomLink = (name: string) => {
    const member = catalog.member(entityType.name, name);
    return member?.kind === 'link' && member.field.custom !== undefined;
  };
  return { withLinks: !Object.keys(expand).some(isCustomLink) };
}

/** Those that are shown together come last, also where they are not. */
function inShownOrder(members: readonly Member[]): readonly Member[] {
  const isLast = ({ field }: Member) => field.custom !== undefined && field.kind !== 'rows';
  return members.some(isLast) ? [...members.filter((one) => !isLast(one)), ...members.filter(isLast)] : members;
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

const allMoneyParts: readonly MoneyMember[] = (['base_value', 'currency_id', 'value_foreign'] as const).map((part) => ({
  kind: 'amount',
  as: part,
  part,
}));
