/**
 * Writes where the records of a page lie in the order: behind a cursor in segments, each one range of an index. Pure.
 */
import type { CursorWindowPlan, Order, OrderKey, PagePlan, Position } from '../../plan/list/page-plan.js';
import type { Operand } from '../../plan/list/predicate.js';
import type { Binder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';

/** How one record lies to a position in the order. */
export interface Segment {
  /** What is bound in conditions that are asked for is bound once; of others, nothing is. */
  readonly conditions: () => readonly string[];
  /** What the conditions say of the first sort value; undefined: nothing. */
  readonly firstIsNull?: boolean;
}

export interface SegmentContext {
  readonly dialect: BindingDialect;
  readonly binder: Binder;
  /** What the sort values of a record are, in the order of the keys. */
  readonly keys: readonly string[];
  readonly id: string;
}

/**
 * @param order in which the page is read
 * @param forward the order of the list
 * @returns disjoint segments in the order of reading
 */
export function compileSegments(
  context: SegmentContext,
  window: PagePlan['window'],
  order: Order,
  forward: Order,
): Segment[] {
  const everywhere: Segment = { conditions: () => [] };
  if (window.kind === 'offset') return [everywhere];
  const [start, end] = startAndEnd(window);
  const endCondition = once(() => {
    if (!end) return [];
    const before = segmentsAfter(context, window.backward ? forward : reverse(order), end);
    return [`(${before.map(({ conditions }) => `(${conditions().join(' AND ')})`).join(' OR ')})`];
  });
  const segments = start ? segmentsAfter(context, order, start) : [everywhere];
  return segments.map(({ conditions, ...segment }) => {
    const all = () => {
      const atEnd = endCondition();
      return [...conditions(), ...atEnd];
    };
    return { ...segment, conditions: once(all) };
  });
}

export function reverse(order: Order): Order {
  return {
    keys: order.keys.map((key) => ({ ...key, descending: !key.descending })),
    idDescending: !order.idDescending,
  };
}

/** The position that reading begins after, and the one that it stops before, in the direction of reading. */
function startAndEnd(window: CursorWindowPlan): [Position | undefined, Position | undefined] {
  return window.backward ? [window.before, window.after] : [window.after, window.before];
}

/** The records after a position, as disjoint ranges in order. */
function segmentsAfter(context: SegmentContext, order: Order, position: Position): Segment[] {
  const { binder, keys, id } = context;
  const equal = order.keys.map((key, index) =>
    once(() => {
      const value = position[index]!;
      return value === null ? `${keys[index]} IS NULL` : `${keys[index]} = ${bind(context, key, value)}`;
    }),
  );
  const isAtNull = order.keys.length > 0 ? { firstIsNull: position[0] === null } : {};
  const beside = () => {
    const same = equal.map((condition) => condition());
    return [...same, `${id} ${order.idDescending ? '<' : '>'} ${binder.bind(position[order.keys.length])}`];
  };
  const segments: Segment[] = [{ conditions: once(beside), ...isAtNull }];
  for (let index = order.keys.length - 1; index >= 0; index--) {
    const prefix = equal.slice(0, index);
    for (const { condition, isNull } of beyond(context, order.keys[index]!, keys[index]!, position[index]!)) {
      segments.push({
        conditions: once(() => [...prefix.map((same) => same()), condition()]),
        firstIsNull: index === 0 ? isNull : position[0] === null,
      });
    }
  }
  return segments;
}

interface Beyond {
  readonly condition: () => string;
  readonly isNull: boolean;
}

/** What a sort value after the given one meets; null comes first ascending, last descending. */
function beyond(context: SegmentContext, key: OrderKey, expression: string, value: Operand): Beyond[] {
  if (key.descending) {
    if (value === null) return [];
    return [
      { condition: () => `${expression} < ${bind(context, key, value)}`, isNull: false },
      { condition: () => `${expression} IS NULL`, isNull: true },
    ];
  }
  if (value === null) return [{ condition: () => `${expression} IS NOT NULL`, isNull: false }];
  return [{ condition: () => `${expression} > ${bind(context, key, value)}`, isNull: false }];
}

function bind({ dialect, binder }: SegmentContext, key: OrderKey, value: Operand): string {
  return binder.bind(dialect.encode(key.type, value));
}

/** @returns a function that makes its value when it is first asked for */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
