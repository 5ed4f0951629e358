/**
 * Resolves the sources and look-ups of a mapping against the catalog. Pure; gathers errors instead of stopping at the first.
 */
import {
  type Catalog,
  type EntityType,
  type Field,
  isListType,
  type ReferenceField,
  type ValueField,
} from '@headwater/catalog';
import type { LookupPlan, Origin, PlainMember, SourcePlan } from './import-plan.js';
import type { Lookup, LookupTarget, Scalar, Source } from './mapping.js';
import { parseTemplate, type Template } from './template.js';

/** What planning needs from all around what is planned. */
export interface PlanScope {
  readonly catalog: Catalog;
  readonly variables: ReadonlyMap<string, string>;
  readonly namespace: string | undefined;
  readonly today: Date;
  /** Records an error. @param at the path in the mapping: `steps[2].members.owner_id` */
  error(at: string, message: string): void;
}

/** @returns undefined after an error that leaves nothing to go on with */
export function planSource(scope: PlanScope, source: Source, at: string): SourcePlan | undefined {
  const origin = planOrigin(scope, source, at);
  if (origin === undefined) return undefined;
  if (source.uuid === true && scope.namespace === undefined) {
    scope.error(at, '"uuid" needs a "namespace" at the top of the mapping, a uuid of your own making');
  }
  return {
    origin,
    when: source.when,
    map: source.map && new Map(Object.entries(source.map)),
    otherwise: source.otherwise,
    lookup: source.lookup && planLookup(scope, source.lookup, `${at}.lookup`),
    uuidNamespace: source.uuid === true ? scope.namespace : undefined,
    columns: [...new Set([...originColumns(origin), ...(source.when ? [source.when.column] : [])])],
  };
}

function planOrigin(scope: PlanScope, source: Source, at: string): Origin | undefined {
  if (source.column !== undefined) return { kind: 'column', column: source.column };
  if (source.value !== undefined) return { kind: 'constant', value: source.value };
  if (source.variable !== undefined) {
    const value = scope.variables.get(source.variable);
    if (value !== undefined) return { kind: 'constant', value };
    scope.error(at, `there is no variable "${source.variable}"`);
  }
  if (source.template !== undefined) {
    const template = planTemplate(scope, source.template, at);
    if (template !== undefined) return { kind: 'template', template };
  }
  if (source.first !== undefined) {
    const sources = source.first.map((inner, index) => planSource(scope, inner, `${at}.first[${index}]`));
    return { kind: 'first', sources: sources.filter((inner) => inner !== undefined) };
  }
  if (source.rows !== undefined) scope.error(at, '"rows" is for relations to many records');
  return undefined;
}

function planTemplate(scope: PlanScope, text: string, at: string): Template | undefined {
  try {
    return parseTemplate(text);
  } catch (error) {
    scope.error(at, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function originColumns(origin: Origin): readonly string[] {
  switch (origin.kind) {
    case 'column':
      return [origin.column];
    case 'constant':
      return [];
    case 'template':
      return origin.template.flatMap((part) => (typeof part === 'string' ? [] : [part.column]));
    case 'first':
      return origin.sources.flatMap((source) => source.columns);
  }
}

/** @returns undefined after an error */
export function planLookup(scope: PlanScope, lookup: Lookup, at: string): LookupPlan | undefined {
  const target = planTarget(scope, lookup, at);
  if (target === undefined || lookup.create === undefined) return target;
  if (!target.entityType.operations.includes('create')) {
    scope.error(at, `records of ${target.entityType.collection} cannot be created`);
  }
  const create = Object.entries(lookup.create).map(([name, source]) =>
    planPlainMember(scope, target.entityType, name, source, `${at}.create.${name}`),
  );
  const planned = create.filter((member) => member !== undefined);
  for (const member of planned) {
    // One level is enough for a name that has no record yet; more would need an order among the records to make.
    if (member.source.lookup?.create !== undefined) scope.error(at, 'a "create" inside a "create" is not possible');
  }
  return { ...target, create: planned };
}

/** @returns undefined after an error */
export function planTarget(scope: PlanScope, target: LookupTarget, at: string): LookupPlan | undefined {
  const entityType = planCollection(scope, target.collection, at);
  if (entityType === undefined) return undefined;
  const by = planMember(scope, entityType, target.by, `${at}.by`);
  if (by === undefined) return undefined;
  if (!isPlain(by)) {
    scope.error(`${at}.by`, `${target.by} is not a member with a plain value`);
    return undefined;
  }
  const where = Object.entries(target.where ?? {}).map(([member, value]: [string, Scalar]) => {
    planMember(scope, entityType, member, `${at}.where`);
    return { member, value };
  });
  const conditions = where.map(({ member, value }) => `, ${member} ${value}`).join('');
  return { name: `${entityType.collection}.${by.name}${conditions}`, entityType, by, where, create: undefined };
}

/** Plans a member with one value; @returns undefined after an error */
export function planPlainMember(
  scope: PlanScope,
  entityType: EntityType,
  name: string,
  source: Source,
  at: string,
): PlainMember | undefined {
  const field = planMember(scope, entityType, name, at);
  if (field === undefined) return undefined;
  const planned = planSource(scope, source, at);
  if (!isPlain(field) || (field.kind === 'value' && isListType(field.type))) {
    scope.error(at, `${name} cannot be filled from a column`);
    return undefined;
  }
  return planned && { kind: 'plain', field, source: planned };
}

/** @returns undefined after an error */
export function planCollection(scope: PlanScope, collection: string, at: string): EntityType | undefined {
  const entityType = scope.catalog.byCollection(collection);
  if (entityType === undefined) {
    const collections = scope.catalog.entityTypes.map((known) => known.collection).join(', ');
    scope.error(at, `there is no collection "${collection}"; there are ${collections}`);
  }
  return entityType;
}

/** @returns undefined after an error */
export function planMember(scope: PlanScope, entityType: EntityType, name: string, at: string): Field | undefined {
  const field = scope.catalog.field(entityType.name, name);
  if (field === undefined) scope.error(at, `${entityType.collection} have no member "${name}"`);
  return field;
}

export function isPlain(field: Field): field is ValueField | ReferenceField {
  return field.kind === 'value' || (field.kind === 'reference' && field.hasIdMember);
}
