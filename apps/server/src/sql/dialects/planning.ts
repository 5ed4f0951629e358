/**
 * Order, limits and searches, in the forms for which each database finds the good plan. Pure.
 */
import { identifier } from './quote.js';

/** Where an EXISTS is. */
export interface ExistsContext {
  /** The select of the listed records has an OFFSET. */
  readonly skipsRecords: boolean;
  /** How many others it is in. */
  readonly depth: number;
}

/** Where a condition is that something is found. */
export interface SearchContext extends ExistsContext {
  /** In the opposite of something. */
  readonly isNegated?: boolean;
  /** There are further searches in what is looked for. */
  readonly isWide?: boolean;
  /** Most of the records that are looked at meet it. */
  readonly isFrequent?: boolean;
}

/** What something is looked for in. */
export interface SearchedRows {
  readonly from: string;
  readonly key: string;
  readonly conditions: readonly string[];
}

/** Takes a value and gives its placeholder. */
interface ValueBinder {
  bind(value: unknown): string;
}

export interface PlanningDialect {
  exists(select: string, context: ExistsContext): string;
  /** Whether the value of an expression is the key of some row. */
  isFoundIn(expression: string, rows: SearchedRows, context: SearchContext): string;
  /**
   * Two lists of ids, each as an index has them, read side by side.
   * @param ids of records @param others select one column, `id`
   * @returns a sub-select of the ids that are not among the others, in their order, as far as it is read; goes behind FROM without its alias
   */
  idsWithout(ids: string, others: string, descending: boolean): string;
  /**
   * @param each a select of values, called `id` @param first a select, with a limit, of `id`s, in which `e.id` is one of the values
   * @returns a select of the ids that it gives for all of them
   */
  firstOfEach(each: string, first: string): string;
  /**
   * @param ids a select of ids, called `id`, each once; they need not be sorted
   * @param test a select that finds something where `e.id` counts
   * @returns a select of the first ids that count, of which no more are tested than that takes
   */
  firstOfIds(ids: string, test: string, direction: 'ASC' | 'DESC', count: number): string;
  /** Null first ascending, last descending. */
  orderBy(expression: string, descending: boolean): string;
  /** Joins the few rows on the left to their records: the right side is looked up for each of them, never scanned. */
  readonly joinInOrder: string;
  /**
   * Goes behind a table and its alias: reads it along an index, by whose columns alone the rest of the statement may be answered.
   * Nothing where the database knows better.
   */
  alongIndex(name: string): string;
  /** The same along the primary key. */
  alongKey(table: string): string;
  /** The database has counted what is frequent, and joins by it; else statements have to choose. */
  readonly choosesJoins: boolean;
  /** Rows are grouped as they come; where that is not so, they are sorted unless an index gives them in order. */
  readonly groupsUnsorted: boolean;
  /** A condition from which another follows that is there as well: the two are not estimated as if they had nothing to do with each other. */
  besideImplied(condition: string): string;
  /**
   * Conditions that every record meets, for a page whose filter an index answers and whose order is another one. A database that estimates
   * expects the few that meet the filter to be spread evenly over the order. Should they all come late, or be none, it would read nearly all
   * records on the way; so it is to expect fewer of them.
   */
  expectFew(alias: string): readonly string[];
  /** An expression of which no index is asked for its order: all rows are to be read as they come, not each by a lookup of its own. */
  withoutIndex(expression: string): string;
  /**
   * How many rows to take, as it is behind LIMIT.
   * @param count a whole number
   * @param isPlannedOnce the good plan does not depend on what the statement binds: nothing but the space narrows it
   */
  limit(count: number, binder: ValueBinder, isPlannedOnce?: boolean): string;
  /** The limit of a statement without one, where an offset needs it. */
  readonly noLimit: string;
}

export const sqlitePlanning: PlanningDialect = {
  // SQLite 3.51 and 3.52 turn an EXISTS into a join and then count all that it finds towards an OFFSET, instead of the records
  // that it lets through; the sign keeps it what it is.
  exists: (select, { skipsRecords }) => `${skipsRecords ? '+' : ''}EXISTS (${select})`,
  // With an EXISTS SQLite would go through all records and look each of them up; a list of what is found leads it to just those. Where
  // records are wanted that are not found, all have to be gone through anyway.
  isFoundIn(expression, { from, key, conditions }, context) {
    // Collected once, or looked up for each.
    if (context.depth === 0 && !context.isNegated && !context.isFrequent) {
      return `${expression} IN (SELECT ${key} FROM ${from} WHERE ${conditions.join(' AND ')})`;
    }
    const where = [...conditions, `${key} = ${expression}`].join(' AND ');
    return sqlitePlanning.exists(`SELECT 1 FROM ${from} WHERE ${where}`, context);
  },
  idsWithout: (ids, others) => `(${ids} EXCEPT ${others})`,
  firstOfEach: (each, first) =>
    `SELECT j.value AS id FROM (${each}) e CROSS JOIN json_each((SELECT json_group_array(f.id) FROM (${first}) f)) j`,
  // An order outside would have all of them tested. The limit inside keeps the order there, and the sign the test a test.
  firstOfIds: (ids, test, direction, count) =>
    `SELECT e.id FROM (SELECT i.id FROM (${ids}) i ORDER BY i.id ${direction} LIMIT -1) e WHERE +EXISTS (${test}) LIMIT ${count}`,
  orderBy: (expression, descending) => `${expression} ${descending ? 'DESC' : 'ASC'}`,
  // Without statistics SQLite may take either side first; CROSS JOIN keeps the order as written.
  joinInOrder: 'CROSS JOIN',
  choosesJoins: false,
  // Of two indexes that lead to a record SQLite takes the unique one, and then fetches the whole row.
  alongIndex: (name) => ` INDEXED BY ${identifier(name)}`,
  alongKey: (table) => sqlitePlanning.alongIndex(`sqlite_autoindex_${table}_1`),
  groupsUnsorted: false,
  besideImplied: (condition) => condition,
  expectFew: () => [],
  withoutIndex: (expression) => `+${expression}`,
  // Written out: SQLite looks at a bound limit when it prepares a statement, and prepares it again whenever one is bound.
  limit: (count) => String(count),
  noLimit: '-1',
};

/** Relations of a filter's path that the database may turn into joins. */
const joinedExists = 2;

export const postgresPlanning: PlanningDialect = {
  // Two become joins, which may begin at either end. More would be joined all with all in tables that were never analyzed, as
  // small ones are not: those with an OFFSET stay what they are, and each is a lookup.
  exists: (select, { depth }) => `EXISTS (${select}${depth < joinedExists ? '' : ' OFFSET 0'})`,
  isFoundIn(expression, { from, key, conditions }, context) {
    const where = [...conditions, `${key} = ${expression}`].join(' AND ');
    const depth = context.isWide ? joinedExists : context.depth;
    return postgresPlanning.exists(`SELECT 1 FROM ${from} WHERE ${where}`, { ...context, depth });
  },
  // It expects many ids to be missing and would look for each of them. A side with an order of its own can only be merged, which ends
  // where enough is found; the other side it chooses by how few rows are asked for.
  idsWithout(ids, others, descending) {
    const inOrder = `${others} ORDER BY id ${descending ? 'DESC' : 'ASC'} OFFSET 0`;
    return `(SELECT a.id FROM (${ids}) a LEFT JOIN (${inOrder}) b ON b.id = a.id WHERE b.id IS NULL)`;
  },
  firstOfEach: (each, first) => `SELECT f.id FROM (${each}) e CROSS JOIN LATERAL (${first}) f`,
  firstOfIds: (ids, test, direction, count) =>
    `SELECT e.id FROM (${ids}) e WHERE EXISTS (${test}) ORDER BY e.id ${direction} LIMIT ${count}`,
  orderBy: (expression, descending) => `${expression} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`,
  joinInOrder: 'JOIN',
  choosesJoins: true,
  alongIndex: () => '',
  alongKey: () => '',
  groupsUnsorted: true,
  // It looks into no such expression, and takes half of the records to meet it.
  besideImplied: (condition) => `coalesce(${condition}, FALSE)`,
  // It takes a third of the records to meet each, as it knows nothing of such expressions.
  expectFew: (alias) => [`${alias}.revision + 0 > -1`, `0 + ${alias}.revision > -1`],
  withoutIndex: (expression) => expression,
  // PostgreSQL takes a bound limit for a tenth of all rows, finds the plan without values dear, and plans the statement each time: more
  // work than the list itself. That is right only where the values of a filter tell which index is the good one.
  limit: (count, binder, isPlannedOnce = false) => (isPlannedOnce ? String(count) : binder.bind(count)),
  noLimit: 'ALL',
};
