import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import type { WriteItem } from '../../../request/write-request.js';
import { type PlannedItem, planItem } from '../plan-item.js';
import { chooseGroup, type ParentLock } from './choose-group.js';

const catalog = buildCatalog(entityTypes);
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const make = (number: number, parent?: number): WriteItem => ({
  kind: 'create',
  entityType: 'Account',
  validationLevel: 8,
  body: { id: id(number), name: 'x', ...(parent === undefined ? {} : { parent_account_id: id(parent) }) },
});
const change = (number: number, parent?: number): WriteItem => ({
  kind: 'update',
  entityType: 'Account',
  id: id(number),
  validationLevel: 0,
  body: { city: 'x', ...(parent === undefined ? {} : { parent_account_id: id(parent) }) },
});
const remove = (number: number, entityType = 'Account'): WriteItem => ({
  kind: 'delete',
  entityType,
  id: id(number),
  validationLevel: 0,
});

/** @returns the groups that all items are written in, as the places of their items */
function groupsOf(
  items: readonly WriteItem[],
  parentsOf: (item: PlannedItem) => readonly ParentLock[] = () => [],
): number[][] {
  const groups: number[][] = [];
  let waiting: readonly PlannedItem[] = items.map((item, index) => planItem({ catalog, space: 'acme' }, item, index));
  while (waiting.length > 0) {
    const group = chooseGroup(waiting, parentsOf);
    groups.push(group.items.map(({ index }) => index));
    waiting = group.later;
  }
  return groups;
}

describe('chooseGroup', () => {
  it.each<[string, WriteItem[], number[][]]>([
    ['takes what is independent together', [make(1), change(2), remove(3)], [[0, 1, 2]]],
    ['writes a record once in a group', [change(1), change(2), change(1), change(1)], [[0, 1], [2], [3]]],
    ['keeps entity types apart, in their order', [remove(1), remove(2, 'Contact'), remove(3)], [[0], [1], [2]]],
    ['lets what points at a new record wait for it', [make(1), make(2, 1), make(3, 2), make(4)], [[0, 3], [1], [2]]],
    ['lets what points at a deleted record wait for that', [remove(1), change(2, 1)], [[0], [1]]],
    ['lets nothing wait for what comes later', [change(2, 1), remove(1)], [[0, 1]]],
    ['takes a change with what it points at when that stays', [change(1), change(2, 1)], [[0, 1]]],
    ['makes a record after what it may take over from has changed', [change(1), make(2, 1)], [[0], [1]]],
    [
      'moves records in a hierarchy in their order',
      [change(1), change(1, 2), change(2, 1), change(3)],
      [
        [0, 3],
        [1, 2],
      ],
    ],
    ['lets nothing overtake what waits for the same record', [change(1), remove(1), change(2, 1)], [[0], [1], [2]]],
  ])('%s', (_, items, groups) => {
    expect(groupsOf(items)).toEqual(groups);
  });

  const parent = (isExclusive: boolean) => () => [{ id: id(9), isExclusive }];

  it('writes one row of a parent in a group where only one of them may be primary', () => {
    expect(groupsOf([change(1), change(2)], parent(true))).toEqual([[0], [1]]);
  });

  it('writes all rows of a parent together where none is primary', () => {
    expect(groupsOf([change(1), change(2)], parent(false))).toEqual([[0, 1]]);
  });

  it('writes a row alone that must be, whatever the others are', () => {
    const parents = ({ index }: PlannedItem) => [{ id: id(9), isExclusive: index === 1 }];
    expect(groupsOf([change(1), change(2), change(3)], parents)).toEqual([[0], [1], [2]]);
  });

  it('takes a thousand of one record each at once', () => {
    const items = Array.from({ length: 1000 }, (_, number) => change(number));
    expect(groupsOf(items)).toHaveLength(1);
  });
});
