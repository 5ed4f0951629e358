/**
 * The catalog of a space that has defined fields of every type and an entity type of its own, put together by hand.
 */
import {
  buildCatalog,
  type Catalog,
  type EntityType,
  entityTypes,
  type Field,
  type ReferenceField,
  type ValueField,
} from '@headwater/catalog';

type Shared = Pick<Field, 'name' | 'description' | 'readOnly' | 'writeOnce' | 'nullable'> & {
  readonly custom: NonNullable<Field['custom']>;
};

let made = 0;

function shared(name: string, type: NonNullable<Field['custom']>['type'], apiName = name): Shared {
  const id = `018f4b7a-6c1e-7d52-9a3b-${String(++made).padStart(12, '0')}`;
  const description = `What people call ${apiName}`;
  return { name, description, readOnly: false, writeOnce: false, nullable: true, custom: { id, type } };
}

function value(
  name: string,
  type: NonNullable<Field['custom']>['type'],
  traits: Pick<ValueField, 'type'> & Partial<ValueField>,
): ValueField {
  return { ...shared(name, type), kind: 'value', v1Name: name, ...traits };
}

function reference(apiName: string, type: 'dropdown' | 'lookup', target: string): ReferenceField {
  return {
    ...shared(`${apiName}_id`, type, apiName),
    kind: 'reference',
    v1Name: apiName,
    hasIdMember: true,
    links: [{ name: apiName, target }],
    targets: [target],
  };
}

function rows(name: string, type: 'multiselect_checkbox' | 'lookup', target: string): Field {
  return {
    ...shared(name, type),
    kind: 'rows',
    nullable: false,
    v1Name: null,
    v1Inline: false,
    target,
    via: 'contact_id',
    on: 'id',
    owned: true,
    item: 'tag_id',
  };
}

/** A field of each type. */
export function fieldsOfAllTypes(): readonly Field[] {
  return [
    value('cf_code', 'input', { type: 'string', maxLength: 255, unique: true }),
    value('cf_2nd_line', 'text_area', { type: 'text', maxLength: 1_000_000 }),
    value('cf_seats', 'integer', { type: 'integer', default: { kind: 'value', value: 4 } }),
    value('cf_weight', 'float', { type: 'float' }),
    value('cf_price', 'currency', { type: 'decimal' }),
    value('cf_is_fast', 'checkbox', { type: 'boolean' }),
    value('cf_born', 'date', { type: 'date' }),
    value('cf_seen_at', 'datetime', { type: 'datetime' }),
    value('cf_home', 'url', { type: 'string', format: 'uri', maxLength: 500 }),
    value('cf_mail', 'email', { type: 'string', format: 'email', maxLength: 255 }),
    value('cf_number', 'sequence', {
      type: 'string',
      maxLength: 255,
      readOnly: true,
      derived: { kind: 'sequence', pattern: 'N-{00001}' },
    }),
    value('cf_total', 'float', { type: 'float', readOnly: true, derived: { kind: 'formula', text: '#cf_seats * 2' } }),
    {
      ...shared('cf_fee', 'currency_foreign'),
      kind: 'money',
      v1Names: { base_value: 'cf_fee', value_foreign: 'cf_fee_FOREIGN', currency_id: 'cf_fee_CURRENCY_ID' },
    },
    { ...reference('cf_colour', 'dropdown', 'Data'), dataSet: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20' },
    reference('cf_car', 'lookup', 'Vehicle'),
    rows('cf_marks', 'multiselect_checkbox', 'Contact_cf_marks'),
  ];
}

function systemType(name: string): EntityType {
  const found = entityTypes.find((entityType) => entityType.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function withFields(name: string, fields: readonly Field[]): EntityType {
  const entityType = systemType(name);
  return { ...entityType, fields: [...entityType.fields, ...fields] };
}

/** The rows of `cf_marks`. */
function markRows(): EntityType {
  return {
    ...systemType('TagRelation'),
    name: 'Contact_cf_marks',
    collection: 'Contact_cf_marks',
    description: 'A mark of a contact.',
    operations: ['list', 'get'],
    v1: null,
    storedIn: 'TagRelation',
    graphql: { many: 'contact_cf_marks_rows', one: 'contact_cf_marks_row' },
  };
}

function kind(): EntityType[] {
  const records = systemType('CustomEntity');
  const types = systemType('CustomEntityType');
  const own = [
    value('cf_plate', 'input', { type: 'string', maxLength: 255 }),
    reference('cf_driver', 'lookup', 'Contact'),
  ];
  return [
    {
      ...records,
      name: 'Vehicle',
      collection: 'Vehicle',
      description: 'A vehicle of the fleet.',
      fields: [
        ...records.fields.map(
          (field): Field =>
            field.kind === 'reference' && field.name === 'type_id'
              ? { ...field, links: [{ name: 'type', target: 'VehicleType' }], targets: ['VehicleType'] }
              : field,
        ),
        ...own,
      ],
      v1: { entity: 'Vehicle', collection: 'Vehicle' },
      customFields: true,
      storedIn: 'CustomEntity',
      graphql: { many: 'vehicles', one: 'vehicle' },
    },
    {
      ...types,
      name: 'VehicleType',
      collection: 'VehicleType',
      description: 'A type of vehicles.',
      operations: ['list', 'get'],
      v1: null,
      storedIn: 'CustomEntityType',
      graphql: { many: 'vehicleTypes', one: 'vehicleType' },
    },
  ];
}

/** @param more fields of leads besides */
export function ownCatalog(more: readonly Field[] = []): Catalog {
  const changed = [
    withFields('Contact', fieldsOfAllTypes()),
    withFields('OpptyProductRelation', [value('cf_discount', 'float', { type: 'float' })]),
    withFields('Lead', more),
  ];
  const own = [...kind(), markRows()];
  const system = entityTypes.map((entityType) => changed.find(({ name }) => name === entityType.name) ?? entityType);
  return buildCatalog([...system, ...own]);
}

/** One more field, for a catalog that has changed. */
export function anotherField(): Field {
  return value('cf_late', 'checkbox', { type: 'boolean' });
}
