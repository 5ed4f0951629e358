/**
 * Resolves dotted member names against the catalog: `owner.email` is a step to the owner and its field `email`.
 * Pure; knows no column names.
 */
import {
  type Catalog,
  type EntityType,
  type Field,
  isAnswered,
  type MoneyField,
  type ReferenceField,
  type RowsField,
  type ValueField,
} from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { parameterError } from '../../errors/parameter-error.js';
import { readable, requireReadable } from '../../rights/scoped-catalog.js';
import { type CollectedIds, planCollectedIds } from './collected-ids.js';
import { type Favorites, planFavorites } from './favorites.js';
import { itemStep, type RowsStep, rowsStep } from './rows-step.js';

/** One step along a relation. */
export type RelationStep =
  /** To the record that `field` points at; `target` narrows a polymorphic reference. */
  { readonly kind: 'one'; readonly field: ReferenceField; readonly target: EntityType } | RowsStep;

export const moneyParts = ['base_value', 'value_foreign', 'currency_id'] as const;

export type MoneyPartName = (typeof moneyParts)[number];

/** What is at the end of a path. */
export type Terminal =
  | { readonly kind: 'value'; readonly field: ValueField }
  | { readonly kind: 'reference'; readonly field: ReferenceField }
  | { readonly kind: 'money'; readonly field: MoneyField; readonly part: MoneyPartName }
  | { readonly kind: 'rows'; readonly field: RowsField; readonly step: RowsStep }
  | { readonly kind: 'collected-ids'; readonly field: ValueField; readonly ids: CollectedIds }
  | { readonly kind: 'favorite'; readonly field: ValueField; readonly favorites: Favorites }
  /** The number of a numbered entity type. */
  | { readonly kind: 'number' };

/** A terminal that stands for one value of the record; the others are sets. */
export type ValueTerminal = Exclude<Terminal, { kind: 'rows' | 'collected-ids' }>;

export interface FieldPath {
  readonly steps: readonly RelationStep[];
  readonly terminal: Terminal;
}

/** Relations that one path follows at most: each is a sub-select inside the one before. */
export const maxSteps = 5;

/**
 * @param at where the caller wrote the path, for messages
 * @param stepsLeft relations that the path may follow
 * @throws ApiError `ERROR_PARAMETER_INVALID` naming the unknown part and, when close, the name that was meant; or when the
 *   path follows too many relations
 */
export function resolvePath(
  catalog: Catalog,
  from: EntityType,
  path: readonly string[],
  at: string,
  stepsLeft: number = maxSteps,
): FieldPath {
  const steps: RelationStep[] = [];
  let entityType = from;
  for (const [index, given] of path.entries()) {
    const name = memberNamed(catalog, entityType, given);
    const rest = path.slice(index + 1);
    const terminal = terminalOf(catalog, entityType, name, rest);
    if (terminal) return { steps, terminal };
    const step = stepOf(catalog, entityType, name);
    const last = steps.at(-1);
    const beyond = !step && last?.kind === 'many' ? itemStep(catalog, last.field) : undefined;
    if (beyond) {
      requireReadable(catalog, beyond.target);
      const tail = resolvePath(catalog, beyond.target, path.slice(index), at, stepsLeft - steps.length - 1);
      return { steps: [...steps, beyond, ...tail.steps], terminal: tail.terminal };
    }
    if (!step) throw noRelation(catalog, entityType, name, at);
    if (steps.length >= stepsLeft) throw tooManySteps(at);
    steps.push(step);
    entityType = step.target;
  }
  throw parameterError(at, 'a field is missing');
}

/** Ends the path at `name` when nothing but a part of its value follows. */
function terminalOf(
  catalog: Catalog,
  entityType: EntityType,
  name: string,
  rest: readonly string[],
): Terminal | undefined {
  if (name === 'number' && entityType.numbered && rest.length === 0) return { kind: 'number' };
  const field = answeredField(catalog, entityType, name);
  if (field?.kind === 'money') {
    const part = rest[0] ?? 'base_value';
    if (rest.length <= 1 && isMoneyPart(part)) return { kind: 'money', field, part };
    return undefined;
  }
  if (field?.kind === 'value' && rest.length === 0) return valueTerminal(catalog, entityType, field);
  if (field?.kind === 'rows' && rest.length === 0 && !field.targets) {
    return { kind: 'rows', field, step: rowsStep(catalog, field) };
  }
  if (field?.kind === 'reference' && field.hasIdMember) {
    return rest.length === 0 ? { kind: 'reference', field } : undefined;
  }
  const linked = referenceOfLink(entityType, name);
  const endsInId = rest.length === 0 || (rest.length === 1 && rest[0] === 'id');
  return linked && endsInId && leadsToOneName(linked) ? { kind: 'reference', field: linked } : undefined;
}

/** False for a polymorphic reference, whose links say which entity type is meant. */
function leadsToOneName({ links: [first, ...others] }: ReferenceField): boolean {
  return first !== undefined && others.every((link) => link.name === first.name);
}

/** A value that is stored, or computed of other records. */
function valueTerminal(catalog: Catalog, entityType: EntityType, field: ValueField): Terminal {
  switch (field.derived?.kind) {
    case 'collect':
      return { kind: 'collected-ids', field, ids: planCollectedIds(catalog, entityType, field.derived) };
    case 'favorite':
      return { kind: 'favorite', field, favorites: planFavorites(catalog, field.derived) };
    default:
      return { kind: 'value', field };
  }
}

function answeredField(catalog: Catalog, entityType: EntityType, name: string): Field | undefined {
  const field = catalog.field(entityType.name, name);
  return field && isAnswered(field) ? field : undefined;
}

function isMoneyPart(name: string): name is MoneyPartName {
  return moneyParts.some((part) => part === name);
}

/** @returns the reference field that shows a link under this member name */
export function referenceOfLink(entityType: EntityType, link: string): ReferenceField | undefined {
  return entityType.fields.find(
    (field): field is ReferenceField =>
      field.kind === 'reference' && isAnswered(field) && field.links.some((one) => one.name === link),
  );
}

/** @returns the name of the member that a caller means: that of a link for an alias of it, otherwise the given name */
export function memberNamed(catalog: Catalog, entityType: EntityType, given: string): string {
  if (catalog.member(entityType.name, given)) return given;
  let aliases = linksByAlias.get(entityType);
  if (aliases === undefined) {
    aliases = aliasesOf(catalog, entityType);
    linksByAlias.set(entityType, aliases);
  }
  return aliases.get(given) ?? given;
}

const linksByAlias = new WeakMap<EntityType, ReadonlyMap<string, string>>();

function aliasesOf(catalog: Catalog, { fields }: EntityType): ReadonlyMap<string, string> {
  const links = fields.flatMap((field) => (field.kind === 'reference' && isAnswered(field) ? field.links : []));
  const aliases = new Map<string, string>();
  for (const { name, target } of links) {
    const alias = catalog.existing(target).linkAliases?.[name];
    if (alias !== undefined && !aliases.has(alias)) aliases.set(alias, name);
  }
  return aliases;
}

/** @returns the relation that member `name` leads along; undefined when it is no relation, or another one in each type of a union */
export function stepOf(catalog: Catalog, entityType: EntityType, name: string): RelationStep | undefined {
  const field = answeredField(catalog, entityType, name);
  if (field?.kind === 'rows') {
    if (field.targets) return undefined;
    readable(catalog, field.target);
    return rowsStep(catalog, field);
  }
  const reference = referenceOfLink(entityType, name);
  const [link, ...others] = reference?.links.filter((one) => one.name === name) ?? [];
  return reference && link && others.length === 0
    ? { kind: 'one', field: reference, target: readable(catalog, link.target) }
    : undefined;
}

/** @returns the member names of an entity type, links included */
export function memberNames(entityType: EntityType): string[] {
  return entityType.fields
    .filter(isAnswered)
    .flatMap((field: Field) =>
      field.kind === 'reference'
        ? [...(field.hasIdMember ? [field.name] : []), ...field.links.map((link) => link.name)]
        : [field.name],
    );
}

/** @returns what to say of a name that `stepOf` finds no relation for */
export function noRelation(catalog: Catalog, entityType: EntityType, name: string, at: string): ApiError {
  const field = catalog.field(entityType.name, name);
  const varies = (field?.kind === 'rows' && field.targets) || referenceOfLink(entityType, name);
  if (!entityType.union || !varies) return notThere(catalog, entityType, name, at);
  const collections = entityType.union.map((type) => catalog.existing(type).collection).join(' or ');
  const problem = `"${name}" of ${entityType.name} leads elsewhere in each of its entity types`;
  return parameterError(at, `${problem}. Ask ${collections} instead`);
}

/** A field that is there may be what nothing stands behind. */
function notThere(catalog: Catalog, entityType: EntityType, name: string, at: string): ApiError {
  const field = answeredField(catalog, entityType, name);
  const problem = field && endsAt(field);
  if (problem === undefined) return unknownName(entityType, name, at);
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: "${name}" of ${entityType.name} ${problem}`, { at });
}

/** @returns why no relation leads on from a field, as a sentence goes on behind its name; undefined for relations */
function endsAt(field: Field): string | undefined {
  switch (field.kind) {
    case 'money':
      return `is an amount; its parts are ${moneyParts.join(', ')}.`;
    case 'value':
      return 'is a value, which has no fields.';
    case 'reference': {
      if (!field.hasIdMember) return undefined;
      const links = field.links.map((link) => `"${link.name}"`).join(' or ');
      return `is an id; other fields follow ${links}.`;
    }
    case 'rows':
      return undefined;
  }
}

export function tooManySteps(at: string): ApiError {
  return parameterError(at, `follows more than ${maxSteps} relations`);
}

export function unknownName(entityType: EntityType, name: string, at: string): ApiError {
  const hint = suggestion(name, memberNames(entityType));
  return parameterError(at, `${entityType.name} has no field "${name}"`, hint);
}

/** What a custom field is called in bodies and in the Field record: a reference without its `_id`. */
export function apiNameOf(field: Field): string {
  return field.kind === 'reference' && field.custom ? (field.links[0]?.name ?? field.name) : field.name;
}

/** @throws Error where the entity type has no plain value of that name; for names that the server itself writes */
export function valueField(entityType: EntityType, name: string): ValueField {
  const field = entityType.fields.find((one) => one.name === name);
  if (field?.kind === 'value') return field;
  throw new Error(`${entityType.name}.${name} is not a plain value`);
}

/** @throws Error where the entity type has no to-one relation of that name, such as `owner_id` */
export function referenceField(entityType: EntityType, name: string): ReferenceField {
  const field = entityType.fields.find((one) => one.name === name);
  if (field?.kind === 'reference') return field;
  throw new Error(`${entityType.name}.${name} is not a reference`);
}
