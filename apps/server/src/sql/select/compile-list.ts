/**
 * Writes a planned read as one statement. Pure, but for the texts of projections that it keeps.
 */
import type { Catalog } from '@headwater/catalog';
import type { ListPlan } from '../../plan/list/list-plan.js';
import type { PagePlan } from '../../plan/list/page-plan.js';
import type { Predicate } from '../../plan/list/predicate.js';
import type { Projection } from '../../plan/projection/projection.js';
import { type Binder, inSpace, namesScope, type Statement, type StatementScope, scopedBinder } from '../binder.js';
import { getOrMake, weighedCache } from '../cache.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { recordsOf } from '../record-source.js';
import { compileCountSelect, compileCursor, compilePageSelect, joinPage, type PageSelect } from './compile-page.js';
import { compileProjectionText, type ProjectionContext } from './compile-projection.js';
import { compileSize } from './compile-size.js';
import { compileUnionProjection } from './compile-union-projection.js';
import { pageWays } from './page-source.js';

/** Of each of the two caches; the text of a wide record has some thousands. */
const maxCachedCharacters = 4_000_000;

/** No name and no expression. */
const recordMark = '@record@';

/** What the records of a page and the number of records in its answer are called in a statement. */
const listedName = 'listed';
const sizeName = 'answer_size';

/** Behind the values of the scope and, of one record, its id: their places are the same each time. */
interface CompiledProjection {
  readonly text: string;
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
  private readonly projections = weighedCache<CompiledProjection>(maxCachedCharacters, ({ text }) => text.length);
  private readonly wholes = weighedCache<string>(maxCachedCharacters, (text) => text.length);
  /** Of lists that are kept, for callers who are users and for others. */
  private readonly lists = {
    ofUsers: new WeakMap<ListPlan, CachedList>(),
    ofOthers: new WeakMap<ListPlan, CachedList>(),
  };

  constructor(
    private readonly catalog: Catalog,
    private readonly dialect: ReadDialect,
    private readonly maxRecords: number,
  ) {}

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
    const json = this.projectionText(plan.projection, binder, scope, true);
    const first = namesScope(this.dialect, scope);
    const size = this.sizeOf(plan.projection, scope, true);
    const frame =
      size === undefined && this.walksById(plan)
        ? this.directSelect(plan, recordMark, binder, first)
        : this.pagedSelect(plan, recordMark, binder, first, size);
    return binder.statement(this.wholeText(textKey(plan.projection, scope, true), frame, json));
  }

  /**
   * Whole texts are cached: one that is made again is one that the connection has to compare letter by letter.
   * @param frame the statement, with a mark in the place of the record's JSON
   */
  private wholeText(cacheKey: string | undefined, frame: string, json: string): string {
    const compose = () => frame.replace(recordMark, () => json);
    return cacheKey === undefined ? compose() : getOrMake(this.wholes, `${cacheKey} ${frame}`, compose);
  }

  private sizeOf(projection: Projection, scope: StatementScope, isOfMany: boolean): string | undefined {
    if (!projection.isCounted) return undefined;
    const context = this.contextOf(scopedBinder(this.dialect, scope), isOfMany);
    const compile = () => ({
      text: compileSize(context, projection, projection.branches ? 'p' : 'r') ?? '',
      values: [],
    });
    return getOrMake(this.projections, `size of ${textKey(projection, scope, isOfMany)}`, compile).text || undefined;
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
    const json = this.projectionText(projection, binder, scope, false);
    const compile = () => this.getText(projection, json, boundId, includeDeleted, scope);
    const cacheKey = textKey(projection, scope, false);
    const text =
      cacheKey === undefined ? compile() : getOrMake(this.wholes, `${includeDeleted ? '+' : ''}${cacheKey}`, compile);
    return binder.statement(text);
  }

  private getText(
    projection: Projection,
    json: string,
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
    if (size === undefined) return `SELECT ${json} AS j, ${alias}.revision AS v ${from} ${where}`;
    const counted = `${sizeName}(n) AS MATERIALIZED (SELECT ${size} ${from} ${where})`;
    return `WITH ${counted} SELECT ${this.sizedColumns(json)}, ${alias}.revision AS v ${from} ${where}`;
  }

  private projectionText(projection: Projection, binder: Binder, scope: StatementScope, isOfMany: boolean): string {
    const cacheKey = textKey(projection, scope, isOfMany);
    const context = this.contextOf(binder, isOfMany);
    const compile = () =>
      projection.branches
        ? this.dialect.jsonText(compileUnionProjection(context, projection.branches, 'p'))
        : compileProjectionText(context, projection, 'r');
    if (cacheKey === undefined) return compile();
    const known = this.projections.get(cacheKey);
    if (known !== undefined) {
      binder.values.push(...known.values);
      return known.text;
    }
    const before = binder.values.length;
    const text = compile();
    this.projections.set(cacheKey, { text, values: binder.values.slice(before) });
    return text;
  }

  private contextOf(binder: Binder, isOfMany: boolean): ProjectionContext {
    return { dialect: this.dialect, binder, entityType: (name: string) => this.catalog.existing(name), isOfMany };
  }

  /**
   * In the order of ids, when nothing but equality narrows the list, an index gives the records as the page wants them and the
   * database builds the JSON of just those. Elsewhere it may have to sort, and must not build JSON for what it then drops.
   */
  private walksById(plan: ListPlan): boolean {
    const { projection, order, filter, window } = plan;
    // SQLite looks through a view only where the order is by what is selected.
    if (projection.branches) return false;
    const positions =
      window.kind === 'cursor' ? Number(window.after !== undefined) + Number(window.before !== undefined) : 0;
    if (order.keys.length > 0 || positions > 1 || window.kind !== 'cursor' || !isEquality(filter)) return false;
    // Of two ways each would have the text of the record's JSON.
    return pageWays(this.dialect, plan, 'r', false).ways.length === 1;
  }

  /** @param first names the values that every statement has */
  private directSelect(plan: ListPlan, json: string, binder: Binder, first: string): string {
    const cursor = this.dialect.jsonText(this.dialect.jsonArray(['r.id']));
    const columns = [`${json} AS j`, `${cursor} AS c`];
    return compilePageSelect({ dialect: this.dialect, binder }, plan, 'r', { columns, conditions: [first] }).text;
  }

  /** @param size of one record, where the records of the page are to be counted before they are read */
  private pagedSelect(plan: ListPlan, json: string, binder: Binder, first: string, size: string | undefined): string {
    const page = compilePageSelect({ dialect: this.dialect, binder }, plan, 'q');
    const cursor = this.dialect.jsonText(compileCursor(this.dialect, plan.order, 'p'));
    // A page of a union says which table holds each record: its view is not read again.
    const fromPage = ({ text }: Pick<PageSelect, 'text'>) =>
      plan.projection.branches ? `(${text}) p` : joinPage(this.dialect, plan.entityType, { text }, 'r');
    const rest = `WHERE ${first} ORDER BY ${page.orderBy}`;
    if (size === undefined) return `SELECT ${json} AS j, ${cursor} AS c FROM ${fromPage(page)} ${rest}`;
    const listed = fromPage({ text: `SELECT * FROM ${listedName}` });
    const counted = `${sizeName}(n) AS MATERIALIZED (SELECT SUM(${size}) FROM ${listed})`;
    const named = `${listedName} AS MATERIALIZED (${page.text}), ${counted}`;
    return `WITH ${named} SELECT ${this.sizedColumns(json)}, ${cursor} AS c FROM ${listed} ${rest}`;
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
