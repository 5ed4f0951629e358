/**
 * Describes the fields of an entity type as the `getFields` call of REST v1 shows them: what the catalog says of each,
 * with the id, type and options of its Field record.
 */
import type { EntityType } from '@headwater/catalog';
import type { V1Handlers } from '@headwater/openapi-types';
import type { JsonBody } from '../../http/handler-types.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { apiNameOf } from '../../plan/relations/field-path.js';
import type { Call } from '../../records/call.js';
import { type FieldRecord, type OptionRecord, readFieldRecords, readOptions } from './field-records.js';
import { type LegacyField, legacyFields } from './legacy-fields.js';
import { renderLegacyId } from './legacy-id.js';

export type FieldInfo = JsonBody<V1Handlers['getFields']['responses'][200]>[number];

/** @returns one entry for each name of REST v1, in the catalog's order; the parts of an amount are three */
export async function fieldInfos(deps: ServerDeps, call: Call, entityType: EntityType): Promise<FieldInfo[]> {
  const records = await readFieldRecords(deps, call, entityType);
  const dataSetIds = new Set([...records.values()].flatMap(({ data_set_id }) => data_set_id ?? []));
  const options = await readOptions(deps, call, [...dataSetIds]);
  return [...legacyFields(deps.catalog, entityType).values()].map((legacy) => {
    const record = records.get(apiNameOf(legacy.field));
    return describe(entityType, legacy, record, options.get(record?.data_set_id ?? ''));
  });
}

function describe(
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
    REQUIRED: entityType.required.includes(field.name),
    DEFAULT: isCurrency(legacy) ? null : (record?.default_value ?? null),
    DESCRIPTION: field.description,
    CHOICES: choices(legacy, options),
    CALC_FORMULA: record?.calc_formula ?? null,
    MIN_VALUE: value?.minimum ?? null,
    MAX_VALUE: value?.maximum ?? null,
  };
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
