/**
 * The indexes of the table of an entity type and their names, computed from the catalog. Statements name them, and tables are made
 * with them.
 */
import { createHash } from 'node:crypto';
import type {
  Catalog,
  EntityType,
  JointIndex,
  MoneyField,
  ReferenceField,
  RowsField,
  ValueField,
} from '@headwater/catalog';
import { hasOwners, shareModes } from '../rights/user-rights.js';
import { hasNoColumn, moneyColumns, numberColumn, shareModeColumn, tableName } from './columns.js';
import { listedKindColumn } from './custom-values/shared-tables.js';

export interface Index {
  readonly name: string;
  /** Without `space_id`, which comes first in every index, and `id`, which comes last in those that are not unique. */
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Deleted records hold their value too; only of unique indexes. */
  readonly holdsDeleted?: boolean;
  /** Column that must be true for a row to be in the index; only of unique indexes. */
  readonly onlyWhere?: string;
  /** Its column is a date, and it holds the date-time as which a union shows it. */
  readonly asDateTime?: true;
  /** Its last column is a text: it holds the folded text. Filters are served, no orders. */
  readonly isFolded?: true;
  /** It leaves out records whose column is null: finding them, and orders, are not served. */
  readonly leavesOutNull?: true;
  /** It has only records of which a column is no less. */
  readonly onlyFrom?: { readonly column: string; readonly least: number };
  /** Present: for reading in bulk. It has no `id` behind its columns, and only these records. */
  readonly joint?: 'all' | 'living' | 'deleted';
}

/** PostgreSQL cuts longer names, and two of them might become the same. */
const maxNameLength = 63;

function indexName(table: string, part: string): string {
  const name = `${table}_${part}`;
  if (name.length <= maxNameLength) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, maxNameLength - digest.length - 1)}_${digest}`;
}

/** @returns the indexes of the table of an entity type */
export function indexesOf(table: string, catalog: Catalog, entityType: EntityType): Index[] {
  const plain = (column: string): Index => ({ name: indexName(table, column), columns: [column], unique: false });
  const kindColumn = listedKindColumn(entityType);
  const kind = kindColumn === undefined ? [] : [kindColumn];
  const indexes: Index[] = [];
  for (const field of entityType.fields) {
    if (hasNoColumn(field)) continue;
    if (field.kind === 'reference') indexes.push(referenceIndex(table, entityType, field));
    if (field.kind === 'money' && field.indexed) indexes.push(plain(moneyColumns(field).base_value));
    // The primary key serves the id.
    if (field.kind !== 'value' || field.name === 'id') continue;
    if (field.filtered) {
      const name = foldedIndexName(table, kindColumn, field);
      indexes.push({ name, columns: [...kind, field.name], unique: false, isFolded: true });
    }
    if (field.unique) {
      indexes.push({ name: indexName(table, `${field.name}_unique`), columns: [field.name], unique: true });
    } else if (isLookedUp(catalog, entityType, field)) {
      indexes.push(plain(field.name));
      if (kindColumn !== undefined && field.name !== kindColumn) {
        const columns = [kindColumn, field.name];
        indexes.push({ name: indexName(table, columns.join('_')), columns, unique: false });
      }
      if (isDateTimeInUnion(catalog, entityType, field)) {
        indexes.push({ ...plain(field.name), name: indexName(table, `${field.name}_as_datetime`), asDateTime: true });
      }
    }
  }
  if (entityType.numbered) {
    indexes.push({
      name: indexName(table, 'number_unique'),
      columns: [numberColumn],
      unique: true,
      holdsDeleted: true,
    });
  }
  const joint = (entityType.indexes ?? []).map((index) => jointIndex(entityType, index));
  const name = openIndex(entityType);
  const onlyFrom = { column: shareModeColumn, least: shareModes.allView };
  const open: Index[] = name === undefined ? [] : [{ name, columns: [], unique: false, onlyFrom }];
  return [...indexes, ...primaryIndexes(table, catalog, entityType), ...joint, ...open];
}

/** @returns the name of the index over the records that are open to all users; undefined where there are none such */
export function openIndex(entityType: EntityType): string | undefined {
  const mode = entityType.fields.find(({ name }) => name === shareModeColumn);
  const isShared = hasOwners(entityType) && mode !== undefined && !hasNoColumn(mode);
  return isShared ? indexName(tableName(entityType), 'open') : undefined;
}

function referenceIndex(table: string, entityType: EntityType, field: ReferenceField): Index {
  const index = { name: referenceIndexName(table, entityType, field), columns: [field.name], unique: false };
  return isOftenNull(entityType, field) ? { ...index, leavesOutNull: true } : index;
}

function referenceIndexName(table: string, entityType: EntityType, field: ReferenceField): string {
  return indexName(table, isOftenNull(entityType, field) ? `${field.name}_set` : field.name);
}

/** Neither a body nor a default has to give the reference: most records lack it, and its index leaves these out. */
export function isOftenNull({ required }: EntityType, field: ReferenceField): boolean {
  return field.nullable && field.default === undefined && !required.includes(field.name);
}

/** @returns the name that the index of a table had before it left out what is null */
export function supersededIndex(table: string, { columns, leavesOutNull }: Index): string | undefined {
  return leavesOutNull ? indexName(table, columns.join('_')) : undefined;
}

/** @returns an index that the spec names */
export function jointIndex(entityType: EntityType, { members, records }: JointIndex): Index {
  const table = tableName(entityType);
  const columns = members.map((member) => memberColumn(entityType, member));
  const part = [...columns, ...(records ? [records] : [])].join('_');
  return { name: indexName(table, part), columns, unique: false, joint: records ?? 'all' };
}

/** @returns the name of the first joint index that begins with a field. @throws Error when the spec names none */
export function jointIndexOn(entityType: EntityType, field: string, records: Index['joint'] = 'all'): string {
  const found = entityType.indexes?.find((one) => one.members[0] === field && (one.records ?? 'all') === records);
  if (!found) throw new Error(`${entityType.name} has no joint index that begins with ${field}`);
  return jointIndex(entityType, found).name;
}

/** @param member its name, of an amount with the part: `value.base_value` */
function memberColumn({ name: typeName, fields }: EntityType, member: string): string {
  const [name = '', part = ''] = member.split('.');
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`${typeName} has no field "${name}"`);
  if (field.kind !== 'money') return name;
  const columns: Readonly<Record<string, string>> = moneyColumns(field);
  return columns[part] ?? name;
}

function foldedIndexName(table: string, kindColumn: string | undefined, field: ValueField): string {
  return indexName(table, [...(kindColumn === undefined ? [] : [kindColumn]), field.name, 'folded'].join('_'));
}

/** A text whose only index is over the folded text: it serves comparisons that regard the case as well. */
export function isOnlyFolded(field: ValueField): boolean {
  return field.filtered === true && !field.indexed && !field.unique;
}

/**
 * @param isFolded without regard to case
 * @returns the name of the index over a member of the records of an entity type; undefined where there is none, or one of unique values
 */
export function memberIndex(
  entityType: EntityType,
  field: ValueField | ReferenceField | MoneyField,
  isFolded = false,
): string | undefined {
  if (hasNoColumn(field)) return undefined;
  const table = tableName(entityType);
  if (field.kind === 'reference') return referenceIndexName(table, entityType, field);
  if (field.kind === 'money') return field.indexed ? indexName(table, moneyColumns(field).base_value) : undefined;
  // The primary key serves the id, also where it is the label.
  if (field.served || field.name === 'id') return undefined;
  const kindColumn = listedKindColumn(entityType);
  if (isFolded) return field.filtered ? foldedIndexName(table, kindColumn, field) : undefined;
  if (field.unique || !(field.indexed || field.name === entityType.label)) return undefined;
  const isWithKind = kindColumn !== undefined && kindColumn !== field.name;
  return indexName(table, isWithKind ? `${kindColumn}_${field.name}` : field.name);
}

/** @returns the members of an entity type that are searched by any part of their texts, in a fixed order */
export function searchedMembers({ fields }: EntityType): string[] {
  return fields.filter((field) => field.kind === 'value' && field.searched).map(({ name }) => name);
}

/** @returns the name of the index over the parts of texts: another one for other members */
export function searchIndexName(entityType: EntityType, members: readonly string[]): string {
  return indexName(tableName(entityType), `search_${members.join('_')}`);
}

/** @returns how the names of such indexes of a table begin */
export function searchIndexPrefix(table: string): string {
  return `${table}_search_`;
}

/** @returns the name of the index over the column by which the lists of a shared table begin; undefined for all other tables */
export function kindIndex(entityType: EntityType): string | undefined {
  const kindColumn = listedKindColumn(entityType);
  return kindColumn === undefined ? undefined : indexName(tableName(entityType), kindColumn);
}

function isLookedUp(catalog: Catalog, entityType: EntityType, field: ValueField): boolean {
  if (field.indexed || field.name === entityType.label) return true;
  // Duplicates are looked for among what has changed since the last time.
  if (field.name === 'revision' && entityType.duplicates) return true;
  return isMatchedByRows(catalog, entityType, field);
}

/** A date that a union shows as a date-time, because another of its entity types has one there. */
function isDateTimeInUnion(catalog: Catalog, entityType: EntityType, { name, type }: ValueField): boolean {
  if (type !== 'date') return false;
  const unions = catalog.entityTypes.filter(({ union }) => union?.includes(entityType.name));
  const shown = unions.map((union) => catalog.field(union.name, name));
  return shown.some((field) => field?.kind === 'value' && field.type === 'datetime');
}

/** Rows of another entity type are found by this field. */
function isMatchedByRows(catalog: Catalog, entityType: EntityType, field: ValueField): boolean {
  return rowsOf(catalog, entityType).some(({ via }) => via === field.name);
}

const rowsIn = new WeakMap<Catalog, Map<string, RowsField[]>>();

/** @returns the fields whose rows are records of an entity type, in the order of the catalog */
function rowsOf(catalog: Catalog, { name }: EntityType): readonly RowsField[] {
  let byTarget = rowsIn.get(catalog);
  if (!byTarget) {
    byTarget = new Map();
    rowsIn.set(catalog, byTarget);
    for (const field of catalog.entityTypes.flatMap(({ fields }) => fields)) {
      if (field.kind !== 'rows') continue;
      const others = byTarget.get(field.target);
      if (others) others.push(field);
      else byTarget.set(field.target, [field]);
    }
  }
  return byTarget.get(name) ?? [];
}

/** At most one primary row per parent, kept by the database. */
function primaryIndexes(table: string, catalog: Catalog, entityType: EntityType): Index[] {
  const flags = new Map<string, string>();
  for (const { via, primary } of rowsOf(catalog, entityType)) if (primary !== undefined) flags.set(via, primary);
  return [...flags].map(([via, flag]) => ({
    name: indexName(table, `${via}_one_primary`),
    columns: [via],
    unique: true,
    onlyWhere: flag,
  }));
}
