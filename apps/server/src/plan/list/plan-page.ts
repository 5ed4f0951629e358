/**
 * Plans which records a list answers and in which order. Pure.
 */
import { type Catalog, type EntityType, isSingleValueType, type ValueType } from '@headwater/catalog';
import { everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { CursorWindow, ListArguments, Sort } from '../../request/list-arguments.js';
import { resolvePath } from '../relations/field-path.js';
import { unionTypes } from '../relations/union-types.js';
import { decodeCursor } from './cursor.js';
import type { CursorWindowPlan, OffsetWindowPlan, Order, OrderKey, PagePlan, Position } from './page-plan.js';
import { planFilter, terminalType } from './plan-filter.js';

/** Records of a page, unless the caller says otherwise, and at most. */
export const pageSize = { default: 30, max: 100 } as const;

/**
 * @throws ParameterErrors for all that is wrong: unknown names, wrong operands, a window out of bounds, a broken cursor
 * @spec openapi#/components/parameters
 */
export function planPage(catalog: Catalog, entityType: EntityType, request: ListArguments): PagePlan {
  const { filter, window } = everyOf({
    filter: () => request.filter && planFilter(catalog, entityType, request.filter),
    window: () => planWindow(catalog, entityType, request),
  });
  return { entityType, filter, ...window, includeDeleted: request.includeDeleted };
}

function planWindow(
  catalog: Catalog,
  entityType: EntityType,
  { sort, window }: ListArguments,
): Pick<PagePlan, 'order' | 'window'> {
  const order = planOrder(catalog, entityType, sort);
  return { order, window: window.kind === 'offset' ? planOffset(window) : planCursorWindow(window, order) };
}

/** Keys of an order at most: each makes the search for a page's start longer. */
export const maxSortKeys = 8;

function planOrder(catalog: Catalog, entityType: EntityType, sort: readonly Sort[]): Order {
  const [first] = sort;
  if (first && sort.length > maxSortKeys) throw parameterError(first.at, `takes at most ${maxSortKeys} fields`);
  const keys: OrderKey[] = [];
  for (const { path, descending, at } of sort) {
    // The id ties no two records: what would follow it orders nothing.
    if (path.length === 1 && path[0] === 'id') return { keys, idDescending: descending };
    const key = planKey(catalog, entityType, path, descending, at);
    if (!isConstant(key)) keys.push(key);
  }
  return { keys, idDescending: sort.at(-1)?.descending ?? false };
}

/** What is the same in every record orders none, and databases reject sorting by it. */
function isConstant({ steps, terminal }: OrderKey): boolean {
  return steps.length === 0 && terminal.kind === 'value' && terminal.field.derived?.kind === 'constant';
}

function planKey(
  catalog: Catalog,
  entityType: EntityType,
  path: readonly string[],
  descending: boolean,
  at: string,
): OrderKey {
  const { steps, terminal } = resolvePath(catalog, entityType, path, at);
  const toOne = steps.filter((step) => step.kind === 'one');
  if (terminal.kind === 'rows' || terminal.kind === 'collected-ids' || toOne.length !== steps.length) {
    throw parameterError(at, `"${path.join('.')}" leads to many records; an order needs one value per record`);
  }
  const type = terminalType(terminal);
  if (!isSingleValueType(type)) throw parameterError(at, `"${path.join('.')}" has no order`);
  return { steps: toOne, terminal, type, descending, lackingTypes: lackingTypes(catalog, entityType, path) };
}

/** A value at the end of a relation is looked up for each record, whichever table it lies in. */
function lackingTypes(catalog: Catalog, entityType: EntityType, [name = '']: readonly string[]): string[] {
  if (catalog.field(entityType.name, name) === undefined) return [];
  const lacking = unionTypes(catalog, entityType).filter((type) => !catalog.field(type.entityType.name, name));
  return lacking.map(({ kind }) => kind);
}

function planOffset({ limit, offset }: { limit: number | null; offset: number }): OffsetWindowPlan {
  if (limit !== null && (!Number.isSafeInteger(limit) || limit < 0)) throw parameterError('limit', 'must be 0 or more');
  if (!Number.isSafeInteger(offset) || offset < 0) throw parameterError('offset', 'must be 0 or more');
  return { kind: 'offset', limit, offset };
}

function planCursorWindow(window: CursorWindow, order: Order): CursorWindowPlan {
  for (const name of ['first', 'last'] as const) {
    const count = window[name];
    if (count !== undefined && (!Number.isInteger(count) || count < 1 || count > pageSize.max)) {
      throw parameterError(name, `must be a whole number from 1 to ${pageSize.max}`);
    }
  }
  const backward = window.first === undefined && window.last !== undefined;
  return {
    kind: 'cursor',
    limit: window.first ?? window.last ?? pageSize.default,
    backward,
    keepLast: backward ? undefined : window.last,
    after: planPosition(window.after, order, 'after'),
    before: planPosition(window.before, order, 'before'),
  };
}

function planPosition(cursor: string | undefined, order: Order, at: string): Position | undefined {
  if (cursor === undefined) return undefined;
  const types: ValueType[] = [...order.keys.map((key) => key.type), 'uuid'];
  return decodeCursor(cursor, types, at);
}
