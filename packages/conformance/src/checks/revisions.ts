/**
 * Promises about revisions: one rising counter for the space, and no change lost to another.
 */

import { idOf, revisionOf } from '../api/record.js';
import type { Check } from '../check.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { type Answer, expectStatus } from '../http/answer.js';

const matchSpec = 'v100#/components/parameters/IfMatch';
const maxAttempts = 20;
const conflict = 'v100#/components/responses/Conflict';

function expectRising(revisions: readonly number[]): void {
  const falls = revisions.some((revision, index) => index > 0 && revision <= (revisions[index - 1] ?? 0));
  expectThat(!falls, `revisions should rise with every write, but were ${revisions.join(', ')}`);
}

export const revisionChecks: readonly Check[] = [
  {
    id: 'revision.rises',
    sentence: 'MUST raise the revision with every create, update and delete, across all entity types of the space',
    spec: 'v100#/components/schemas/Account',
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const contact = await fixtures.create('Contact');
      const changed = await rest.update('Accounts', idOf(account), { city: 'a' });
      const again = await rest.update('Accounts', idOf(account), { city: 'b' });
      await rest.delete('Contacts', idOf(contact));
      const deleted = await rest.get('Contacts', idOf(contact), { 'include-deleted': true });
      const last = await fixtures.create('ContactType');
      expectRising([account, contact, changed, again, deleted, last].map(revisionOf));
    },
  },
  {
    id: 'revision.distinct',
    sentence: 'MUST give no two writes the same revision, also when they come at once',
    spec: 'v100#/components/schemas/Account',
    run: async ({ fixtures }) => {
      const records = await Promise.all(Array.from({ length: 12 }, () => fixtures.create('ContactType')));
      expectEqual(new Set(records.map(revisionOf)).size, records.length, 'different revisions');
    },
  },
  {
    id: 'revision.body',
    sentence: 'MUST reject an update with 409 and change nothing when `revision` in the body is not the last one',
    spec: conflict,
    run: async ({ rest, fixtures }) => {
      const first = await fixtures.create('Account');
      const id = idOf(first);
      const second = await rest.update('Accounts', id, { city: 'a', revision: revisionOf(first) });
      const stale = { city: 'b', revision: revisionOf(first) };
      expectError(await rest.send('PATCH', 'Accounts', id, { body: stale }), 409);
      expectEqual(await rest.get('Accounts', id), second, 'the record');
    },
  },
  {
    id: 'revision.if-match',
    sentence: 'MUST reject an update or delete with 409 and change nothing when `If-Match` is not the last `ETag`',
    spec: matchSpec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const etag = (await rest.send('GET', 'Accounts', id)).headers.get('etag') ?? '';
      expectThat(etag !== '', 'a get should answer an ETag');
      const update = await rest.send('PATCH', 'Accounts', id, { body: { city: 'a' }, headers: { 'if-match': etag } });
      expectStatus(update, 200);
      const before = await rest.get('Accounts', id);
      const stale = { headers: { 'if-match': etag } };
      expectError(await rest.send('PATCH', 'Accounts', id, { body: { city: 'b' }, ...stale }), 409);
      expectError(await rest.send('DELETE', 'Accounts', id, stale), 409);
      expectEqual(await rest.get('Accounts', id), before, 'the record');
    },
  },
  {
    id: 'revision.if-match.race',
    sentence: 'MUST let exactly one of several updates with the same `If-Match` through',
    spec: matchSpec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const etag = (await rest.send('GET', 'Accounts', id)).headers.get('etag') ?? '';
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          rest.send('PATCH', 'Accounts', id, { body: { city: `city ${index}` }, headers: { 'if-match': etag } }),
        ),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      expectEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409], 'statuses');
      const winner = answers.findIndex((answer) => answer.status === 200);
      expectEqual((await rest.get('Accounts', id)).city, `city ${winner}`, 'city');
    },
  },
  {
    id: 'revision.etag',
    sentence: 'MUST answer the same `ETag` until the record changes, and another one then',
    spec: 'v100#/components/headers/ETag',
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const etag = async () => (await rest.send('GET', 'Accounts', id)).headers.get('etag');
      const first = await etag();
      expectThat(/^(W\/)?"[^"]*"$/.test(first ?? ''), `an ETag should be a text in quotes, is ${first}`);
      expectEqual(await etag(), first, 'ETag of the unchanged record');
      await rest.update('Accounts', id, { city: 'a' });
      expectThat((await etag()) !== first, 'a change should give another ETag');
    },
  },
  {
    id: 'revision.if-none-match',
    sentence: 'MUST answer 304 without a body when `If-None-Match` is the last `ETag`, and 200 when it is another',
    spec: 'v100#/components/parameters/IfNoneMatch',
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const etag = (await rest.send('GET', 'Accounts', id)).headers.get('etag') ?? '';
      const headers = { 'if-none-match': etag };
      const same = await rest.send('GET', 'Accounts', id, { headers });
      expectStatus(same, 304);
      expectEqual(same.text, '', 'body of a 304');
      await rest.update('Accounts', id, { city: 'a' });
      expectStatus(await rest.send('GET', 'Accounts', id, { headers }), 200);
    },
  },
  {
    id: 'list.if-none-match',
    sentence:
      'MUST answer a list 304 when `If-None-Match` is its `ETag`, and 200 once a record, one that it expands or filters by, or a field has changed',
    spec: 'v100#/components/parameters/IfNoneMatchAnswer',
    run: async ({ rest, fixtures }) => {
      const parent = idOf(await fixtures.create('Account'));
      const id = idOf(await fixtures.create('Account', { parent_account_id: parent }));
      const query = {
        'filter[parent_account.id]': parent,
        expand: 'parent_account',
        'load-only': 'city,parent_account',
      };
      const list = (headers: Readonly<Record<string, string>> = {}) =>
        rest.send('GET', 'Accounts', undefined, { query, headers });
      const changes: Readonly<Record<string, () => Promise<unknown>>> = {
        'a change of the record': () => rest.update('Accounts', id, { city: 'a' }),
        'a change of the expanded record': () => rest.update('Accounts', parent, { city: 'b' }),
        'another name of the expanded record': () => rest.update('Accounts', parent, { name: 'c' }),
        'a deletion': () => rest.delete('Accounts', id),
      };
      for (const [what, change] of Object.entries(changes)) {
        let headers = {};
        let same: Answer | undefined;
        // Others may change accounts meanwhile.
        for (let attempt = 0; attempt < maxAttempts && same?.status !== 304; attempt++) {
          headers = { 'if-none-match': (await list()).headers.get('etag') ?? '' };
          same = await list(headers);
        }
        expectThat(same?.status === 304, 'the list is the same, and its tag is known: the status should be 304');
        expectEqual(same.text, '', 'body of a 304');
        await change();
        expectThat((await list(headers)).status === 200, `${what} should give another ETag`);
      }
    },
  },
];
