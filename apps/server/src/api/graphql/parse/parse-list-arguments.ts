/**
 * The arguments of a connection as those of a list request; the same for root connections and for nested ones.
 * Bounds, cursors and names are checked when the request is planned, as for every API.
 */
import { allOf } from '../../../request/filter.js';
import type { CursorWindow, ListArguments } from '../../../request/list-arguments.js';
import type { GivenFilters } from '../filters/filter-arguments.js';
import type { Reading } from './collect-fields.js';
import { type Input, parseFilter } from './parse-filter.js';
import { parseOrder } from './parse-order.js';

type ListReading = Pick<Reading, 'members' | 'filters'>;

/**
 * @param given coerced argument values; null is the same as absent, so that a client may leave its variables unset
 * @param at the field that has the arguments, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid filter or order
 */
export function parseListArguments(reading: ListReading, entityType: string, given: Input, at: string): ListArguments {
  const filter = given.filter as Input | null | undefined;
  const orderBy = given.orderBy as readonly Input[] | null | undefined;
  return {
    filter: allOf([
      filter == null ? null : parseFilter(reading.members, entityType, filter, `${at}.filter`),
      reading.filters.filterOf(entityType, given as GivenFilters, at),
    ]),
    sort: (orderBy ?? []).map((order, position) =>
      parseOrder(reading.members, entityType, order, `${at}.orderBy[${position}]`),
    ),
    window: parseWindow(given as WindowArguments),
    includeDeleted: given.includeDeleted === true,
  };
}

type WindowArguments = { readonly [Name in 'first' | 'last' | 'after' | 'before']?: CursorWindow[Name] | null };

function parseWindow({ first, last, after, before }: WindowArguments): CursorWindow {
  return {
    kind: 'cursor',
    ...(first == null ? {} : { first }),
    ...(last == null ? {} : { last }),
    ...(after == null ? {} : { after }),
    ...(before == null ? {} : { before }),
  };
}
