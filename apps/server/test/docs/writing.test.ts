/**
 * The page about writing: its examples work on the demo space, in their order and in one shell, and do what the text around them says.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../test-space.js';
import { bodyOf, PageInShell } from './page-in-shell.js';

const page = new PageInShell('writing.md');
const throughGraphql = 'Through GraphQL';
beforeAll(() => page.run(), 120_000);
afterAll(() => page.close());

const answersOf = (heading: string) => page.answersOf(heading);
const recordsOf = (answers: readonly string[]) => answers.map((answer) => bodyOf(answer).data as Json);

it('has an answer to every request, and each but that with the file says that it was carried out', () => {
  const answers = page.headings.flatMap((heading) => (heading === throughGraphql ? [] : answersOf(heading)));
  expect(answers).toHaveLength([...page.text.matchAll(/\bsend (?=[-"])/g)].length);
  for (const answer of answers.filter((text) => text !== 'Delivery in May.\n')) {
    expect(bodyOf(answer), answer).toMatchObject({ success: true });
  }
  expect(answersOf('Files').at(-1)).toBe('Delivery in May.\n');
});

it('makes several contacts at once', () => {
  const [, batch] = answersOf('Many records in one request');
  expect(bodyOf(batch).data).toHaveLength(2);
});

it('makes a product, then changes it', () => {
  const [made, changed] = recordsOf(answersOf('Upserts'));
  expect(made).toMatchObject({ sku: 'P-100', name: 'Pump' });
  expect(changed).toMatchObject({ id: made?.id, sku: 'P-100', name: 'Pump, 2 kW', unit_symbol: 'pcs' });
});

it('finds the two accounts that are likely one, and makes one of them', () => {
  const [first, second, groups, tried, merged] = recordsOf(answersOf('Duplicates and merges'));
  expect(groups).toContainEqual(expect.objectContaining({ master_id: first?.id, secondary_ids: [second?.id] }));
  expect(merged).toMatchObject({ id: first?.id, name: 'Alpenglas', city: 'Graz' });
  const timeless = { modified: null, revision: null };
  expect({ ...tried, ...timeless }).toEqual({ ...merged, ...timeless });
  const { preview } = bodyOf(answersOf('Duplicates and merges')[3]);
  const members = { name: 'Alpenglas GmbH' };
  expect(preview).toEqual({ given_up: [{ id: second?.id, members }], references: [] });
});

it('says that a dry run was one, and of each item what would become of it', () => {
  const [tried = ''] = answersOf('Dry runs');
  expect(tried).toMatch(/^dry-run: true/im);
  expect(bodyOf(tried).data).toEqual([expect.any(String), expect.objectContaining({ entity_index: 1 })]);
});

it('puts back what nobody has changed since', () => {
  const [, , tried, done] = answersOf('Undo').map((answer) => bodyOf(answer).data);
  expect(done).toEqual(tried);
  expect(done).toMatchObject({
    reverted: [{ members: ['city'] }],
    not_reverted: [{ members: ['zip_code'], reason: 'changed' }],
  });
});

it('repeats a request that changes nothing the second time', () => {
  const answers = answersOf('Requests that may be repeated');
  expect(answers.map((answer) => /^idempotency-replayed: true/im.test(answer))).toEqual([false, true]);
  const [made, again] = recordsOf(answers);
  expect(again).toEqual(made);
});

it('changes what it has seen', () => {
  const [seen, changed] = recordsOf(answersOf('Lost updates'));
  expect(changed).toMatchObject({
    ...seen,
    country: 'Austria',
    modified: expect.any(String),
    revision: expect.any(Number),
  });
  expect(changed?.revision).toBeGreaterThan(Number(seen?.revision));
});

it('makes a lead an opportunity and takes it back', () => {
  const [lead, opportunity, back] = recordsOf(answersOf('Leads and opportunities'));
  expect(opportunity).toMatchObject({
    id: lead?.id,
    name: lead?.name,
    closing_date: '2030-09-30',
    was_qualified: true,
  });
  expect(back).toMatchObject({ id: lead?.id, name: lead?.name });
  expect(back).not.toHaveProperty('closing_date');
});

it('says of each item of a batch of GraphQL what became of it', () => {
  const [answer, ...others] = answersOf(throughGraphql);
  expect(others).toEqual([]);
  const error = { message: "Non-null field 'name' is null or empty.", path: ['items', 1, 'name'] };
  expect(bodyOf(answer)).toEqual({
    data: {
      batchModifyAccounts: [
        { record: { name: 'Seeglas' }, errors: [] },
        { record: null, errors: expect.arrayContaining([error]) },
      ],
    },
  });
});

it('keeps a file at an account', () => {
  const [file, account] = recordsOf(answersOf('Files').slice(0, -1));
  expect(file).toMatchObject({ filename: 'offer.txt', size: 17 });
  expect(account?.documents).toHaveLength(1);
});
