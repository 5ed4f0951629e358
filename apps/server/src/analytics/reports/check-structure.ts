/**
 * The tree that the items of a report form: checked, and put in order. Pure; knows no entity type.
 */

import { ErrorCollector } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';

/** Every pivot table of a report is one statement. */
export const maxItems = 20;

interface StructureItem {
  readonly id: string;
  /** Null in the root. */
  readonly parentId: string | null;
  readonly sortOrder: number;
  readonly at: string;
}

/**
 * @param at where the structure is, for messages
 * @returns the items, each behind its parent and the items before it among those with the same parent
 * @throws ApiError `ERROR_PARAMETER_INVALID` for too many items or none; ParameterErrors for all that is wrong in them: an id that is empty
 *   or given twice, two roots, a parent that is not there, items that go round in a circle
 */
export function checkStructure<Item extends StructureItem>(items: readonly Item[], at: string): Item[] {
  if (items.length === 0) throw parameterError(at, 'has no item');
  if (items.length > maxItems) throw parameterError(at, `has more than ${maxItems} items`);
  const errors = new ErrorCollector();
  const byId = new Map<string, Item>();
  for (const item of items) {
    errors.attempt(() => checkId(item, byId));
    if (!byId.has(item.id)) byId.set(item.id, item);
  }
  const [, ...furtherRoots] = items.filter(({ parentId }) => parentId === null);
  for (const { at: path } of furtherRoots) {
    errors.attempt(() => {
      throw parameterError(`${path}.parentId`, 'another item is the root already; name a parent');
    });
  }
  for (const item of items) errors.attempt(() => checkWayUp(item, byId));
  errors.throwIfAny();
  return below(items, null);
}

function checkId({ id, at }: StructureItem, others: ReadonlyMap<string, StructureItem>): void {
  if (id === '') throw parameterError(`${at}.id`, 'is empty');
  if (others.has(id)) throw parameterError(`${at}.id`, `${quoted(id)} is the id of another item`);
}

/** Every way up ends at the root: a parent that is missing and a circle are both ways that don't. */
function checkWayUp(item: StructureItem, byId: ReadonlyMap<string, StructureItem>): void {
  const seen = new Set([item.id]);
  for (let { parentId } = item; parentId !== null; ) {
    const parent = byId.get(parentId);
    if (!parent) throw parameterError(`${item.at}.parentId`, `there is no item ${quoted(parentId)}`);
    if (seen.has(parent.id)) throw parameterError(`${item.at}.parentId`, 'the parents go round in a circle');
    seen.add(parent.id);
    parentId = parent.parentId;
  }
}

function below<Item extends StructureItem>(items: readonly Item[], parentId: string | null): Item[] {
  return items
    .filter((item) => item.parentId === parentId)
    .sort((a, b) => a.sortOrder - b.sortOrder)
    .flatMap((item) => [item, ...below(items, item.id)]);
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 80));
}
