/**
 * Writes a planned read as one statement. Pure, but for the texts of projections that it keeps.
 */
import type { Catalog } from '@headwater/catalog';
import type { LRUCache } from 'lru-cache';
import type { ListPlan } from '../../plan/list/list-plan.js';
import type { PagePlan } from '../../plan/list/page-plan.js';
import type { Predicate } from '../../plan/list/predicate.js';
import type { Projection } from '../../plan/projection/projection.js';
import {
  type Binder,
  inSpace,
  namesScope,
  type Statement,
  type StatementScope,
  scopedBinder,
  withoutPlannedSpace,
} from '../binder.js';
import { getOrMake, weighedCache } from '../cache.js';
import type { ReadDialect } from '../dialects/dialect.js';
import type { JoinedExpression } from '../dialects/json.js';
import { recordsOf } from '../record-source.js';
import { compileCountSelect, compileCursor, compilePageSelect, joinPage, type PageSelect } from './compile-page.js';
import { compileProjectionColumn, type ProjectionContext, unjoined } from './compile-projection.js';
import { compileSize } from './compile-size.js';
import { compileUnionProjection } from './compile-union-projection.js';
import { pageWays, seenParts } from './page-source.js';

/** No names and no expressions. */
const recordMark = '@record@';
const joinMark = '@join@';
const marks = new RegExp(`${recordMark}|${joinMark}`, 'g');

/** What the records of a page and the number of records in its answer are called in a statement. */
const listedName = 'listed';
const sizeName = 'answer_size';

/** Behind the values of the scope and, of one record, its id: their places are the same each time. */
interface CompiledProjection {
  readonly json: JoinedExpression;
  /** What the nested pages bind. */
  readonly values: readonly unknown[];
}

/** A statement without the values of the scope, which come before its own. */
interface CachedList {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Compiles reads for one catalog and one dialect. */
export class ReadCompiler {
  /** Of what is read of the records of a page. */
  private readonly ofRecords: ReadDialect;
  private readonly projections: LRUCache<string, CompiledProjection>;
  private readonly wholes: LRUCache<string, string>;
  /** Of lists that are kept, for callers who are users and for others. */
  private readonly lists = {
    ofUsers: new WeakMap<ListPlan, CachedList>(),
    ofOthers: new WeakMap<ListPlan, CachedList>(),
  };

  /** @param maxCharacters of each of the two caches of texts; that of a wide record has some thousands */
  constructor(
    private readonly catalog: Catalog,
    private readonly dialect: ReadDialect,
    private readonly maxRecords: number,
    maxCharacters: number,
  ) {
    this.ofRecords = dialect.sight ? withoutPlannedSpace(dialect) : dialect;
    this.projections = weighedCache(maxCharacters, ({ json }) => json.value.length + json.join.length);
    this.wholes = weighedCache(maxCharacters, (text) => text.length);
  }

  /**
   * @returns a statement whose rows are the records of the page in the order of reading, one more than the window's limit when
   *   there are more: `j` the record as JSON text, `c` its sort values and id as the text of a JSON array. Where rows are expanded, each
   *   has `n` as well, how many records the answer holds; `j` is null, and nothing of it was read, when they are more than are allowed
   */
  compileList(plan: ListPlan, scope: StatementScope): Statement {
    const binder = scopedBinder(this.dialect, scope);
    if (!plan.isCached) return this.compileWith(binder, plan, scope);
    const kept = scope.client === null ? this.lists.ofOthers : this.lists.ofUsers;
    const known = kept.get(plan);
    if (known !== undefined) {
      binder.values.push(...known.values);
      return binder.statement(known.text);
    }
    const before = binder.values.length;
    const { text, values } = this.compileWith(binder, plan, scope);
    kept.set(plan, { text, values: values.slice(before) });
    return { text, values };
  }

  private compileWith(binder: Binder, plan: ListPlan, scope: StatementScope): Statement {
    const size = this.sizeOf(plan.projection, scope, true);
    const isDirect = size === undefined && this.isReadById(plan);
    const key = textKey(plan.projection, scope, true);
    const json = this.projectionColumn(plan.projection, key, !isDirect, this.contextOf(binder, true));
    const first = namesScope(this.dialect, scope);
    const frame = isDirect
      ? this.directSelect(plan, recordMark, binder, first)
      : this.pagedSelect(plan, recordMark, binder, first, size);
    return binder.statement(this.wholeText(key, frame, json));
  }

  /**
   * Whole texts are cached: one that is made again is one that the connection has to compare letter by letter.
   * @param frame the statement, with marks in the places of the record's JSON and of the join that it needs
   */
  private wholeText(cacheKey: string | undefined, frame: string, { value, join }: JoinedExpression): string {
    const compose = () => frame.replace(marks, (mark) => (mark === recordMark ? value : join));
    return cacheKey === undefined ? compose() : getOrMake(this.wholes, `${cacheKey} ${frame}`, compose);
  }

  private sizeOf(projection: Projection, scope: StatementScope, isOfMany: boolean): string | undefined {
    if (!projection.isCounted) return undefined;
    const context = this.contextOf(scopedBinder(this.dialect, scope), isOfMany);
    const compile = () => ({
      json: unjoined(compileSize(context, projection, projection.branches ? 'p' : 'r') ?? ''),
      values: [],
    });
    const key = `size of ${textKey(projection, scope, isOfMany)}`;
    return getOrMake(this.projections, key, compile).json.value || undefined;
  }

  /** @returns a statement whose one row has `n`, the number of all records that match */
  compileCount(plan: PagePlan, scope: StatementScope): Statement {
    const binder = scopedBinder(this.dialect, scope);
    const first = namesScope(this.dialect, scope);
    return binder.statement(compileCountSelect({ dialect: this.dialect, binder }, plan, 'r', [first]));
  }

  /** @returns a statement whose row, if the record is there, has `j`, the record as JSON text, `v`, its revision, and `n` as a list has it */
  compileGet(projection: Projection, id: string, includeDeleted: boolean, scope: StatementScope): Statement {
    const binder = scopedBinder(this.dialect, scope);
    const boundId = binder.bind(id);
    const cacheKey = textKey(projection, scope, false);
    const json = this.projectionColumn(projection, cacheKey, true, this.contextOf(binder, false));
    const compile = () => this.getText(projection, json, boundId, includeDeleted, scope);
    const text =
      cacheKey === undefined ? compile() : getOrMake(this.wholes, `${includeDeleted ? '+' : ''}${cacheKey}`, compile);
    return binder.statement(text);
  }

  private getText(
    projection: Projection,
    { value, join }: JoinedExpression,
    boundId: string,
    includeDeleted: boolean,
    scope: StatementScope,
  ): string {
    const alias = projection.branches ? 'p' : 'r';
    const conditions = [
      inSpace(this.dialect, alias),
      `${alias}.id = ${boundId}`,
      ...(includeDeleted ? [] : [`NOT ${alias}.is_deleted`]),
      namesScope(this.dialect, scope),
    ];
    const from = `FROM ${recordsOf(this.dialect, projection.entityType)} ${alias}`;
    const where = `WHERE ${conditions.join(' AND ')}`;
    const size = this.sizeOf(projection, scope, false);
    if (size === undefined) return `SELECT ${value} AS j, ${alias}.revision AS v ${from}${join} ${where}`;
    const counted = `${sizeName}(n) AS MATERIALIZED (SELECT ${size} ${from} ${where})`;
    return `WITH ${counted} SELECT ${this.sizedColumns(value)}, ${alias}.revision AS v ${from}${join} ${where}`;
  }

  /** @param key of the projection's text; undefined where it is not kept. @param takesJoin whether the select takes a join */
  private projectionColumn(
    projection: Projection,
    key: string | undefined,
    takesJoin: boolean,
    context: ProjectionContext,
  ): JoinedExpression {
    const { branches } = projection;
    const compile = () =>
      branches
        ? unjoined(this.dialect.jsonColumn(compileUnionProjection(context, branches, 'p')))
        : compileProjectionColumn(context, projection, 'r', takesJoin);
    if (key === undefined) return compile();
    const { values } = context.binder;
    const cacheKey = takesJoin ? `joined ${key}` : key;
    const known = this.projections.get(cacheKey);
    if (known !== undefined) {
      values.push(...known.values);
      return known.json;
    }
    const before = values.length;
    const json = compile();
    this.projections.set(cacheKey, { json, values: values.slice(before) });
    return json;
  }

  private contextOf(binder: Binder, isOfMany: boolean): ProjectionContext {
    return { dialect: this.ofRecords, binder, entityType: (name: string) => this.catalog.existing(name), isOfMany };
  }

  /**
   * In the order of ids, when nothing but equality narrows the list, an index gives the records as the page wants them and the
   * database builds the JSON of just those. Elsewhere it may have to sort, and must not build JSON for what it then drops.
   */
  private isReadById(plan: ListPlan): boolean {
    const { projection, order, filter, window } = plan;
    // SQLite looks through a view only where the order is by what is selected.
    if (projection.branches) return false;
    const positions =
      window.kind === 'cursor' ? Number(window.after !== undefined) + Number(window.before !== undefined) : 0;
    if (order.keys.length > 0 || positions > 1 || window.kind !== 'cursor' || !isEquality(filter)) return false;
    // Of two ways each would have the text of the record's JSON.
    if (seenParts(this.dialect, plan, false)) return false;
    return pageWays(this.dialect, plan, 'r', false).ways.length === 1;
  }

  /** @param first names the values that every statement has */
  private directSelect(plan: ListPlan, json: string, binder: Binder, first: string): string {
    const cursor = this.dialect.jsonColumn(this.dialect.jsonArray(['r.id']));
    const columns = [`${json} AS j`, `${cursor} AS c`];
    return compilePageSelect({ dialect: this.dialect, binder }, plan, 'r', { columns, conditions: [first] }).text;
  }

  /** @param size of one record, where the records of the page are to be counted before they are read */
  private pagedSelect(plan: ListPlan, json: string, binder: Binder, first: string, size: string | undefined): string {
    const page = compilePageSelect({ dialect: this.dialect, binder }, plan, 'q');
    const cursor = this.dialect.jsonColumn(compileCursor(this.dialect, plan.order, 'p'));
    // A page of a union says which table holds each record: its view is not read again.
    const fromPage = ({ text }: Pick<PageSelect, 'text'>) =>
      plan.projection.branches ? `(${text}) p` : joinPage(this.ofRecords, plan.entityType, { text }, 'r');
    const rest = `WHERE ${first} ORDER BY ${page.orderBy}`;
    if (size === undefined) return `SELECT ${json} AS j, ${cursor} AS c FROM ${fromPage(page)}${joinMark} ${rest}`;
    const listed = fromPage({ text: `SELECT * FROM ${listedName}` });
    const counted = `${sizeName}(n) AS MATERIALIZED (SELECT SUM(${size}) FROM ${listed})`;
    const named = `${listedName} AS MATERIALIZED (${page.text}), ${counted}`;
    return `WITH ${named} SELECT ${this.sizedColumns(json)}, ${cursor} AS c FROM ${listed}${joinMark} ${rest}`;
  }

  private sizedColumns(json: string): string {
    const size = `(SELECT n FROM ${sizeName})`;
    return `CASE WHEN ${size} > ${this.maxRecords} THEN NULL ELSE ${json} END AS j, ${size} AS n`;
  }
}

/** Texts differ with whether a user asks: for none, nothing is a favourite and nothing is looked up; and between one record and many. */
function textKey({ cacheKey }: Projection, { client }: StatementScope, isOfMany: boolean): string | undefined {
  return cacheKey === undefined ? undefined : `${isOfMany ? '*' : ''}${client === null ? '' : '@'}${cacheKey}`;
}

function isEquality(filter: Predicate | null): boolean {
  if (filter === null) return true;
  if (filter.kind === 'and') return filter.parts.every(isEquality);
  return filter.kind === 'compare' && filter.operator === 'eq' && filter.operands.length === 1;
}
