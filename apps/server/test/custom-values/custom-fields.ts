/**
 * Custom fields as a space may define them, one of each type of value, and catalogs that have them.
 */
import {
  buildCatalog,
  type Catalog,
  type CustomFieldType,
  type EntityType,
  entityTypes,
  type Field,
  type MoneyField,
  type ReferenceField,
  type RowsField,
  type ValueField,
} from '@headwater/catalog';

/** The id of the field with this number: fields with higher numbers were defined later. */
export const fieldId = (number: number) => `0190aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`;

function base(number: number, name: string, type: CustomFieldType) {
  const custom = { id: fieldId(number), type };
  return { name, description: name, readOnly: false, writeOnce: false, nullable: true, custom } as const;
}

export function valueField(
  number: number,
  name: string,
  type: ValueField['type'],
  traits: Partial<ValueField> = {},
): ValueField {
  return { ...base(number, name, 'input'), kind: 'value', type, v1Name: name, ...traits };
}

export function moneyField(number: number, name: string): MoneyField {
  const v1Names = { base_value: name, value_foreign: `${name}_foreign`, currency_id: `${name}_currency_id` };
  return { ...base(number, name, 'currency_foreign'), kind: 'money', v1Names };
}

/** @param name of the link; that of the id is the same with `_id` */
export function referenceField(number: number, name: string, target: string): ReferenceField {
  return {
    ...base(number, `${name}_id`, 'lookup'),
    kind: 'reference',
    v1Name: name,
    hasIdMember: true,
    links: [{ name, target }],
    targets: [target],
  };
}

function rowsField(
  number: number,
  name: string,
  traits: Pick<RowsField, 'target' | 'via'> & Partial<RowsField>,
): RowsField {
  return {
    ...base(number, name, 'lookup'),
    kind: 'rows',
    nullable: false,
    v1Name: null,
    v1Inline: false,
    on: 'id',
    owned: false,
    ...traits,
  };
}

const contactFields: readonly Field[] = [
  valueField(1, 'cf_line', 'string', { maxLength: 255 }),
  valueField(2, 'cf_area', 'text'),
  valueField(3, 'cf_count', 'integer'),
  valueField(4, 'cf_ratio', 'float'),
  valueField(5, 'cf_amount', 'decimal'),
  valueField(6, 'cf_flag', 'boolean'),
  valueField(7, 'cf_day', 'date'),
  valueField(8, 'cf_moment', 'datetime'),
  moneyField(9, 'cf_price'),
  referenceField(10, 'cf_choice', 'Data'),
  referenceField(11, 'cf_account', 'Account'),
  valueField(12, 'cf_code', 'string', { maxLength: 255, unique: true }),
  valueField(13, 'cf_rank', 'integer', { unique: true }),
  valueField(14, 'cf_number', 'string', { readOnly: true, derived: { kind: 'sequence', pattern: 'C-{YYYY}-{00007}' } }),
  rowsField(15, 'cf_choices', { target: 'Contact_cf_choices', via: 'record_id', owned: true, item: 'data_id' }),
  rowsField(16, 'cf_colors', { target: 'Contact_cf_colors', via: 'record_id', owned: true, item: 'data_id' }),
];

const accountFields: readonly Field[] = [
  valueField(31, 'cf_line', 'string', { maxLength: 255 }),
  rowsField(32, 'cf_contacts', { target: 'Contact', via: 'cf_account_id', readOnly: true }),
];

const lineFields: readonly Field[] = [valueField(41, 'cf_serial', 'string', { maxLength: 255, unique: true })];

/** The entity type of the options chosen in a field. */
function choicesType(number: number, field: string): EntityType {
  const generic = existing('DataRelation');
  const end = (name: string, target: string): ReferenceField => ({
    kind: 'reference',
    name,
    description: target,
    readOnly: false,
    writeOnce: true,
    nullable: false,
    v1Name: null,
    hasIdMember: true,
    links: [{ name: name.replace(/_id$/, ''), target }],
    targets: [target],
  });
  const ends = [end('record_id', 'Contact'), end('data_id', 'Data')];
  const name = `Contact_${field}`;
  return {
    ...generic,
    name,
    collection: name,
    storedIn: 'DataRelation',
    required: ['record_id', 'data_id'],
    graphql: { many: `${name}_rows`, one: `${name}_row` },
    fields: generic.fields.map((own): Field => {
      if (own.name !== 'field_id') return ends.find((one) => one.name === own.name) ?? own;
      return { ...own, default: { kind: 'value', value: fieldId(number) } } as Field;
    }),
  };
}

function existing(name: string): EntityType {
  return buildCatalog(entityTypes).existing(name);
}

/** @param fields by the entity type that gets them */
export function catalogWith(
  fields: Readonly<Record<string, readonly Field[]>>,
  others: readonly EntityType[] = [],
): Catalog {
  const extended = entityTypes.map((entityType) => {
    return { ...entityType, fields: [...entityType.fields, ...(fields[entityType.name] ?? [])] };
  });
  return buildCatalog([...extended, ...others]);
}

export const customCatalog = catalogWith(
  { Contact: contactFields, Account: accountFields, OpptyProductRelation: lineFields },
  [choicesType(15, 'cf_choices'), choicesType(16, 'cf_colors')],
);
