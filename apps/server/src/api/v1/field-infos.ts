/**
 * Answers the `getFields` call of REST v1: what the catalog says of each field, with the id, type and options of its
 * Field record, filtered as the caller asks.
 */

import type { ParsedUrlQuery } from 'node:querystring';
import type { Catalog, EntityType } from '@headwater/catalog';
import { listDescription } from '@headwater/contract';
import type { V1Handlers } from '@headwater/openapi-types';
import { closestName } from '../../errors/closest-name.js';
import { answer, jsonText } from '../../http/content/json-answer.js';
import type { JsonBody } from '../../http/handler-types.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { apiNameOf } from '../../plan/relations/field-path.js';
import type { Call } from '../../records/call.js';
import { valuesOf } from '../../request/selection.js';
import { type LegacyField, legacyFields, renderLegacyId } from './legacy-fields.js';
import { readAll } from './list-collection.js';
import { type LegacyPhrase, parseFilter, shownPhrase } from './query/parse-filter.js';
import { parseSingle } from './query/parse-list-query.js';
import { QueryErrors } from './query/query-errors.js';

export type FieldInfo = JsonBody<V1Handlers['getFields']['responses'][200]>[number];

/** @returns one entry for each name of REST v1, in the catalog's order; the parts of an amount are three */
async function fieldInfos(deps: ServerDeps, call: Call, entityType: EntityType): Promise<FieldInfo[]> {
  const records = await readFieldRecords(deps, call, entityType);
  const dataSetIds = new Set([...records.values()].flatMap(({ data_set_id }) => data_set_id ?? []));
  const options = await readOptions(deps, call, [...dataSetIds]);
  return [...legacyFields(deps.catalog, entityType).values()].map((legacy) => {
    const record = records.get(apiNameOf(legacy.field));
    return describe(deps.catalog, entityType, legacy, record, options.get(record?.data_set_id ?? ''));
  });
}

function describe(
  catalog: Catalog,
  entityType: EntityType,
  legacy: LegacyField,
  record: FieldRecord | undefined,
  options: readonly OptionRecord[] | undefined,
): FieldInfo {
  const { field } = legacy;
  const value = legacy.kind === 'value' ? legacy.field : undefined;
  return {
    ID: record === undefined ? null : renderLegacyId(record.id),
    API_NAME: legacy.name,
    NAME: record?.name ?? field.name,
    TYPE: amountPartType(legacy) ?? record?.primitive_type ?? null,
    PL_TYPE: record?.type_id ?? null,
    CUSTOM: field.custom !== undefined,
    READONLY: field.readOnly,
    REQUIRED: isRequired(entityType, legacy),
    DEFAULT: isCurrency(legacy) ? null : (record?.default_value ?? null),
    DESCRIPTION: descriptionOf(catalog, legacy),
    CHOICES: choices(legacy, options),
    CALC_FORMULA: record?.calc_formula ?? null,
    MIN_VALUE: value?.minimum ?? null,
    MAX_VALUE: value?.maximum ?? null,
  };
}

/** Of an amount one value is enough; documents name the one in its own currency. */
function isRequired({ required }: EntityType, legacy: LegacyField): boolean {
  const isNamed = legacy.kind !== 'money' || legacy.part === 'value_foreign';
  return isNamed && required.includes(legacy.field.name);
}

function descriptionOf(catalog: Catalog, legacy: LegacyField): string {
  const { description } = legacy.field;
  if (legacy.kind !== 'list') return description;
  return listDescription(description, legacy.list, catalog.existing(legacy.field.target));
}

/** @returns the JSON type of one part of an amount, which is an object only as a whole */
function amountPartType(legacy: LegacyField): string | undefined {
  if (legacy.kind !== 'money') return undefined;
  return isCurrency(legacy) ? 'string' : 'number';
}

/** The default of an amount is a number. */
function isCurrency(legacy: LegacyField): boolean {
  return legacy.kind === 'money' && legacy.part === 'currency_id';
}

/** The values of an enumeration, or the options of the field's set. */
function choices(legacy: LegacyField, options: readonly OptionRecord[] | undefined): FieldInfo['CHOICES'] {
  if (legacy.kind === 'value' && legacy.field.enum !== undefined) {
    return legacy.field.enum.map(({ value, label }) => ({ ID: value, VALUE: label }));
  }
  return options?.map(({ id, option_name }) => ({ ID: renderLegacyId(id), VALUE: option_name })) ?? null;
}

// Answers the `getFields` call of REST v1.

/**
 * @param query `filter` chooses among the fields: `CUSTOM::TRUE`
 * @throws ApiError `ERROR_PARAMETER_INVALID` naming every phrase that is wrong
 */
export async function getFields(deps: ServerDeps, call: Call, entityType: EntityType, query: ParsedUrlQuery) {
  const errors = new QueryErrors();
  const phrases = parseFilter(parseSingle(query, 'filter', errors), errors);
  const infos = filterFieldInfos(await fieldInfos(deps, call, entityType), phrases, errors);
  errors.rejectAny();
  return answer(200, jsonText(infos));
}

// Applies the `filter` of the `getFields` call of REST v1, such as `CUSTOM::TRUE`, to descriptions of fields. Waits
// on nothing.

/** The members that can be compared; the others hold lists or prose. */
const comparable = ['ID', 'API_NAME', 'NAME', 'TYPE', 'PL_TYPE', 'CUSTOM', 'READONLY', 'REQUIRED'] as const;

const truths = new Map([
  ['TRUE', true],
  ['1', true],
  ['FALSE', false],
  ['0', false],
]);

type Comparable = (typeof comparable)[number];

/**
 * @param phrases `eq`, `ne` and `in`; all must hold. Booleans may be written `TRUE` and `FALSE` as well as 1 and 0
 * @param errors takes members and operators that cannot be compared
 */
export function filterFieldInfos(
  infos: readonly FieldInfo[],
  phrases: readonly LegacyPhrase[],
  errors: QueryErrors,
): FieldInfo[] {
  const tests = phrases.flatMap((phrase) => fieldTest(phrase, errors) ?? []);
  return infos.filter((info) => tests.every((test) => test(info)));
}

function fieldTest(phrase: LegacyPhrase, errors: QueryErrors): ((info: FieldInfo) => boolean) | undefined {
  const { name, operator, operands } = phrase;
  if (!isComparable(name)) {
    const hint = closestName(name, comparable) ?? comparable.join(', ');
    errors.add('filter', `${shownPhrase(phrase)}: fields cannot be compared by "${name}"; use ${hint}.`);
    return undefined;
  }
  if (operator !== 'eq' && operator !== 'ne' && operator !== 'in') {
    errors.add('filter', `${shownPhrase(phrase)}: fields are compared with eq, ne or in.`);
    return undefined;
  }
  return (info) => operands.some((operand) => isEqual(info[name], operand)) !== (operator === 'ne');
}

function isEqual(value: FieldInfo[Comparable], operand: string): boolean {
  return typeof value === 'boolean' ? truths.get(operand.toUpperCase()) === value : (value ?? '') === operand;
}

function isComparable(name: string): name is Comparable {
  return comparable.some((known) => known === name);
}

// Reads what the Field and Data records of a space say of the fields of an entity type.

/** A Field record, cut to what REST v1 shows of it. */
interface FieldRecord {
  readonly id: string;
  readonly api_name: string;
  readonly name: string;
  readonly type_id: string;
  readonly primitive_type: string | null;
  readonly default_value: string | null;
  readonly calc_formula: string | null;
  readonly data_set_id: string | null;
}

/** One of the options of a set. */
interface OptionRecord {
  readonly id: string;
  readonly option_name: string;
  readonly data_set_id: string;
}

/** @returns the Field records of an entity type, or of those behind an abstract one, by the v100 name of the field */
async function readFieldRecords(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
): Promise<ReadonlyMap<string, FieldRecord>> {
  const operands = [...(entityType.union ?? [entityType.name])];
  const texts = await readAll(deps, call, {
    entityType: 'Field',
    filter: { kind: 'condition', path: ['entity_name'], operator: 'eq', operands, at: 'getFields' },
    sort: [],
    includeDeleted: false,
    selection: fieldSelection,
  });
  const records = texts.map((text): FieldRecord => JSON.parse(text));
  return new Map(records.map((record) => [record.api_name, record]));
}

/** @returns the options of each of the sets, in their order; waits on nothing when there is no set */
async function readOptions(
  deps: ServerDeps,
  call: Call,
  dataSetIds: readonly string[],
): Promise<ReadonlyMap<string, OptionRecord[]>> {
  const options = new Map(dataSetIds.map((id) => [id, [] as OptionRecord[]]));
  if (dataSetIds.length === 0) {
    return options;
  }
  const texts = await readAll(deps, call, {
    entityType: 'Data',
    filter: { kind: 'condition', path: ['data_set_id'], operator: 'eq', operands: dataSetIds, at: 'getFields' },
    sort: [{ path: ['sort_order'], descending: false, at: 'getFields' }],
    includeDeleted: false,
    selection: optionSelection,
  });
  for (const text of texts) {
    const option: OptionRecord = JSON.parse(text);
    options.get(option.data_set_id)?.push(option);
  }
  return options;
}

const fieldSelection = valuesOf([
  'id',
  'api_name',
  'name',
  'type_id',
  'primitive_type',
  'default_value',
  'calc_formula',
  'data_set_id',
]);

const optionSelection = valuesOf(['id', 'option_name', 'data_set_id']);
