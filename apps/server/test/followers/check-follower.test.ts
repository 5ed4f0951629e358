/**
 * The checker sees what can be wrong with what a reader got. Each case breaks one thing of a story that is right.
 */
import { expect, it } from 'vitest';
import { type Followed, followerProblems, unloggedWrites } from './check-follower.js';
import { keyOf, type SeenChange, type StoredRecord, type Tables } from './followed-space.js';
import { type Message, takeMessages } from './taken-messages.js';

const change = (
  place: SeenChange['place'],
  record: string,
  act: string,
  members: Readonly<Record<string, readonly [from: unknown, to: unknown]>> = {},
): SeenChange => {
  const [entity = '', id = ''] = record.split(' ');
  const shown = Object.entries(members).map(([name, [from, to]]) => [name, { from, to }]);
  return { place, entity, id, act, members: Object.fromEntries(shown), created: `moment ${place[0]}` };
};

const story: readonly SeenChange[] = [
  change([11, 0], 'Account a', 'created', { name: [null, 'A'], city: [null, 'Graz'] }),
  change([12, 0], 'Account b', 'created', { name: [null, 'B'] }),
  change([13, 0], 'Account a', 'updated', { city: ['Graz', 'Linz'] }),
  change([13, 1], 'Link l', 'created', { account_id: [null, 'b'] }),
  // Known since before the reader began.
  change([14, 0], 'Account old', 'updated', { city: ['Rom', 'Bari'] }),
  change([15, 0], 'Link l', 'updated', { account_id: ['b', 'a'] }),
  change([15, 1], 'Account b', 'merged_into', { is_deleted: [false, true], merged_into: [null, 'a'] }),
  change([15, 2], 'Account a', 'merged_from', { merged_ids: [null, ['b']] }),
  change([16, 0], 'Link l', 'erased'),
  change([17, 0], 'Account a', 'deleted', { is_deleted: [false, true] }),
  change([18, 0], 'Account a', 'restored', { is_deleted: [true, false] }),
];

const tables: Tables = new Map([
  [keyOf({ entity: 'Account', id: 'a' }), stored(18, 11, { name: 'A', city: 'Linz', is_deleted: false, tags: [] })],
  [keyOf({ entity: 'Account', id: 'b' }), stored(15, 12, { name: 'B', city: null, is_deleted: true })],
  [keyOf({ entity: 'Account', id: 'old' }), { revision: 14, members: { name: 'Old', city: 'Bari' } }],
  [keyOf({ entity: 'Account', id: 'older' }), { revision: 9, members: { name: 'Older' } }],
]);

function stored(revision: number, created: number, members: Readonly<Record<string, unknown>>): StoredRecord {
  return { revision, members: { created: `moment ${created}`, is_delete_protected: false, ...members } };
}

const right: Followed = {
  seen: story,
  log: story.map(({ place, entity, id, act }) => ({ place, entity, id, act, requestId: `of ${place[0]}` })),
  tables,
  from: 10,
  hearsOf: () => true,
};

const without = <T>(items: readonly T[], index: number) => items.toSpliced(index, 1);
const instead = (index: number, part: Partial<SeenChange>) => story.with(index, { ...story[index]!, ...part });
/** Log and reader have the same. */
const both = (seen: readonly SeenChange[]) => ({
  seen,
  log: seen.map((one) => ({ ...one, requestId: `of ${one.place[0]}` })),
});
const withTable = (key: string, revision: number, members: object) => ({
  tables: new Map([...tables, [key, { revision, members: { ...tables.get(key)?.members, ...members } }]]),
});

it('finds nothing wrong with what is right', () => {
  expect(followerProblems(right)).toEqual([]);
  expect(followerProblems({ ...right, seen: [], hearsOf: () => false })).toEqual([]);
});

it.each<[string, Partial<Followed>, RegExp]>([
  ['misses a change', { seen: without(story, 4) }, /missed: Account old updated at 14\/0/],
  ['misses the last change', { seen: story.slice(0, -1) }, /missed: Account a restored at 18\/0/],
  ['gets a change twice', { seen: story.toSpliced(3, 0, story[2]!) }, /13\/0 comes behind .* 13\/0/],
  [
    'gets changes in another order',
    { seen: [...without(story, 2).slice(0, 4), story[2]!, ...story.slice(5)] },
    /comes behind/,
  ],
  ['gets what was not committed', { log: without(right.log, 8) }, /not in the log: Link l erased at 16\/0/],
  [
    'gets another act',
    { seen: instead(9, { act: 'updated' }) },
    /Account a updated at 17\/0 is logged as Account a deleted/,
  ],
  [
    'sees another value before',
    { seen: instead(2, { members: { city: { from: 'Wien', to: 'Linz' } } }) },
    /city was "Graz", not "Wien": Account a updated at 13\/0/,
  ],
  [
    'sees another value behind',
    { seen: instead(2, { members: { city: { from: 'Graz', to: 'Wels' } } }) },
    /Account a: city is "Linz", in the copy "Wels"/,
  ],
  [
    'sees a record created twice',
    both(story.toSpliced(2, 0, { ...story[1]!, place: [12, 1] })),
    /of a record that is there/,
  ],
  ['sees a change of a record that is gone', both([...story, change([19, 0], 'Link l', 'updated')]), /that is gone/],
  ['does not hear of a restore', both(story.slice(0, 10)), /is_deleted is false, in the copy true/],
  ['does not hear that a record is gone', both(without(story, 8)), /Link l is there in the copy only/],
  [
    'hears that a record is gone which is there',
    both([...story, change([19, 0], 'Account b', 'erased')]),
    /gone in the copy/,
  ],
  [
    'does not hear of a set that moves',
    { ...both(story.filter(({ place }) => place[0] !== 15)), ...withTable('Account b', 15, {}) },
    /Account b: is_deleted is true, in the copy false/,
  ],
  ['does not hear of a member', withTable('Account a', 18, { phone: '1' }), /phone is "1", not in the copy/],
  [
    'does not hear of a record',
    withTable('Account new', 17, { name: 'New' }),
    /not in the copy: Account new, of revision 17/,
  ],
])('finds a reader who %s', (_, wrong, problem) => {
  expect(followerProblems({ ...right, ...wrong }).join('\n')).toMatch(problem);
});

it('finds acknowledged writes that the log does not have', () => {
  expect(unloggedWrites(['of 11', 'of 15'], right.log)).toEqual([]);
  expect(unloggedWrites(['of 11', 'of 99'], right.log)).toEqual(['not in the log: what of 99 was acknowledged for']);
});

it('takes each message once, and finds what comes under two ids or changes under one', () => {
  const [one, two] = [story.slice(0, 3), story.slice(3)];
  const message = (id: string, changes: readonly SeenChange[]): Message => ({ id, changes });
  const twice = takeMessages([message('a', one), message('a', one), message('b', two), message('b', two)]);
  expect(twice).toEqual({ changes: story, repeated: 2, problems: [] });
  expect(followerProblems({ ...right, seen: twice.changes })).toEqual([]);
  expect(takeMessages([message('a', one), message('a', one.slice(1))]).problems).toHaveLength(1);
  const again = takeMessages([message('a', one), message('c', one), message('b', two)]);
  expect(followerProblems({ ...right, seen: again.changes }).join()).toMatch(/comes behind/);
  // A change that is two events of a message is one change.
  expect(takeMessages([message('a', [story[0]!, story[0]!])]).changes).toEqual([story[0]]);
});
