/**
 * Writes how the records that a user sees are found where they are few of all: along an index for each reason to see them, and not by a look
 * at every record. What is found is a superset: the statement around tests each record. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { PagePlan } from '../../plan/list/page-plan.js';
import { type Binder, inSpace } from '../binder.js';
import { tableName } from '../columns.js';
import type { SeenPart } from '../dialects/binding.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { recordsAlong } from '../record-source.js';
import { column } from './compile-value.js';
import { compileSegments, reverse } from './page-segments.js';

interface Context {
  readonly dialect: ReadDialect;
  readonly binder: Binder;
}

/** @returns a select of the `id` of each record of the parts, each once, and of others that may not be read */
export function selectSeen(dialect: ReadDialect, entityType: EntityType, parts: readonly SeenPart[]): string {
  return parts.map((part) => selectPart(dialect, entityType, part)).join(' UNION ');
}

/** @returns the same with some records twice, which ends as soon as enough is found */
export function selectSeenRows(dialect: ReadDialect, entityType: EntityType, parts: readonly SeenPart[]): string {
  return parts.map((part) => selectPart(dialect, entityType, part)).join(' UNION ALL ');
}

/**
 * @param plan of a list without a filter, in the order of ids
 * @param wanted how many records are read, as it is behind LIMIT
 * @returns a select of the `id`s, each once, of the records of a page, and of some that come later
 */
export function selectFirstSeen(context: Context, plan: PagePlan, parts: readonly SeenPart[], wanted: string): string {
  const { dialect } = context;
  const { conditions, direction } = idsOf(context, plan);
  const selects = parts.map(({ index, each, condition }) => {
    const records = recordsAlong(dialect, plan.entityType, 'y', along(dialect, plan.entityType, index));
    const where = [condition('y', 'e.id'), ...conditions('y')].join(' AND ');
    const first = `SELECT y.id FROM ${records} WHERE ${where} ORDER BY y.id ${direction} LIMIT ${wanted}`;
    return each === undefined ? `SELECT f.id FROM (${first}) f` : dialect.firstOfEach(each, first);
  });
  return selects.join(' UNION ');
}

/**
 * @param plan as above
 * @param count how many records are looked at
 * @returns a select of a row for each of them that may be read
 */
export function selectSeenAmong(context: Context, plan: PagePlan, count: number): string {
  const { dialect } = context;
  const { entityType } = plan;
  const { conditions, direction } = idsOf(context, plan);
  const key = along(dialect, entityType, undefined);
  const all = `FROM ${identifier(tableName(entityType))} x${key} WHERE ${conditions('x').join(' AND ')}`;
  const first = `SELECT x.* ${all} ORDER BY x.id ${direction} LIMIT ${count}`;
  return `SELECT 1 FROM (${first}) v WHERE ${dialect.sight?.condition(entityType, 'v') ?? 'TRUE'}`;
}

/** @returns what the records of the page meet, but for the user's rights, and the direction in which they are read */
function idsOf(context: Context, { window, order, includeDeleted }: PagePlan) {
  const read = window.kind === 'cursor' && window.backward ? reverse(order) : order;
  const conditions = (row: string) => {
    const id = `${row}.id`;
    const behind = compileSegments({ ...context, keys: [], id }, window, read, order);
    return [
      inSpace(context.dialect, row),
      ...(includeDeleted ? [] : [`NOT ${column(row, 'is_deleted')}`]),
      ...behind.flatMap((segment) => segment.conditions()),
    ];
  };
  return { conditions, direction: read.idDescending ? 'DESC' : 'ASC' };
}

function selectPart(dialect: ReadDialect, entityType: EntityType, { index, each, condition }: SeenPart): string {
  const records = `${identifier(tableName(entityType))} y${along(dialect, entityType, index)}`;
  const where = [inSpace(dialect, 'y'), condition('y', 'e.id')].join(' AND ');
  if (each === undefined) return `SELECT y.id FROM ${records} WHERE ${where}`;
  return `SELECT y.id FROM (${each}) e ${dialect.joinInOrder} ${records} ON ${where}`;
}

function along(dialect: ReadDialect, entityType: EntityType, index: string | undefined): string {
  return index === undefined ? dialect.alongKey(tableName(entityType)) : dialect.alongIndex(index);
}
