/** Which checks a command line picks, and in which order. */
import { expect, it } from 'vitest';
import type { Check, Level } from './check.js';
import { selectChecks, spreadByArea } from './select-checks.js';

const check = (id: string, level: Level = 'MUST', more: Partial<Check> = {}): Check => {
  return { id, sentence: `${level} be`, spec: 'v100#/info', run: async () => {}, ...more };
};
const checks = [check('list.cursor.forward'), check('list.first', 'SHOULD'), check('filter.any-of', 'MAY')];
const picked = (level: Level, ...only: string[]) => selectChecks(checks, { only, level }).map(({ id }) => id);

it('picks by the beginning of ids, all without one', () => {
  expect(picked('MAY')).toHaveLength(3);
  expect(picked('MAY', 'list.')).toEqual(['list.cursor.forward', 'list.first']);
  expect(picked('MAY', 'filter', 'list.f')).toEqual(['list.first', 'filter.any-of']);
  expect(picked('MAY', 'none')).toEqual([]);
  expect(picked('MAY', 'first', 'cursor.')).toEqual([]);
});

it('picks a level and those above it', () => {
  expect(picked('MUST')).toEqual(['list.cursor.forward']);
  expect(picked('SHOULD')).toEqual(['list.cursor.forward', 'list.first']);
  expect(picked('SHOULD', 'filter')).toEqual([]);
});

it('picks a part of the interface, and of it what `only` names', () => {
  const some = ['list.first', 'graphql.list.pages', 'collection.Tags.members', 'collection.Leads.dry-run'].map((id) =>
    check(id),
  );
  const ofPart = (...only: string[]) => selectChecks(some, { only, level: 'MAY', part: 'lists-and-writes' });
  expect(ofPart().map(({ id }) => id)).toEqual(['list.first', 'collection.Tags.members']);
  expect(ofPart('list.').map(({ id }) => id)).toEqual(['list.first']);
});

it('begins with something of every area, and ends with what needs the space to itself', () => {
  const plan = [
    ...['a.1', 'a.2', 'a.3', 'a.4', 'a.5', 'a.6'].map((id) => check(id)),
    check('b.alone', 'MUST', { serial: 'it counts all records' }),
    ...['c.1', 'c.2'].map((id) => check(id)),
  ];
  expect(spreadByArea(plan).map(({ id }) => id)).toEqual([
    'a.1',
    'c.1',
    'a.2',
    'a.3',
    'a.4',
    'c.2',
    'a.5',
    'a.6',
    'b.alone',
  ]);
});
