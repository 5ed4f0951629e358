import { buildCatalog, entityTypes, type RowsField } from '@headwater/catalog';
import { describe, expect, it, vi } from 'vitest';
import { noChange } from '../../../plan/change/change.js';
import type { Operand } from '../../../plan/list/predicate.js';
import { Draft } from '../draft.js';
import { SiblingRows } from './sibling-rows.js';

const catalog = buildCatalog(entityTypes);
const target = catalog.existing('ContactAccountRelation');
const field = catalog.field('Contact', 'account_relations') as RowsField;
const parentId = 'contact';

const stored = (id: string, is_primary: boolean) => ({ id, is_primary, contact_id: parentId, is_deleted: false });
const change = (values: Readonly<Record<string, Operand>>) => ({
  ...noChange(target),
  values: new Map(Object.entries(values)),
});

function groupOf(...rows: readonly ReturnType<typeof stored>[]): SiblingRows {
  return new SiblingRows([], { target, field, parentId, stored: rows });
}

function enter(group: SiblingRows, draft: Draft): Draft {
  expect(group.enter(draft)).toBe(true);
  return draft;
}

/** A new row of the parent. */
const made = (id: string, is_primary: boolean) =>
  new Draft(target, id, undefined, change({ contact_id: parentId, is_primary }), 0);

const primaryOf = (group: SiblingRows) =>
  group
    .rows()
    .filter((row) => row.get('is_primary') === true)
    .map(({ id }) => id);

describe('rows of one record', () => {
  it('give the flag to the last that asks for it', () => {
    const group = groupOf(stored('a', true), stored('b', false));
    for (const id of ['c', 'd']) group.resolveFlag(enter(group, made(id, true)));
    expect(primaryOf(group)).toEqual(['d']);
  });

  it('reject a row that would leave none primary, and no row beside a primary one', () => {
    const none = groupOf();
    const first = enter(none, made('a', false));
    none.resolveFlag(first);
    expect(first.errors).toHaveLength(1);
    const one = groupOf(stored('a', true));
    const second = enter(one, made('b', false));
    one.resolveFlag(second);
    expect(second.errors).toEqual([]);
    const given = enter(one, new Draft(target, 'a', stored('a', true), change({ is_primary: false }), 0));
    one.resolveFlag(given);
    expect(given.errors).toHaveLength(1);
  });

  it('let one that comes back be primary where no other is', () => {
    const restored = (group: SiblingRows) => {
      const draft = new Draft(target, 'a', { ...stored('a', true), is_deleted: true }, noChange(target), 0, 'restore');
      group.resolveFlag(enter(group, draft));
      return draft.get('is_primary');
    };
    expect(restored(groupOf(stored('b', true)))).toBe(false);
    expect(restored(groupOf(stored('b', false)))).toBe(true);
  });

  it('give the flag to the oldest where its row goes, and take it from that one again', () => {
    const group = groupOf(stored('a', true), stored('b', false), stored('c', false));
    enter(group, new Draft(target, 'a', stored('a', true), noChange(target), 0, 'delete'));
    group.promoteOldest();
    expect(primaryOf(group)).toEqual(['b']);
    group.resolveFlag(enter(group, made('d', true)));
    expect(primaryOf(group)).toEqual(['d']);
  });

  it('look at few rows for each of many that are made', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => stored(`s${index}`, index === 1_999));
    const group = groupOf(...many);
    const drafts = Array.from({ length: 1_000 }, (_, index) => enter(group, made(`m${index}`, false)));
    const looks = vi.spyOn(Draft.prototype, 'get');
    for (const draft of drafts) group.resolveFlag(draft);
    expect(looks.mock.calls.length).toBeLessThan(10 * drafts.length);
    looks.mockRestore();
    expect(drafts.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
