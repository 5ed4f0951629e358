/**
 * A webhook as deliveries need it: its address and what it wants, checked against the catalog of its space. Pure.
 */
import { type Catalog, type EntityType, findOperator, operatorByName } from '@headwater/catalog';
import { everyOf } from '../errors/collect-errors.js';
import { parameterError } from '../errors/parameter-error.js';
import { planFilter } from '../plan/list/plan-filter.js';
import { planProjection } from '../plan/projection/plan-projection.js';
import { storageTypes } from '../plan/relations/custom-types.js';
import type { Condition, Filter } from '../request/filter.js';
import { exceededBound, parseNameTree, splitNames } from '../request/name-tree.js';
import type { RestSelection } from '../request/selection.js';
import { requireReadable } from '../rights/scoped-catalog.js';

/** What it wants of the records of one entity type. */
export interface EntityOptions {
  readonly selection: RestSelection;
  readonly filter: Filter | null;
  /** Members of which one must have changed; undefined: any. */
  readonly onFieldChange: ReadonlySet<string> | undefined;
}

export interface WebhookOptions {
  /** By the name of the entity type. */
  readonly entities: ReadonlyMap<string, EntityOptions>;
  readonly relatedEntities: ReadonlySet<string>;
  readonly skipKeys: ReadonlySet<string>;
  /** Undefined: all. */
  readonly customEntities: ReadonlySet<string> | undefined;
  readonly chunkSize: number;
  readonly chunkDelayMs: number;
}

const maxChunkSize = 100;
const maxChunkDelaySeconds = 60;
const everything: EntityOptions = { selection: { kind: 'rest', expand: {} }, filter: null, onFieldChange: undefined };

/** Names that a space may use for options of its own are ignored, as everything unknown was that was stored before. */
type Json = Readonly<Record<string, unknown>>;

/**
 * @param options of a Webhook, as they are stored
 * @param isBounded false for what was saved already, perhaps before its lists had a bound: deliveries go on
 * @throws ApiError `ERROR_PARAMETER_INVALID` with all that is wrong; `ERROR_FORBIDDEN` for what the catalog does not let read
 */
export function parseOptions(catalog: Catalog, options: unknown, isBounded = true): WebhookOptions {
  // What is no object was stored before, and says nothing.
  const given = isObject(options) ? options : {};
  return everyOf({
    entities: () => parseEntities(catalog, given.entity, isBounded),
    relatedEntities: () => typesAt(catalog, given.related_entity, 'options.related_entity') ?? new Set(),
    skipKeys: () => new Set(textsAt(given.skip_keys, 'options.skip_keys')),
    customEntities: () => typesAt(catalog, given.custom_entity_api_name, 'options.custom_entity_api_name'),
    chunkSize: () => numberAt(given.chunk_size, 'options.chunk_size', 1, maxChunkSize) ?? maxChunkSize,
    chunkDelayMs: () => (numberAt(given.chunk_delay, 'options.chunk_delay', 0, maxChunkDelaySeconds) ?? 0) * 1_000,
  });
}

/**
 * @param event such as `Account.Update`; `*` means all that may be read
 * @throws ApiError `ERROR_FORBIDDEN` for an event of records that may not be read
 */
export function requireEvent(catalog: Catalog, event: string): void {
  requireFollowed(catalog, event.slice(0, event.indexOf('.')));
}

/** Of what custom entity types share, those are followed that may be read. */
function requireFollowed(catalog: Catalog, name: string): void {
  const entityType = catalog.entityType(name);
  if (entityType && name !== storageTypes.records) requireReadable(catalog, entityType);
}

/** @param prefix what the events of the entity type begin with: options may be given by that name */
export function optionsFor({ entities }: WebhookOptions, entity: string, prefix: string): EntityOptions {
  return entities.get(entity) ?? entities.get(prefix) ?? everything;
}

function parseEntities(catalog: Catalog, given: unknown, isBounded: boolean): ReadonlyMap<string, EntityOptions> {
  const entries = Object.entries(given === undefined || given === null ? {} : objectAt(given, 'options.entity'));
  return new Map(
    entries.map(([name, options]) => {
      const at = `options.entity.${name}`;
      const entityType = catalog.entityType(name);
      if (!entityType) throw parameterError(at, `there is no entity type "${name}"`);
      requireFollowed(catalog, name);
      return [name, parseEntityOptions(catalog, entityType, { given: objectAt(options, at), at, isBounded })];
    }),
  );
}

interface GivenOptions {
  readonly given: Json;
  /** Where they are. */
  readonly at: string;
  readonly isBounded: boolean;
}

function parseEntityOptions(catalog: Catalog, entityType: EntityType, options: GivenOptions): EntityOptions {
  const { given, at } = options;
  return everyOf({
    selection: () => {
      const selection = selectionAt(options);
      planProjection(catalog, entityType, selection, true);
      return selection;
    },
    filter: () => {
      const filter = filterAt(given, at);
      if (filter) planFilter(catalog, entityType, filter);
      return filter;
    },
    onFieldChange: () => {
      const names = namesAt(given['on-field-change'], `${at}.on-field-change`);
      const stored = new Set(entityType.fields.filter(({ hidden }) => !hidden).map(({ name }) => name));
      const unknown = names?.find((name) => !stored.has(name));
      if (unknown === undefined) return names && new Set(names);
      throw parameterError(`${at}.on-field-change`, `"${unknown}" is no member of ${entityType.name} that is stored`);
    },
  });
}

function selectionAt({ given, at, isBounded }: GivenOptions): RestSelection {
  const [expand, only] = (['expand', 'load-only'] as const).map((name) => {
    const names = namesAt(given[name], `${at}.${name}`) ?? [];
    const exceeded = isBounded ? exceededBound(names) : undefined;
    if (exceeded !== undefined) throw parameterError(`${at}.${name}`, exceeded);
    return parseNameTree(names);
  });
  const isCut = only !== undefined && Object.keys(only).length > 0;
  return isCut ? { kind: 'rest', expand: expand ?? {}, only } : { kind: 'rest', expand: expand ?? {} };
}

function filterAt(given: Json, at: string): Filter | null {
  const values = given.filter === undefined ? {} : objectAt(given.filter, `${at}.filter`);
  const operators = given['filter-op'] === undefined ? {} : objectAt(given['filter-op'], `${at}.filter-op`);
  const names = [...new Set([...Object.keys(values), ...Object.keys(operators)])];
  const filters = names.map((name) => conditionAt(name, values[name], operators[name] ?? 'eq', at));
  if (filters.length <= 1) return filters[0] ?? null;
  return { kind: 'and', filters };
}

function conditionAt(name: string, value: unknown, operator: unknown, at: string): Condition {
  const known = typeof operator === 'string' ? findOperator(operator) : undefined;
  if (!known) throw parameterError(`${at}.filter-op.${name}`, `${JSON.stringify(operator)} is not an operator`);
  const takesNone = operatorByName(known.name).operands === 'none';
  const operands = takesNone ? [] : Array.isArray(value) ? value : [value];
  const isWrong = operands.some((one) => one === undefined || (typeof one === 'object' && one !== null));
  if (isWrong) throw parameterError(`${at}.filter.${name}`, 'needs a value or a list of values');
  return {
    ...{ kind: 'condition', path: name.split('.'), operator: known.name, at: `${at}.filter.${name}` },
    operands: operands as Condition['operands'],
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectAt(value: unknown, at: string): Json {
  if (isObject(value)) return value;
  throw parameterError(at, 'must be an object');
}

function textsAt(value: unknown, at: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const texts = Array.isArray(value) ? value : [value];
  if (texts.every((text) => typeof text === 'string')) return texts;
  throw parameterError(at, 'must be a list of texts');
}

/** Names may also be separated by commas, as in a query. */
function namesAt(value: unknown, at: string): readonly string[] | undefined {
  const texts = textsAt(value, at);
  return texts && [...new Set(splitNames(texts))];
}

/** Names of entity types; those that the space does not have are ignored. */
function typesAt(catalog: Catalog, value: unknown, at: string): ReadonlySet<string> | undefined {
  const names = namesAt(value, at);
  for (const name of names ?? []) requireFollowed(catalog, name);
  return names && new Set(names);
}

function numberAt(value: unknown, at: string, minimum: number, maximum: number): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw parameterError(at, `must be a whole number from ${minimum} to ${maximum}`);
}
