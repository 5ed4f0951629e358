import { expect, it } from 'vitest';
import type { ChangeAct } from '../../request/change-act.js';
import { type LoggedRow, netChanges } from './net-changes.js';

const row = (act: ChangeAct, members: object | null = null, id = 'a'): LoggedRow => ({
  ...{ entity: 'Contact', id, act, owners: [] },
  members: members && JSON.stringify(members),
});
const fate = (...acts: readonly ChangeAct[]) => netChanges(acts.map((act) => row(act)))[0]?.fate;

it('takes the first value before and the last one after', () => {
  const changes = netChanges([
    row('updated', { city: [null, 'Graz'], country: [1, 2] }),
    row('updated', { city: ['b', 'c'] }, 'b'),
    row('updated', { city: ['Graz', 'Linz'], is_deleted: [false, true] }),
  ]);
  expect(changes.map(({ id }) => id)).toEqual(['a', 'b']);
  expect([...(changes[0]?.members.keys() ?? [])]).toEqual(['city', 'country']);
  expect(changes[0]?.members.get('city')).toEqual({ before: null, after: 'Linz' });
});

it('names what has become of the record', () => {
  expect(fate('updated')).toBe('updated');
  expect(fate('created', 'updated')).toBe('created');
  expect(fate('updated', 'deleted')).toBe('deleted');
  expect(fate('merged_into')).toBe('deleted');
  expect(fate('merged_from', 'updated')).toBe('updated');
  expect(fate('restored')).toBe('restored');
  expect(fate('deleted', 'restored')).toBe('updated');
  expect(fate('created', 'deleted')).toBe('passing');
  expect(fate('created', 'deleted', 'restored')).toBe('created');
  expect(fate('updated', 'converted')).toBe('final');
  expect(fate('erased')).toBe('final');
});

it('takes no member of what is no change of one', () => {
  expect(netChanges([row('merged_from', { merged_ids: [[], ['b']] })])[0]?.members.size).toBe(0);
});
