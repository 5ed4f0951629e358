/**
 * Reads the query of a v100 read: grammar only. Every error is gathered, then all are reported at once. Knows no entity type.
 */
import { findOperator, operatorByName, operators } from '@headwater/catalog';
import type { V100Handlers } from '@headwater/openapi-types';
import type { QueryName } from '../../http/handler-types.js';
import type { Condition, Filter, Operator } from '../../request/filter.js';
import type { CursorWindow, ListArguments, OffsetWindow, Sort } from '../../request/list-arguments.js';
import type { DuplicatesRequest } from '../../request/list-request.js';
import { exceededBound, parseNameTree, splitNames } from '../../request/name-tree.js';
import type { NameTree, RestSelection } from '../../request/selection.js';
import type { QueryReader } from './query-reader.js';

type ListReader = QueryReader<QueryName<V100Handlers['list']>>;
type GetReader = QueryReader<QueryName<V100Handlers['get']>>;
type SelectionReader = QueryReader<'expand' | 'load-only'>;

export interface ListQuery extends ListArguments {
  readonly selection: RestSelection;
  readonly withTotal: boolean;
}

/** Records of a page in the older form with `limit` and `offset`. */
const legacyLimit = { default: 30, max: 100 } as const;

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` with every error
 * @spec openapi#/components/parameters
 */
export function parseListQuery(reader: ListReader): ListQuery {
  const query: ListQuery = {
    filter: parseFilters(reader),
    sort: parseSort(reader),
    window: parseWindow(reader),
    includeDeleted: reader.flag('include-deleted', 'include_deleted'),
    selection: parseSelection(reader),
    withTotal: reader.flag('include-total'),
  };
  reader.rejectErrors();
  return query;
}

interface GetQuery extends Pick<ListQuery, 'includeDeleted' | 'selection'> {
  /** `expand` names `history`, which is no relation. */
  readonly withHistory: boolean;
  readonly atRevision?: number;
}

/** The parameters of a single GET: `expand`, `load-only`, `include-deleted` and `at-revision`. */
export function parseGetQuery(reader: GetReader): GetQuery {
  const selection = parseSelection(reader);
  const { history, ...expand } = selection.expand;
  const query = {
    includeDeleted: reader.flag('include-deleted', 'include_deleted'),
    selection: { ...selection, expand },
    withHistory: history !== undefined,
  };
  const atRevision = reader.wholeNumber('at-revision', 0, Number.MAX_SAFE_INTEGER);
  if (atRevision !== undefined && (selection.only !== undefined || Object.keys(selection.expand).length > 0)) {
    reader.error('at-revision', 'is not combined with expand or load-only');
  }
  reader.rejectErrors();
  return atRevision === undefined ? query : { ...query, atRevision };
}

/** Groups of a page unless the request says how many. */
const defaultGroups = 30;

/** The parameters of a list of duplicates: `first` and `after`. */
export function parseDuplicatesQuery(
  reader: QueryReader<QueryName<V100Handlers['duplicates']>>,
): Pick<DuplicatesRequest, 'first' | 'after'> {
  const first = reader.wholeNumber('first', 1, 100) ?? defaultGroups;
  const after = reader.cursor('after');
  reader.rejectErrors();
  return after === undefined ? { first } : { first, after };
}

export function parseSelection(reader: SelectionReader): RestSelection {
  const expand = parseNames(reader, 'expand');
  const only = parseNames(reader, 'load-only');
  return Object.keys(only).length === 0 ? { kind: 'rest', expand } : { kind: 'rest', expand, only };
}

function parseNames(reader: SelectionReader, name: 'expand' | 'load-only'): NameTree {
  const lists = reader.all(name);
  const exceeded = exceededBound(splitNames(lists));
  if (exceeded === undefined) return parseNameTree(lists);
  reader.error(name, exceeded);
  return {};
}

function parseSort(reader: ListReader): Sort[] {
  return splitNames(reader.all('order-by')).map((name) => ({
    path: name.replace(/^[-+]/, '').split('.'),
    descending: name.startsWith('-'),
    at: 'order-by',
  }));
}

function parseWindow(reader: ListReader): CursorWindow | OffsetWindow {
  const limit = reader.wholeNumber('limit', 1, legacyLimit.max);
  const offset = reader.wholeNumber('offset', 0, Number.MAX_SAFE_INTEGER);
  const first = reader.wholeNumber('first', 1, 100);
  const last = reader.wholeNumber('last', 1, 100);
  const after = reader.cursor('after');
  const before = reader.cursor('before');
  if (limit === undefined && offset === undefined) {
    return {
      kind: 'cursor',
      ...(first === undefined ? {} : { first }),
      ...(last === undefined ? {} : { last }),
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
    };
  }
  if ([first, last, after, before].some((value) => value !== undefined)) {
    reader.error('limit', 'limit and offset cannot be combined with first, last, after or before');
  }
  return { kind: 'offset', limit: limit ?? legacyLimit.default, offset: offset ?? 0 };
}

export function parseFilters(reader: QueryReader<'filter' | 'filter-op'>): Filter | null {
  const values = reader.bracketed('filter');
  const chosen = reader.bracketed('filter-op');
  const names = new Set([...values.keys(), ...chosen.keys()]);
  const conditions = [...names].flatMap((name): Condition[] => {
    const operator = parseOperator(reader, name, chosen.get(name));
    if (operator === undefined) return [];
    const operands = parseOperands(reader, name, operator, values.get(name));
    return operands ? [{ kind: 'condition', path: name.split('.'), operator, operands, at: `filter[${name}]` }] : [];
  });
  if (conditions.length <= 1) return conditions[0] ?? null;
  return { kind: 'and', filters: conditions };
}

function parseOperator(
  reader: QueryReader<'filter' | 'filter-op'>,
  name: string,
  given: readonly string[] | undefined,
): Operator | undefined {
  if (given === undefined) return 'eq';
  const [operator = ''] = given;
  const known = findOperator(operator);
  const names = operators.map((one) => one.name).join(', ');
  if (given.length > 1) reader.error(`filter-op[${name}]`, 'may be given once only');
  else if (!known) reader.error(`filter-op[${name}]`, `"${operator}" is not an operator; one of ${names}`);
  else return known.name;
  return undefined;
}

function parseOperands(
  reader: QueryReader<'filter' | 'filter-op'>,
  name: string,
  operator: Operator,
  given: readonly string[] | undefined,
): readonly string[] | undefined {
  const { operands: count } = operatorByName(operator);
  if (count === 'none') {
    if (given?.some((value) => value !== '')) reader.error(`filter[${name}]`, `"${operator}" takes no value`);
    return [];
  }
  if (given === undefined) {
    reader.error(`filter-op[${name}]`, `needs a value in filter[${name}]`);
    return undefined;
  }
  return count === 'two' && given.length === 1 ? splitBounds(given[0] ?? '') : given;
}

/** `a,b`; a date-time has no comma, and a text with commas is given as two values. */
function splitBounds(text: string): string[] {
  return text.split(',').map((bound) => bound.trim());
}
