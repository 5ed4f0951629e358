/**
 * Keeps the Field records that describe the system fields of a space as the catalog has them.
 */
import { createHash } from 'node:crypto';
import type { Catalog, EntityType, Field, ValueField } from '@headwater/catalog';
import type { PagePlan } from '../plan/list-plan.js';
import type { Operand } from '../plan/predicate.js';
import type { Call } from './call.js';
import { now } from './clock.js';
import { Draft, type StoredRecord } from './draft.js';
import { systemFieldId } from './field-id.js';
import { type RecordStore, scopeOf } from './record-store.js';
import { RecordWriter } from './record-writer.js';
import { readAllStored } from './stored-record.js';

/** `system_type` of a field that is built in. */
const builtIn = 1;

/** @returns what changes whenever the system fields do */
export function fieldsVersion(catalog: Catalog): string {
  const records = allFieldRecords(catalog);
  return createHash('sha256')
    .update(JSON.stringify(records.map((values) => [...values])))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Writes the Field records that are missing or say something else than the catalog. Does nothing in a space that is up to date.
 * @param space id of the space
 */
export async function syncFields(store: RecordStore, space: string): Promise<void> {
  const version = fieldsVersion(store.catalog);
  const row = await store.db.knex('spaces').where({ space_id: space }).first('fields_version');
  if (!row || row.fields_version === version) return;
  const call: Call = {
    principal: { space, token: 'headwater', readOnly: false, client: null },
    origin: 'http://localhost',
  };
  const fieldType = store.catalog.existing('Field');
  await store.db.write(async (transaction) => {
    const page: PagePlan = {
      entityType: fieldType,
      filter: null,
      order: { keys: [], idDescending: false },
      window: { kind: 'offset', limit: null, offset: 0 },
      includeDeleted: true,
    };
    const stored = await readAllStored(store, transaction, scopeOf(call), page);
    const storedById = new Map(stored.map((record) => [String(record.id), record]));
    const writer = new RecordWriter(store, transaction, space, now());
    for (const values of allFieldRecords(store.catalog)) {
      await writeField(writer, fieldType, values, storedById);
    }
  });
  await store.db.knex('spaces').where({ space_id: space }).update({ fields_version: version });
}

async function writeField(
  writer: RecordWriter,
  fieldType: EntityType,
  values: ReadonlyMap<string, Operand>,
  storedById: ReadonlyMap<string, StoredRecord>,
): Promise<void> {
  const id = systemFieldId(String(values.get('entity_name')), String(values.get('api_name')));
  const stored = storedById.get(id);
  const change = {
    entityType: fieldType,
    values: new Map(values),
    money: new Map(),
    rows: new Map(),
    mistakes: [],
    expectedRevision: undefined,
  };
  const draft = new Draft(fieldType, id, stored, change, 0);
  if (!stored) await writer.insert(draft);
  else if (draft.changesAnything) await writer.overwrite(draft);
}

/** Abstract entity types have no fields of their own. */
function allFieldRecords(catalog: Catalog): ReadonlyMap<string, Operand>[] {
  return catalog.entityTypes.filter(({ union }) => !union).flatMap((entityType) => fieldRecords(entityType));
}

function fieldRecords(entityType: EntityType): ReadonlyMap<string, Operand>[] {
  return entityType.fields.map((field) => fieldRecord(entityType, field));
}

function fieldRecord(entityType: EntityType, field: Field): ReadonlyMap<string, Operand> {
  const name = displayName(field.name);
  const type = typeId(field);
  return new Map<string, Operand>([
    ['entity_name', entityType.name],
    ['api_name', field.name],
    ['name', name],
    ['translated_name', name],
    ['type_id', type],
    ['source_type_id', type],
    ['source_field_id', systemFieldId(entityType.name, field.name)],
    ['primitive_type', primitiveType(field)],
    ['column_name', field.name],
    ['system_type', builtIn],
    ['system_required', entityType.required.includes(field.name)],
    ['system_readonly', field.readOnly || field.derived !== undefined],
    ['is_unique', field.kind === 'value' && field.unique === true],
    ['default_value', field.default?.kind === 'value' ? String(field.default.value) : null],
    ['data_set_id', field.kind === 'reference' ? (field.dataSet ?? null) : null],
    ['relation_with_entity_id', relatedEntity(field)],
    ['lookup', lookup(field)],
    ['options', options(field)],
    ['has_draft', false],
    ['is_published', true],
    ['is_available_for_webresource', false],
    ['use_in_global_search', false],
    ['use_in_interface_preview', false],
    ['is_delete_protected', true],
  ]);
}

/** `zip_code` is shown as "Zip code". */
function displayName(fieldName: string): string {
  const words = fieldName.replace(/_id$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const typeIds: Readonly<Record<ValueField['type'], string>> = {
  string: 'input',
  text: 'text_area',
  integer: 'integer',
  float: 'float',
  decimal: 'float',
  boolean: 'checkbox',
  date: 'date',
  datetime: 'datetime',
  uuid: 'input',
  uuids: 'lookup',
  strings: 'text_area',
  json: 'text_area',
};

function typeId(field: Field): string {
  if (field.kind === 'money') return 'currency_foreign';
  if (field.kind === 'rows') return 'lookup';
  if (field.kind === 'reference') return field.dataSet === undefined ? 'lookup' : 'dropdown';
  if (field.format === 'email') return 'email';
  return field.format === 'uri' ? 'url' : typeIds[field.type];
}

function primitiveType(field: Field): string {
  if (field.kind === 'rows') return 'array';
  if (field.kind === 'money') return 'object';
  if (field.kind === 'reference') return 'string';
  switch (field.type) {
    case 'integer':
      return 'integer';
    case 'float':
    case 'decimal':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'uuids':
    case 'strings':
      return 'array';
    case 'json':
      return 'object';
    default:
      return 'string';
  }
}

function relatedEntity(field: Field): string | null {
  if (field.kind === 'rows') return field.target;
  return field.kind === 'reference' ? field.targets.join(',') : null;
}

function lookup(field: Field): string | null {
  const target = relatedEntity(field);
  return target === null ? null : JSON.stringify({ entity_name: target, many: field.kind === 'rows' });
}

/** The values of an integer enum and what they stand for. */
function options(field: Field): string | null {
  if (field.kind !== 'value' || !field.enum) return null;
  return JSON.stringify({ is_bit_mask: field.bitMask === true, values: field.enum });
}
