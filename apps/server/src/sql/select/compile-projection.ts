/**
 * Writes the JSON of a record as one expression. The database builds the text; the server only passes it on. Pure.
 */
import type { EntityType, MoneyField, ReferenceField, RowsField, ValueField } from '@headwater/catalog';
import type { PagePlan } from '../../plan/list/page-plan.js';
import type { MoneyMember, Projection, ProjectionMember } from '../../plan/projection/projection.js';
import type { CollectedIds } from '../../plan/relations/collected-ids.js';
import { itemReference, rowsStep } from '../../plan/relations/rows-step.js';
import { type Binder, inSpace, linkBaseOf } from '../binder.js';
import { hasNoColumn, isAlwaysSet, moneyColumns, numberColumn, tableName } from '../columns.js';
import { compileCustomLinks, compileCustomValues } from '../custom-values/compile-custom-texts.js';
import { selectCustomValue } from '../custom-values/compile-custom-value.js';
import { customLayout } from '../custom-values/custom-layout.js';
import { customPart, moneyPartTypes } from '../custom-values/custom-value.js';
import type { ReadDialect } from '../dialects/dialect.js';
import type { JoinedExpression, Unset } from '../dialects/json.js';
import type { ObjectText } from '../dialects/json-text.js';
import { identifier, literal } from '../dialects/quote.js';
import { compilePredicate } from '../filter/compile-predicate.js';
import { joinCondition } from '../filter/join-condition.js';
import { recordsOf, rowsOfSeen } from '../record-source.js';
import { compileCursor, compilePageSelect, joinPage } from './compile-page.js';
import {
  column,
  compileConstant,
  compileFavorite,
  compileMoneyPart,
  compileReference,
  compileShown,
  compileValue,
} from './compile-value.js';

export interface ProjectionContext {
  readonly dialect: ReadDialect;
  /** Takes the values of nested pages; projections with a cache key bind none. */
  readonly binder: Binder;
  /** Finds the entity type that a reference points at. */
  readonly entityType: (name: string) => EntityType;
  /** Many records are read: it is worth finding out first in which tables their rows can be. */
  readonly isOfMany: boolean;
}

/** @returns a JSON expression over the record under `alias` */
export function compileProjection(context: ProjectionContext, projection: Projection, alias: string): string {
  const custom = compileCustomPart(context, projection, alias);
  const members = compileMembers(context, projection, alias);
  return custom.length === 0 ? members : context.dialect.jsonOfText(splice(context, projection, members, custom));
}

/** @returns the same for a select that takes a join */
export function compileJoinedProjection(
  context: ProjectionContext,
  projection: Projection,
  alias: string,
): JoinedExpression {
  const custom = compileCustomPart(context, projection, alias);
  if (custom.length === 0) return context.dialect.joinedObject(memberExpressions(context, projection, alias));
  const members = compileMembers(context, projection, alias);
  return unjoined(context.dialect.jsonOfText(splice(context, projection, members, custom)));
}

/**
 * @param takesJoin whether the select takes a join
 * @returns the same as a column of the result, which the driver returns as text
 */
export function compileProjectionColumn(
  context: ProjectionContext,
  projection: Projection,
  alias: string,
  takesJoin: boolean,
): JoinedExpression {
  const { dialect } = context;
  const custom = compileCustomPart(context, projection, alias);
  if (takesJoin && custom.length === 0) {
    const { value, join } = dialect.joinedObject(memberExpressions(context, projection, alias));
    return { value: dialect.jsonColumn(value), join };
  }
  const members = compileMembers(context, projection, alias);
  return unjoined(custom.length === 0 ? dialect.jsonColumn(members) : splice(context, projection, members, custom));
}

/** @returns an expression that needs no join */
export function unjoined(value: string): JoinedExpression {
  return { value, join: '' };
}

function splice(
  { dialect }: ProjectionContext,
  projection: Projection,
  members: string,
  custom: readonly ObjectText[],
): string {
  const endsPlainly = isPlain(projection.members.at(-1));
  return dialect.splicedText([{ text: dialect.jsonText(members), endsPlainly }, ...custom]);
}

/** Whether what a member shows is no object, whatever the record holds. */
export function isPlain(member: ProjectionMember | undefined): boolean {
  switch (member?.kind) {
    case 'value':
      return member.field.type !== 'json';
    case 'reference-id':
    case 'link':
    case 'favorite':
    case 'money-part':
    case 'collected-ids':
      return true;
    default:
      return false;
  }
}

function compileMembers(context: ProjectionContext, projection: Projection, alias: string): string {
  return context.dialect.jsonObject(memberExpressions(context, projection, alias));
}

function memberExpressions(context: ProjectionContext, projection: Projection, alias: string) {
  return projection.members.map((member) => [member.as, compileMember(context, projection, member, alias)] as const);
}

function compileCustomPart(
  { dialect, entityType }: ProjectionContext,
  projection: Projection,
  alias: string,
): ObjectText[] {
  const layout = projection.custom && customLayout(projection.entityType);
  if (!projection.custom || !layout) return [];
  const values = compileCustomValues(dialect, layout, alias);
  const links = projection.custom.withLinks
    ? compileCustomLinks(dialect, { existing: entityType }, projection.entityType, alias)
    : undefined;
  return links === undefined ? [values] : [links, values];
}

function compileMember(
  context: ProjectionContext,
  projection: Projection,
  member: ProjectionMember,
  alias: string,
): string {
  const { dialect } = context;
  switch (member.kind) {
    case 'empty':
      return member.isList ? dialect.jsonArray([]) : 'NULL';
    case 'empty-page':
      return compilePage(context, member, dialect.jsonArray([]), '0');
    case 'widened':
      return compileValue(dialect, alias, member.field, (value) => {
        const isDay = member.field.type === 'date' && member.type === 'datetime';
        const widened = isDay ? dialect.dateAsDateTime(value) : value;
        return projection.style === 'v1'
          ? dialect.legacyValue(widened, member.type)
          : dialect.jsonValue(widened, member.type);
      });
    case 'value':
      return compileValueMember(context, projection, member.field, alias);
    case 'collected-ids':
      return compileCollectedIds(context, projection, member.ids, alias);
    case 'favorite': {
      const isFavorite = compileFavorite(context, alias, member.favorites);
      if (projection.style === 'v1') return dialect.legacyValue(isFavorite, 'boolean');
      return dialect.jsonValue(isFavorite, 'boolean', 'never');
    }
    case 'reference-id':
      return compileReference(dialect, alias, member.field, (id) =>
        compileReferenceId(context, projection, member.field, id),
      );
    case 'link':
      return compileLink(context, member.field, member.link.target, alias);
    case 'record':
      return compileExpandedRecord(context, member, alias, (target) =>
        compileJoinedProjection(context, member.projection, target),
      );
    case 'row-links':
      return compileRows(context, projection, member.field, member.target, alias, (row) =>
        unjoined(compileAddress(dialect, member.target.collection, column(row, 'id'))),
      );
    case 'row-ids':
      return compileRows(context, projection, member.field, member.target, alias, (row) =>
        unjoined(compileRowId(context, projection, member, row)),
      );
    case 'row-records':
      return compileRows(context, projection, member.field, member.projection.entityType, alias, (row) =>
        compileJoinedProjection(context, member.projection, row),
      );
    case 'row-page':
      return compileRowPage(context, member, alias);
    case 'money':
      return compileMoney(context, projection, member, alias);
    case 'money-part':
      return compileMoneyPart(dialect, alias, member.field, member.part, (part) =>
        dialect.legacyValue(part, moneyPartTypes[member.part]),
      );
  }
}

/** Of rows that only tie records together REST v1 shows the ids of the other ends. */
function compileRowId(
  context: ProjectionContext,
  projection: Projection,
  { field, target }: ProjectionMember & { readonly kind: 'row-ids' },
  row: string,
): string {
  const item = itemReference(field, target);
  if (item) return compileReferenceId(context, projection, item, column(row, item.name));
  return target.numbered ? column(row, numberColumn) : context.dialect.legacyValue(column(row, 'id'), 'uuid');
}

/** A field that became required later may be unset in older records. */
function unsetOf(field: ValueField): Unset {
  if (field.nullable) return 'null';
  return isAlwaysSet(field.name) || (field.derived && hasNoColumn(field)) ? 'never' : 'false';
}

function compileValueMember(
  { dialect }: ProjectionContext,
  projection: Projection,
  field: ValueField,
  alias: string,
): string {
  switch (projection.style) {
    case 'canonical':
      return compileValue(dialect, alias, field, (value) => dialect.canonicalValue(value, field.type));
    case 'v100':
      return compileShown(dialect, alias, field, (value) => dialect.jsonValue(value, field.type, unsetOf(field)));
    case 'v1':
      return field.name === 'id' && projection.entityType.numbered
        ? column(alias, numberColumn)
        : compileShown(dialect, alias, field, (value) => dialect.legacyValue(value, field.type, unsetOf(field)));
  }
}

/** @param id the expression of what is in the field; REST v1 shows the number of a user or unit in its place */
function compileReferenceId(
  context: ProjectionContext,
  projection: Projection,
  field: ReferenceField,
  id: string,
): string {
  if (projection.style !== 'v1') return context.dialect.jsonValue(id, 'uuid');
  const [target] = field.targets;
  const entityType = field.targets.length === 1 && target !== undefined ? context.entityType(target) : undefined;
  if (!entityType?.numbered) return context.dialect.legacyValue(id, 'uuid');
  return `(SELECT ${column('n', numberColumn)} FROM ${from(context, entityType, 'n')} WHERE ${inSpace(context.dialect, 'n')} AND n.id = ${id})`;
}

/** The address of a record: the bound base, the collection, the id; null when the id is null. */
function compileAddress(dialect: ReadDialect, collection: string, id: string): string {
  return `${linkBaseOf(dialect)} || ${literal(`${collection}/`)} || ${id}`;
}

function compileLink(context: ProjectionContext, field: ReferenceField, target: string, alias: string): string {
  const { dialect } = context;
  const entityType = context.entityType(target);
  if (field.targets.length === 1) {
    return compileReference(dialect, alias, field, (id) => compileAddress(dialect, entityType.collection, id));
  }
  // Of the links of a polymorphic reference the one is set whose table holds the record.
  const row = `${alias}l`;
  const found = `(SELECT ${row}.id FROM ${from(context, entityType, row)} WHERE ${inSpace(context.dialect, row)} AND ${row}.id = ${column(alias, field.name)})`;
  return compileAddress(dialect, entityType.collection, found);
}

/** @param item what is selected of the record that the reference of the one under `alias` points at */
export function compileExpandedRecord(
  context: ProjectionContext,
  { field, projection }: Extract<ProjectionMember, { kind: 'record' }>,
  alias: string,
  item: (target: string) => JoinedExpression,
): string {
  const target = `${alias}o`;
  const { value, join } = item(target);
  const where = `${inSpace(context.dialect, target)} AND ${target}.id = ${compileReference(context.dialect, alias, field)}`;
  return `(SELECT ${value} FROM ${from(context, projection.entityType, target)}${join} WHERE ${where})`;
}

/** @param item what is selected of the rows of the record under `alias`: an aggregate */
export function compileExpandedRows(
  context: ProjectionContext,
  { includeDeleted }: Projection,
  { field, projection }: Extract<ProjectionMember, { kind: 'row-records' }>,
  alias: string,
  item: (row: string) => string,
): string {
  const row = `${alias}m`;
  if (field.single) return compileSingleRow(context, field, projection.entityType, alias, unjoined(item(row)));
  const where = rowConditions(context, field, alias, row, includeDeleted);
  const select = `(SELECT ${item(row)} FROM ${rowsFrom(context, field, projection.entityType, row)} WHERE ${where})`;
  return ifAny(context, projection.entityType, row, select, 'NULL');
}

function compileRows(
  context: ProjectionContext,
  projection: Projection,
  field: RowsField,
  target: EntityType,
  alias: string,
  item: (row: string) => JoinedExpression,
): string {
  const row = `${alias}m`;
  if (field.single) return compileSingleRow(context, field, target, alias, item(row));
  const { value, join } = item(row);
  const where = rowConditions(context, field, alias, row, projection.includeDeleted);
  const sort = field.sortBy === undefined ? [] : [context.dialect.orderBy(column(row, field.sortBy), false)];
  const rows = `${rowsFrom(context, field, target, row)}${join} WHERE ${where}`;
  const select = context.dialect.jsonArrayFrom(value, rows, sort, `${row}.id`);
  return ifAny(context, target, row, select, context.dialect.jsonArray([]));
}

/**
 * Most spaces have no rows at all in most tables of rows. That is found out once in a statement, not for each of its records.
 * @param row alias of the rows
 * @param select of the rows of one record
 * @param none what it selects when there are none
 */
function ifAny(
  { dialect, isOfMany }: ProjectionContext,
  target: EntityType,
  row: string,
  select: string,
  none: string,
): string {
  if (!isOfMany || target.union) return select;
  const any = `${row}y`;
  // In the order of the key: with EXISTS alone PostgreSQL may scan the rows of other spaces until it meets one of this.
  const first = `(SELECT ${any}.id FROM ${identifier(tableName(target))} ${any} WHERE ${inSpace(dialect, any)} ORDER BY ${any}.id LIMIT 1)`;
  return `CASE WHEN ${first} IS NULL THEN ${none} ELSE ${select} END`;
}

/** The oldest row that is not deleted. Sorting would make a text of its JSON in SQLite: its id is found first. */
function compileSingleRow(
  context: ProjectionContext,
  field: RowsField,
  target: EntityType,
  alias: string,
  { value, join }: JoinedExpression,
): string {
  const row = `${alias}m`;
  const candidate = `${alias}s`;
  const conditions = rowConditions(context, field, alias, candidate, false);
  const id = `(SELECT ${candidate}.id FROM ${rowsFrom(context, field, target, candidate)} WHERE ${conditions} ORDER BY ${candidate}.id LIMIT 1)`;
  return `(SELECT ${value} FROM ${rowsFrom(context, field, target, row)}${join} WHERE ${inSpace(context.dialect, row)} AND ${row}.id = ${id})`;
}

/** What the rows of a record meet, under the alias `row`. */
function rowConditions(
  context: ProjectionContext,
  field: RowsField,
  alias: string,
  row: string,
  includeDeleted: boolean,
): string {
  return [
    inSpace(context.dialect, row),
    related(context, field, alias, row),
    ...(includeDeleted ? [] : [`NOT ${column(row, 'is_deleted')}`]),
  ].join(' AND ');
}

function related(context: ProjectionContext, field: RowsField, alias: string, row: string): string {
  return joinCondition(context.dialect, alias, row, rowsStep({ existing: context.entityType }, field));
}

/** The ids in a reference of the rows, each once, in their order. */
function compileCollectedIds(
  context: ProjectionContext,
  projection: Projection,
  { step, member, where, unless }: CollectedIds,
  alias: string,
): string {
  const row = `${alias}m`;
  const id = column(row, member.name);
  const valuesOf = (of: string, values: CollectedIds['where']) =>
    values.map(
      ({ field, value }) => `${column(of, field.name)} = ${compileConstant(context.dialect, value, field.type)}`,
    );
  const other = `${alias}u`;
  const others = unless.map((values) => {
    const isSame = `${column(other, member.name)} = ${id}`;
    const related = rowConditions(context, step.field, alias, other, projection.includeDeleted);
    const found = [related, isSame, ...valuesOf(other, values)].join(' AND ');
    return `NOT EXISTS (SELECT 1 FROM ${from(context, step.target, other)} WHERE ${found})`;
  });
  const conditions = [
    rowConditions(context, step.field, alias, row, projection.includeDeleted),
    `${id} IS NOT NULL`,
    ...valuesOf(row, where),
    ...others,
  ];
  const ids = `SELECT DISTINCT ${id} AS id FROM ${from(context, step.target, row)} WHERE ${conditions.join(' AND ')}`;
  const item = compileReferenceId(context, projection, member, 'd.id');
  const select = context.dialect.jsonArrayFrom(item, `(${ids}) d`, ['d.id'], 'd.id');
  return ifAny(context, step.target, row, select, context.dialect.jsonArray([]));
}

/** A page of related records: `{"rows": [{"c": sort values and id, "n": record}], "bounds", "total"}`, one row too many included. */
function compileRowPage(
  context: ProjectionContext,
  member: Extract<ProjectionMember, { kind: 'row-page' }>,
  alias: string,
): string {
  const { dialect } = context;
  const { page, projection } = member;
  const target = projection.entityType;
  const inner = `${alias}q`;
  const node = `${alias}n`;
  const conditions = [related(context, member.field, alias, inner)];
  const select = compilePageSelect(context, page, inner, { conditions, isRelated: true });
  const row = dialect.jsonObject([
    ['c', compileCursor(dialect, page.order, 'p')],
    ['n', compileProjection(context, projection, node)],
  ]);
  const found = dialect.jsonArrayFrom(row, joinPage(dialect, target, select, node), [select.orderBy], 'p.id');
  const rows = ifAny(context, target, inner, found, dialect.jsonArray([]));
  return compilePage(context, member, rows, member.withTotal ? compileRowTotal(context, member, alias) : 'NULL');
}

function compilePage(
  { dialect }: ProjectionContext,
  { page, withTotal }: Pick<Extract<ProjectionMember, { kind: 'row-page' }>, 'page' | 'withTotal'>,
  rows: string,
  total: string,
): string {
  return dialect.jsonObject([
    ['rows', rows],
    ['bounds', compilePageBounds(dialect, page)],
    ...(withTotal ? [['total', total] as const] : []),
  ]);
}

/** How the rows were asked for, so that the page can be completed where they are read. */
function compilePageBounds(dialect: ReadDialect, { window }: PagePlan): string {
  const isCursor = window.kind === 'cursor';
  return dialect.jsonObject([
    ['limit', String(isCursor ? window.limit : (window.limit ?? Number.MAX_SAFE_INTEGER))],
    ['backward', dialect.jsonBoolean(isCursor && window.backward ? '1 = 1' : '1 = 0')],
    ['keepLast', isCursor && window.keepLast !== undefined ? String(window.keepLast) : 'NULL'],
    ['hasAfter', dialect.jsonBoolean(isCursor && window.after ? '1 = 1' : '1 = 0')],
    ['hasBefore', dialect.jsonBoolean(isCursor && window.before ? '1 = 1' : '1 = 0')],
  ]);
}

function compileRowTotal(
  context: ProjectionContext,
  { field, page, projection }: Extract<ProjectionMember, { kind: 'row-page' }>,
  alias: string,
): string {
  const counted = `${alias}c`;
  const { filter, includeDeleted } = page;
  const where = [
    rowConditions(context, field, alias, counted, includeDeleted),
    ...(filter
      ? [compilePredicate({ ...context, includeDeleted, skipsRecords: false, depth: 0 }, counted, filter)]
      : []),
  ];
  return `(SELECT count(*) FROM ${from(context, projection.entityType, counted)} WHERE ${where.join(' AND ')})`;
}

/** Null when no part is set. */
function compileMoney(
  context: ProjectionContext,
  projection: Projection,
  { field, parts }: Extract<ProjectionMember, { kind: 'money' }>,
  alias: string,
): string {
  const { dialect } = context;
  const object = dialect.jsonObject(
    parts.map((part) => [part.as, compilePartMember(context, projection, part, field, alias)] as const),
  );
  const base = customPart(field, 'base_value');
  // Of an amount that is stored elsewhere either both values are there or none.
  if (base) return selectCustomValue(dialect, base, column(alias, 'id'), `${alias}w`, () => object);
  const { base_value, value_foreign } = moneyColumns(field);
  const amounts = [column(alias, base_value), column(alias, value_foreign)];
  return `CASE WHEN ${amounts.map((amount) => `${amount} IS NULL`).join(' AND ')} THEN NULL ELSE ${object} END`;
}

function compilePartMember(
  context: ProjectionContext,
  projection: Projection,
  part: MoneyMember,
  field: MoneyField,
  alias: string,
): string {
  const { dialect } = context;
  if (part.kind === 'amount') {
    const type = moneyPartTypes[part.part];
    return compileMoneyPart(dialect, alias, field, part.part, (value) =>
      projection.style === 'canonical' ? dialect.canonicalValue(value, type) : dialect.jsonValue(value, type),
    );
  }
  const target = `${alias}o`;
  const where = `${inSpace(context.dialect, target)} AND ${target}.id = ${compileMoneyPart(dialect, alias, field, 'currency_id')}`;
  return `(SELECT ${compileProjection(context, part.projection, target)} FROM ${from(context, part.projection.entityType, target)} WHERE ${where})`;
}

function from({ dialect }: ProjectionContext, entityType: EntityType, alias: string): string {
  return `${recordsOf(dialect, entityType)} ${alias}`;
}

/** The rows of a record that is read, so that who asks sees it. */
function rowsFrom(
  { dialect }: ProjectionContext,
  { via, on }: RowsField,
  entityType: EntityType,
  alias: string,
): string {
  return `${rowsOfSeen(dialect, entityType, on === 'id' ? via : undefined)} ${alias}`;
}
