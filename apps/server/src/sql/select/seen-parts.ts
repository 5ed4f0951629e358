/**
 * Writes how the records that a user sees are found where they are few of all: along an index for each reason to see them, and not by a look
 * at every record. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { PagePlan } from '../../plan/list/page-plan.js';
import { type Binder, inSpace, withoutPlannedSpace } from '../binder.js';
import { tableName } from '../columns.js';
import type { SeenPart } from '../dialects/binding.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { column } from './compile-value.js';
import { compileSegments, reverse } from './page-segments.js';

interface Context {
  readonly dialect: ReadDialect;
  readonly binder: Binder;
}

/** @returns a select of the `id` of each record of the parts, each once, and of others: the statement around tests each record */
export function selectSeen(dialect: ReadDialect, entityType: EntityType, parts: readonly SeenPart[]): string {
  return parts.map((part) => selectPart(dialect, entityType, part)).join(' UNION ');
}

/** @returns the same with some records twice, which ends as soon as enough is found */
export function selectSeenRows(dialect: ReadDialect, entityType: EntityType, parts: readonly SeenPart[]): string {
  return parts.map((part) => selectPart(dialect, entityType, part)).join(' UNION ALL ');
}

/** So many records in a row are looked at for each that a page wants. Who sees little has a page behind a large offset found sooner by reasons. */
const lookedAtForEach = 7;
const lookedAtBounds = { least: 200, most: 7_000 } as const;

/**
 * The records that come first are looked at. Where they do not fill the page, it is made of the first records that are seen for each reason.
 * @param plan of a list without a filter, in the order of ids
 * @param wanted how many records are read
 * @returns a select of the columns of a page (compile-page.ts)
 */
export function compileSeenPage(
  { dialect, binder }: Context,
  plan: PagePlan,
  parts: readonly SeenPart[],
  wanted: number,
  limit: string,
): string {
  const context = { dialect: withoutPlannedSpace(dialect), binder };
  const { direction } = idsOf(context, plan);
  const order = `ORDER BY f.id ${direction}`;
  const rows = `(SELECT count(*) FROM s0)`;
  const byReason = `SELECT f.id FROM (${selectFirstSeen(context, plan, parts, wanted)}) f ${order}`;
  const most = `LIMIT (SELECT CASE WHEN ${rows} < ${wanted} THEN ${wanted} ELSE 0 END)`;
  return (
    `WITH s0 AS MATERIALIZED (${selectSeenAmong(context, plan, wanted)}) SELECT f.id AS id, 0 AS seg FROM (` +
    `SELECT id FROM s0 WHERE ${rows} >= ${wanted} UNION ALL SELECT y.id FROM (${byReason} ${most}) y) f ${order}${limit}`
  );
}

/** @param parts several, or one without `each` @returns a select of the `id`s, each once, of the records of a page, and of some that come later */
function selectFirstSeen(context: Context, plan: PagePlan, parts: readonly SeenPart[], wanted: number): string {
  const { dialect } = context;
  const { there, behind, direction } = idsOf(context, plan);
  const selects = parts.map(({ index, each, condition, rest }) => {
    const records = `${identifier(tableName(plan.entityType))} y${along(dialect, plan.entityType, index)}`;
    const conditions = [condition('y', 'e.id'), ...rest('y'), ...there('y')];
    if (each !== undefined && index === undefined) {
      const where = behind('d').join(' AND ') || 'TRUE';
      const ids = `SELECT DISTINCT d.id FROM (${each}) d WHERE ${where}`;
      const test = `SELECT 1 FROM ${records} WHERE ${conditions.join(' AND ')}`;
      return `SELECT f.id FROM (${dialect.firstOfIds(ids, test, direction, wanted)}) f`;
    }
    const where = [...conditions, ...behind('y')].join(' AND ');
    const first = `SELECT y.id FROM ${records} WHERE ${where} ORDER BY y.id ${direction} LIMIT ${wanted}`;
    return each === undefined ? `SELECT f.id FROM (${first}) f` : dialect.firstOfEach(each, first);
  });
  return selects.join(' UNION ');
}

/** @returns a select of the `id`s of records of a page, in its order, that are found among the first of all */
function selectSeenAmong(context: Context, plan: PagePlan, wanted: number): string {
  const { dialect } = context;
  const { entityType } = plan;
  const { there, behind, direction } = idsOf(context, plan);
  const key = along(dialect, entityType, undefined);
  const where = [...there('x'), ...behind('x')].join(' AND ');
  const all = `FROM ${identifier(tableName(entityType))} x${key} WHERE ${where}`;
  const lookedAt = Math.min(Math.max(lookedAtBounds.least, lookedAtForEach * wanted), lookedAtBounds.most);
  const first = `SELECT x.* ${all} ORDER BY x.id ${direction} LIMIT ${lookedAt}`;
  const seen = dialect.sight?.condition(entityType, 'v') ?? 'FALSE';
  return `SELECT v.id FROM (${first}) v WHERE ${seen} ORDER BY v.id ${direction} LIMIT ${wanted}`;
}

/**
 * @returns what the records of the page meet, but for the user's rights: they are there, and lie behind the place at which it begins; and the
 * direction in which they are read
 */
function idsOf(context: Context, { window, order, includeDeleted }: PagePlan) {
  const read = window.kind === 'cursor' && window.backward ? reverse(order) : order;
  const there = (row: string) => [
    inSpace(context.dialect, row),
    ...(includeDeleted ? [] : [`NOT ${column(row, 'is_deleted')}`]),
  ];
  const behind = (row: string) =>
    compileSegments({ ...context, keys: [], id: `${row}.id` }, window, read, order).flatMap((one) => one.conditions());
  return { there, behind, direction: read.idDescending ? ('DESC' as const) : ('ASC' as const) };
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
