/**
 * The operation list: filter, order, page.
 */
import type { EntityType } from '@headwater/catalog';
import { type FilterParameters, meeting, readConditions } from './filters.js';
import type { JsonObject } from './json.js';
import type { Meanings } from './operators.js';
import { Order, type Place, renderCursor } from './orders.js';
import { badParameter } from './rejection.js';
import { renderRecord, type View } from './rendering.js';
import type { Selection } from './selections.js';
import type { StoredRecord } from './tables.js';

export interface ListRequest {
  readonly filters: FilterParameters;
  readonly includeDeleted: boolean;
  readonly includeTotal: boolean;
  readonly orderBy: string;
  readonly selection: Selection;
  readonly page: PageParameters;
}

export interface PageParameters {
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

interface Placed {
  readonly record: StoredRecord;
  readonly place: Place;
}

const pageSize = 30;

/** @returns the body of the answer @throws Rejection */
export function list(view: View, type: EntityType, request: ListRequest, meanings: Meanings): JsonObject {
  const conditions = readConditions(type, request.filters);
  const order = Order.read(type, request.orderBy);
  const there = view.tables.of(type.name).filter((record) => request.includeDeleted || !record.is_deleted);
  const placed = meeting(view.tables, type, there, conditions, meanings)
    .map((record) => ({ record, place: order.placeOf(view.tables, record) }))
    .sort((a, b) => order.compare(a.place, b.place));
  const { limit, offset } = request.page;
  const isByOffset = (limit ?? offset) !== undefined;
  if (
    isByOffset &&
    (request.page.first ?? request.page.last ?? request.page.after ?? request.page.before) !== undefined
  ) {
    throw badParameter('limit', 'does not go together with first, last, after and before, nor does offset');
  }
  const page = isByOffset
    ? placed.slice(offset ?? 0, (offset ?? 0) + (limit ?? pageSize))
    : pageOf(placed, order, request.page);
  return {
    success: true,
    ...(request.includeTotal ? { total: placed.length } : {}),
    ...(isByOffset ? {} : { page_info: pageInfo(placed, page) }),
    data: page.map(({ record }) => renderRecord(view, type, record, request.selection)),
  };
}

/** The first ones after `after` and ahead of `before`, or the last ones; with both the last of the first. */
function pageOf(all: readonly Placed[], order: Order, page: PageParameters): readonly Placed[] {
  const after = page.after === undefined ? undefined : order.readCursor(page.after, 'after');
  const before = page.before === undefined ? undefined : order.readCursor(page.before, 'before');
  const between = all.filter(
    ({ place }) =>
      (after === undefined || order.compare(place, after) > 0) &&
      (before === undefined || order.compare(place, before) < 0),
  );
  const first = page.first ?? (page.last === undefined ? pageSize : between.length);
  const head = between.slice(0, first);
  return page.last === undefined ? head : head.slice(-page.last);
}

function pageInfo(all: readonly Placed[], page: readonly Placed[]): JsonObject {
  const [first, last] = [page[0], page.at(-1)];
  return {
    start_cursor: first === undefined ? null : renderCursor(first.place),
    end_cursor: last === undefined ? null : renderCursor(last.place),
    has_previous_page: first !== undefined && first !== all[0],
    has_next_page: last !== undefined && last !== all.at(-1),
  };
}
