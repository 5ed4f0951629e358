/**
 * The arguments of a connection as those of a list request; the same for root connections and for nested ones.
 * Bounds, cursors and names are checked when the request is planned, as for every API.
 */
import { relationOfOrder } from '@headwater/contract';
import { parameterError } from '../../../errors/parameter-error.js';
import { maxSortKeys } from '../../../plan/list/plan-page.js';
import { allOf } from '../../../request/filter.js';
import type { CursorWindow, ListArguments, Sort } from '../../../request/list-arguments.js';
import type { GivenFilters } from '../analytics/filter-arguments.js';
import { type MemberIndex, memberOf } from '../schema/member-index.js';
import { orderedField } from '../schema/names.js';
import type { Reading } from './collect-fields.js';
import { type Input, parseFilter } from './parse-filter.js';

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
    // One more than an order may have shows that it has too many.
    sort: (orderBy ?? [])
      .slice(0, maxSortKeys + 1)
      .map((order, position) => parseOrder(reading.members, entityType, order, `${at}.orderBy[${position}]`)),
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

// One key of an order: a member of the records, or one behind to-one relations. Whether there is an order by it is found out when the
// request is planned.

/** More relations than any order may follow. */
const maxSteps = 10;

/**
 * @param order a coerced value of the entity type's order input
 * @param at its path, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` for none or several keys in one item, and for a direction that has no field beside it
 */
function parseOrder(members: MemberIndex, entityType: string, order: Input, at: string): Sort {
  const path: string[] = [];
  let from = entityType;
  let place = at;
  for (let level = order; ; ) {
    const name = onlyKey(level, place);
    const descending = level.direction === 'DESC';
    if (name === 'field') return { path: [...path, orderedField(level.field as string)], descending, at };
    if (descending) throw parameterError(`${place}.direction`, `belongs beside "field", inside "${name}"`);
    if (path.length === maxSteps) throw parameterError(at, `follows more than ${maxSteps} relations`);
    const member = memberOf(members, from, relationOfOrder(name));
    if (member.kind === 'record') {
      path.push(member.link);
      from = member.target;
    } else if (member.kind === 'money') path.push(member.field);
    else throw new Error(`An order has no member "${name}"`);
    level = level[name] as Input;
    place = `${place}.${name}`;
  }
}

function onlyKey(order: Input, at: string): string {
  const keys = Object.keys(order).filter((name) => name !== 'direction' && order[name] !== null);
  const [first, second] = keys;
  if (first === undefined) throw parameterError(at, 'give "field" or a relation');
  if (second === undefined) return first;
  throw parameterError(at, `"${first}" and "${second}" are two keys; give each an item of its own`);
}
