/**
 * Where the value of a custom field is stored: in the table of its type, under an id. Of money each part is a value of its own. Knows no
 * dialect and no statement.
 */
import {
  type Field,
  isSingleValueType,
  type MoneyField,
  type ReferenceField,
  type RowsField,
  type ValueField,
} from '@headwater/catalog';
import { v5 as derivedUuid } from 'uuid';
import type { MoneyPartName, ValueTerminal } from '../../plan/relations/field-path.js';
import { isUuid } from '../../plan/values/operand.js';
import type { CustomValueType } from './value-tables.js';

export interface CustomValue {
  readonly type: CustomValueType;
  /** In the text of statements: a uuid. */
  readonly id: string;
}

/** The parts of money with the types of their values. */
export const moneyPartTypes = { base_value: 'decimal', value_foreign: 'decimal', currency_id: 'uuid' } as const;

/** @returns undefined for a field whose value is in a column */
export function customValue(field: ValueField | ReferenceField): CustomValue | undefined {
  const id = idOf(field);
  if (id === undefined) return undefined;
  if (field.kind === 'reference') return { type: 'uuid', id };
  const { type } = field;
  if (!isSingleValueType(type)) {
    throw new Error(`${field.name}: a custom field holds no value of type ${type}`);
  }
  return { type, id };
}

const moneyIds = new WeakMap<MoneyField, Readonly<Record<MoneyPartName, string>>>();

/** The same for a part of money: that in the base currency has the id of the field, the others have ids derived from it. */
export function customPart(field: MoneyField, part: MoneyPartName): CustomValue | undefined {
  const id = idOf(field);
  if (id === undefined) return undefined;
  let ids = moneyIds.get(field);
  if (!ids) {
    const [value_foreign, currency_id] = ['value_foreign', 'currency_id'].map((name) => derivedUuid(name, id));
    ids = { base_value: id, value_foreign: value_foreign ?? '', currency_id: currency_id ?? '' };
    moneyIds.set(field, ids);
  }
  return { type: moneyPartTypes[part], id: ids[part] };
}

/** The same for the end of a path. */
export function customTerminal(terminal: ValueTerminal): CustomValue | undefined {
  switch (terminal.kind) {
    case 'value':
    case 'reference':
      return customValue(terminal.field);
    case 'money':
      return customPart(terminal.field, terminal.part);
    case 'favorite':
    case 'number':
      return undefined;
  }
}

/** @returns all places at which a custom field keeps something; none for any other field */
export function customValues(field: Field): CustomValue[] {
  switch (field.kind) {
    case 'value':
    case 'reference': {
      const custom = customValue(field);
      return custom ? [custom] : [];
    }
    case 'money':
      return (['base_value', 'value_foreign', 'currency_id'] as const).flatMap((part) => customPart(field, part) ?? []);
    case 'rows':
      return [];
  }
}

/** Fields that hold something themselves; those with rows show what others hold. */
export type HoldingField = Exclude<Field, RowsField>;

function idOf({ name, custom }: Field): string | undefined {
  if (custom === undefined) return undefined;
  if (!isUuid(custom.id)) throw new Error(`${name}: the id of a custom field must be a uuid`);
  return custom.id.toLowerCase();
}
