/**
 * The page about reading: a copy that is made and kept as it says has all records once, as the server has them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json, Page, TestRecord } from '../test-space.js';
import { bodyOf, PageInShell } from './page-in-shell.js';

const page = new PageInShell('reading.md');
beforeAll(() => page.run(), 120_000);
afterAll(() => page.close());

interface Change extends Json {
  readonly entity_id: string;
  readonly act: string;
  readonly record?: TestRecord | null;
}

const dataOf = (answer = '') => bodyOf(answer).data as readonly Json[];

it('makes a copy that is equal to the records of the server', async () => {
  const copied = page.answersOf('Copy');
  const pages = copied.slice(0, -5).filter((answer) => !answer.includes('"Clients"'));
  const listed = pages.flatMap((answer) => dataOf(answer) as readonly TestRecord[]);
  const copy = new Map(listed.map((record) => [record.id, record]));
  expect(copy.size).toBe(listed.length);
  const [missed, waited] = page.answersOf('Follow').filter((answer) => answer.includes('"entity_id"'));
  const changes = [missed, waited].map((answer) => dataOf(answer) as readonly Change[]);
  expect(changes.map((found) => found.map(({ act }) => act))).toEqual([
    ['created', 'updated', 'created', 'deleted'],
    ['updated'],
  ]);
  for (const { entity_id, record } of changes.flat()) {
    if (record) copy.set(entity_id, record);
    else copy.delete(entity_id);
  }
  const records = await allContacts();
  expect(records).toContainEqual(expect.objectContaining({ last_name: 'Okafor', city: 'Vienna' }));
  expect([...copy.values()].sort(byId)).toEqual(records.sort(byId));
});

it('goes on after the last event', () => {
  const [events = ''] = page.answersOf('Events');
  expect(events).toMatch(/^retry: \d+\n\nid: \S+\nevent: change\ndata: \{.*"to":"Vienna".*\}\n\n/);
});

it('shows the history of a record, and the record as it was', () => {
  const [updated = '', beside = '', created = '', ...before] = page.answersOf('History');
  const cities = dataOf(updated).map(({ members }) => (members as { city: Json }).city);
  expect(cities).toEqual([
    { from: 'Graz', to: 'Vienna' },
    { from: null, to: 'Graz' },
  ]);
  expect(bodyOf(beside)).toMatchObject({ data: { city: 'Vienna' }, history: [{}, {}, { act: 'created' }] });
  expect(dataOf(created)).toHaveLength(1);
  expect(bodyOf(before.at(-1) ?? '')).toMatchObject({ data: { last_name: 'Okafor', city: null } });
});

it('follows in GraphQL as well', () => {
  const [listed = '', events = ''] = page.answersOf('GraphQL');
  const { changes } = bodyOf(listed).data as { readonly changes: { readonly nodes: readonly Json[] } };
  const record = { lastName: 'Okafor', city: 'Vienna' };
  expect(changes.nodes).toMatchObject([{ act: 'updated', members: { city: { from: 'Graz', to: 'Vienna' } }, record }]);
  const [node] = changes.nodes;
  expect(events).toContain(`event: next\ndata: ${JSON.stringify({ data: { changes: node } })}\n\n`);
});

const byId = (one: TestRecord, other: TestRecord) => (one.id < other.id ? -1 : 1);

async function allContacts(): Promise<TestRecord[]> {
  const records: TestRecord[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query = new URLSearchParams({
      first: '100',
      'load-only': 'id,last_name,city',
      ...(after !== '' && { after }),
    });
    const headers = { authorization: `Basic ${Buffer.from('demo:demo').toString('base64')}` };
    const answer = await fetch(`${page.url}/api/v100/rest/spaces/demo/entities/Contacts?${query}`, { headers });
    const { data, page_info } = (await answer.json()) as Page;
    records.push(...data);
    after = page_info.has_next_page ? page_info.end_cursor : null;
  }
  return records;
}
