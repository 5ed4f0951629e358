/**
 * The columns in which a record is stored, computed from the catalog. Knows no dialect and no statement.
 */
import {
  type Catalog,
  type Derivation,
  type EntityType,
  type Field,
  isWriteOnly,
  type MoneyField,
  type ValueType,
} from '@headwater/catalog';
import { sharedTableOf, takesCustomFields } from './custom-values/shared-tables.js';

/** `json` columns hold JSON text; `decimal` an exact amount. */
export type ColumnType = ValueType | 'space';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** What a row has that is written without it, as by an older server beside this one. */
  readonly default?: 'FALSE';
  /** Table whose record `(space_id, this column)` names. */
  readonly references?: string;
  /** The database need not see to it where that costs: the service does, and what is written repeats what is checked beside it. */
  readonly repeats?: true;
}

/** `ContactAccountRelations` is stored in `contact_account_relations`, `AccountKPIs` in `account_kpis`. */
export function tableName(entityType: EntityType): string {
  const custom = sharedTableOf(entityType);
  if (custom) return custom.table;
  const { collection } = entityType;
  let name = tableNames.get(collection);
  if (name === undefined) {
    name = collection.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])/g, '_').toLowerCase();
    tableNames.set(collection, name);
  }
  return name;
}

/** By collection: those of the spec, as those of custom entity types share one table. */
const tableNames = new Map<string, string>();

/** @returns the column names of the parts of a money field */
export function moneyColumns(field: MoneyField): Record<'base_value' | 'value_foreign' | 'currency_id', string> {
  return {
    base_value: `${field.name}_base`,
    value_foreign: `${field.name}_foreign`,
    currency_id: `${field.name}_currency_id`,
  };
}

const computedOnRead: ReadonlySet<Derivation['kind'] | undefined> = new Set([
  'constant',
  'days-since',
  'collect',
  'favorite',
]);

/** Fields without a column: their value is computed when it is read, stored elsewhere, or only bodies have it. */
export function hasNoColumn(field: Field): boolean {
  return field.custom !== undefined || computedOnRead.has(field.derived?.kind) || isWriteOnly(field);
}

/**
 * Text of the record's string fields in one case, for those values where that is more than lower-casing A to Z:
 * a JSON object from field name to folded text; null when there is none.
 */
export const foldedColumn = 'folded';

/** What says how far a record that has an owner is shared. */
export const shareModeColumn = 'share_mode';

/** The values of the record's custom fields as REST v100 shows them, all of them: a JSON object; null when nothing was written there yet. */
export const customColumn = 'custom';

/** The links of the record's custom references, in the same way; what links begin with is left open. */
export const customLinksColumn = 'custom_links';

/** Which custom fields the two know: a number for the custom fields that the entity type had at that time. */
export const customLayoutColumn = 'custom_layout';

/** The number of a numbered entity type. */
export const numberColumn = 'number';

/** Stored beside the values, so that a record is read without looking for each of them. */
const customColumns: readonly Column[] = [
  { name: customColumn, type: 'json', nullable: true },
  { name: customLinksColumn, type: 'json', nullable: true },
  { name: customLayoutColumn, type: 'integer', nullable: true },
];

/** Of each record, by the service itself. */
const requiredColumns = new Set(['id', 'created', 'modified', 'revision', 'is_deleted', 'is_delete_protected']);

/** @returns whether the column of a field is never null */
export function isAlwaysSet(field: string): boolean {
  return requiredColumns.has(field);
}

/** @returns by table: the columns of booleans that are never null, but may be unset in records from before that; they show false then */
export function requiredBooleans(catalog: Catalog): Map<string, string[]> {
  const own = catalog.entityTypes.filter(({ union, storedIn }) => !union && storedIn === undefined);
  const isWanted = (field: Field) => isRequiredBoolean(field) && !hasNoColumn(field);
  const named = own.map((entityType) => {
    const names = entityType.fields.filter(isWanted).map(({ name }) => name);
    return [tableName(entityType), names.filter((name) => !isAlwaysSet(name))] as const;
  });
  return new Map(named.filter(([, names]) => names.length > 0));
}

function isRequiredBoolean(field: Field): boolean {
  return field.kind === 'value' && field.type === 'boolean' && !field.nullable;
}

/** @returns the columns of the table of an entity type: of the space first, then of its fields, then those that no member shows */
export function columnsOf(catalog: Catalog, entityType: EntityType): Column[] {
  return [
    { name: 'space_id', type: 'space', nullable: false },
    ...entityType.fields
      .flatMap((field) => columnsOfField(catalog, field))
      .map((column) => (entityType.events && column.references ? { ...column, repeats: true as const } : column)),
    ...(entityType.numbered ? [{ name: numberColumn, type: 'integer', nullable: false } as const] : []),
    { name: foldedColumn, type: 'json', nullable: true },
    ...(takesCustomFields(entityType) ? customColumns : []),
  ];
}

function columnsOfField(catalog: Catalog, field: Field): Column[] {
  if (hasNoColumn(field)) return [];
  switch (field.kind) {
    case 'value': {
      const fallback = isRequiredBoolean(field) ? { default: 'FALSE' as const } : {};
      // A field may become required later: only what the service itself always sets is NOT NULL.
      return [{ name: field.name, type: field.type, nullable: !requiredColumns.has(field.name), ...fallback }];
    }
    case 'reference': {
      const [target] = field.targets;
      const references =
        field.targets.length === 1 && target !== undefined ? { references: tableName(catalog.existing(target)) } : {};
      return [{ name: field.name, type: 'uuid', nullable: true, ...references }];
    }
    case 'money': {
      const names = moneyColumns(field);
      return [
        { name: names.base_value, type: 'decimal', nullable: true },
        { name: names.value_foreign, type: 'decimal', nullable: true },
        {
          name: names.currency_id,
          type: 'uuid',
          nullable: true,
          references: tableName(catalog.existing('Currency')),
        },
      ];
    }
    case 'rows':
      return [];
  }
}
