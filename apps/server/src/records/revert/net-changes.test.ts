import { expect, it } from 'vitest';
import type { ChangeAct } from '../../request/change-act.js';
import { Yielder } from '../yielder.js';
import { type LoggedRow, netChanges } from './net-changes.js';

const row = (act: ChangeAct, members: object | null = null, id = 'a'): LoggedRow => ({
  ...{ entity: 'Contact', id, act, owners: [] },
  members: members && JSON.stringify(members),
});
const netOf = (rows: readonly LoggedRow[]) => netChanges(rows, new Yielder());
const fate = async (...acts: readonly ChangeAct[]) => (await netOf(acts.map((act) => row(act))))[0]?.fate;

it('takes the first value before and the last one after', async () => {
  const changes = await netOf([
    row('updated', { city: [null, 'Graz'], country: [1, 2] }),
    row('updated', { city: ['b', 'c'] }, 'b'),
    row('updated', { city: ['Graz', 'Linz'], is_deleted: [false, true] }),
  ]);
  expect(changes.map(({ id }) => id)).toEqual(['a', 'b']);
  expect([...(changes[0]?.members.keys() ?? [])]).toEqual(['city', 'country']);
  expect(changes[0]?.members.get('city')).toEqual({ before: null, after: 'Linz' });
});

it('names what has become of the record', async () => {
  expect(await fate('updated')).toBe('updated');
  expect(await fate('created', 'updated')).toBe('created');
  expect(await fate('updated', 'deleted')).toBe('deleted');
  expect(await fate('merged_into')).toBe('deleted');
  expect(await fate('merged_from', 'updated')).toBe('updated');
  expect(await fate('restored')).toBe('restored');
  expect(await fate('deleted', 'restored')).toBe('updated');
  expect(await fate('created', 'deleted')).toBe('passing');
  expect(await fate('created', 'deleted', 'restored')).toBe('created');
  expect(await fate('updated', 'converted')).toBe('final');
  expect(await fate('erased')).toBe('final');
});

it('takes no member of what is no change of one', async () => {
  expect((await netOf([row('merged_from', { merged_ids: [[], ['b']] })]))[0]?.members.size).toBe(0);
});
