/**
 * The entity types of rows that custom fields with several values come with: one for each field, among the rows of a generic entity
 * type, so that each end of a row leads to the right records. Pure.
 */
import type { EntityType, Field, ReferenceField, ValueField } from '@headwater/catalog';
import { lowerFirst } from '@headwater/contract';
import type { FieldContext } from './field-base.js';
import type { FieldRow } from './metadata.js';

/** The generic entity types: options chosen in a field that takes several, and pairs of records that a lookup relates. */
const generic = { choices: 'DataRelation', pairs: 'CustomEntityRelationData' } as const;

/** The ends of a pair; the first one is the side that began the relation. */
export const pairEnds = { first: 'record_1_id', second: 'record_2_id' } as const;

/** @returns the generic entity type of the rows that a field comes with; undefined for one that has none of its own */
export function genericRowType({ type_id, lookup, relation_id, id }: FieldRow): string | undefined {
  if (type_id === 'multiselect_checkbox') return generic.choices;
  const beganRelation = relation_id === null || relation_id === id;
  return type_id === 'lookup' && beganRelation && lookup?.many ? generic.pairs : undefined;
}

/** @returns the entity type of the options chosen in a field */
export function choicesType(context: FieldContext, owner: EntityType, row: FieldRow): EntityType | undefined {
  const { data_set_id } = row;
  if (data_set_id === null) return undefined;
  return rowType(context, generic.choices, row, { field_id: row.id }, [
    end('record_id', owner.name),
    { ...end('data_id', 'Data'), dataSet: data_set_id },
  ]);
}

/** @returns the entity type of the pairs of a relation between records of two entity types */
export function pairsType(
  context: FieldContext,
  owner: EntityType,
  target: EntityType,
  row: FieldRow,
): EntityType | undefined {
  return rowType(context, generic.pairs, row, { relation_id: row.id }, [
    end(pairEnds.first, owner.name),
    end(pairEnds.second, target.name),
  ]);
}

/** Names of entity types have no underscore, so that this one is nobody else's. */
export function rowTypeName({ entity_name, api_name }: Pick<FieldRow, 'entity_name' | 'api_name'>): string {
  return `${entity_name}_${api_name}`;
}

/** @param constants value fields that are the same in all rows */
function rowType(
  context: FieldContext,
  storedIn: string,
  row: FieldRow,
  constants: Readonly<Record<string, string>>,
  ends: readonly ReferenceField[],
): EntityType | undefined {
  const base = context.entityType(storedIn);
  if (!base) return undefined;
  const name = rowTypeName(row);
  const member = lowerFirst(name);
  const fields = base.fields.map((field): Field => {
    const constant = constants[field.name];
    if (constant !== undefined && field.kind === 'value') return withConstant(field, constant);
    return ends.find((one) => one.name === field.name) ?? field;
  });
  return {
    ...base,
    name,
    collection: name,
    description: `${row.name}: ${base.description}`,
    fields,
    required: ends.map((one) => one.name),
    storedIn,
    graphql: { many: `${member}_rows`, one: `${member}_row` },
  };
}

function withConstant(field: ValueField, value: string): ValueField {
  return { ...field, default: { kind: 'value', value } };
}

function end(name: string, target: string): ReferenceField {
  return {
    kind: 'reference',
    name,
    description: `The ${target}.`,
    readOnly: false,
    writeOnce: true,
    nullable: false,
    v1Name: null,
    hasIdMember: true,
    links: [{ name: name.replace(/_id$/, ''), target }],
    targets: [target],
  };
}
