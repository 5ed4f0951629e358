/**
 * Fields as the catalog of a space has them, for tests that make their catalogs by hand.
 */
import type { CustomFieldType, ReferenceField, RollUp, RowsField, ValueField, ValueType } from '@headwater/catalog';
import { v5 as namedUuid } from 'uuid';

const namespace = '6f1b2c9e-8d34-4a57-9b10-3c5e7d9f1a2b';

/** @returns the id of the Field record of a field */
export function fieldId(name: string): string {
  return namedUuid(name, namespace);
}

const types: Readonly<Partial<Record<ValueType, CustomFieldType>>> = {
  string: 'input',
  integer: 'integer',
  float: 'float',
  decimal: 'currency',
  boolean: 'checkbox',
  date: 'date',
  datetime: 'datetime',
};

function base(name: string, type: CustomFieldType) {
  const custom = { id: fieldId(name), type };
  return { name, description: name, readOnly: false, writeOnce: false, nullable: true, custom } as const;
}

function value(name: string, type: ValueType): ValueField {
  return { ...base(name, types[type] ?? 'input'), kind: 'value', type, v1Name: name };
}

function reference(name: string, target: string): ReferenceField {
  return {
    ...base(`${name}_id`, 'lookup'),
    kind: 'reference',
    v1Name: name,
    hasIdMember: true,
    links: [{ name, target }],
    targets: [target],
  };
}

export const fieldMaker = {
  value,
  reference,

  formula: (name: string, type: ValueType, text: string): ValueField => ({
    ...value(name, type),
    readOnly: true,
    derived: { kind: 'formula', text },
  }),

  rollUp: (name: string, type: ValueType, rollUp: Omit<RollUp, 'kind'>): ValueField => ({
    ...value(name, type),
    ...base(name, 'rollup'),
    readOnly: true,
    derived: { kind: 'roll-up', ...rollUp },
  }),

  choice: (name: string, dataSet: string): ReferenceField => ({
    ...reference(name, 'Data'),
    ...base(`${name}_id`, 'dropdown'),
    dataSet,
  }),

  otherSide: (name: string, target: string, via: string): RowsField => ({
    ...base(name, 'lookup'),
    readOnly: true,
    nullable: false,
    kind: 'rows',
    v1Name: null,
    v1Inline: false,
    target,
    via,
    on: 'id',
    owned: false,
  }),
};
