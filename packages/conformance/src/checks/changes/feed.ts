/**
 * Promises about what the feed of changes has: each write once, in the order of commits, with who made it and what it changed.
 */
import { idOf } from '../../api/record.js';
import { readRecord } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import { expectEqual, expectSameItems, expectThat } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { type Json, readNumber, readObject, readText } from '../../http/json.js';
import { qualification } from '../generated/special-answers.js';
import { actsOf, before, changesOf, cursorsOf, memberOf, readAll } from './read-changes.js';

const spec = 'v100#/paths/~1changes/get';
const changeSpec = 'v100#/components/schemas/Change';

export const feedChecks: readonly Check[] = [
  {
    id: 'changes.once',
    sentence: 'MUST show each create, update, delete and restore once, in that order, as what it was',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account', { city: 'Linz' });
      const id = idOf(account);
      await rest.update('Accounts', id, { city: 'Graz' });
      await rest.delete('Accounts', id);
      expectSuccess(await rest.sendBelow('POST', 'Accounts', 'batch-restore', { body: [id] }));
      const found = changesOf(await readAll(rest, 'changes', { after: before(account) }), id);
      expectEqual(actsOf(found), ['created', 'updated', 'deleted', 'restored'], 'acts');
      for (const { entity, collection } of found) {
        expectEqual([entity, collection], ['Account', 'Accounts'], 'entity and collection');
      }
      const revisions = found.map(({ revision }) => readNumber(revision, 'revision'));
      expectEqual(
        revisions,
        [...new Set(revisions)].sort((one, other) => one - other),
        'revisions',
      );
      expectEqual(revisions[0], account.revision, 'revision of the first change');
    },
  },
  {
    id: 'changes.batch',
    sentence: 'MUST show what a batch writes once for each record, under the one revision of its transaction',
    spec: changeSpec,
    run: async ({ rest, fixtures }) => {
      const first = await fixtures.create('Account');
      const body = [{ id: idOf(first), city: 'Graz' }, await fixtures.body('Account'), await fixtures.body('Account')];
      const answer = await rest.sendBelow('POST', 'Accounts', 'batch-modify', {
        body,
        query: { 'rollback-method': 1 },
      });
      expectSuccess(answer);
      const ids = (readObject(answer.json, 'the body').data as Json[]).map((id) => readText(id, 'an id in data'));
      const all = changesOf(await readAll(rest, 'changes', { after: String(first.revision) }), ...ids);
      expectSameItems(
        all.map(({ entity_id, act }) => `${entity_id} ${act}`),
        ids.map((id, index) => `${id} ${index === 0 ? 'updated' : 'created'}`),
        'changes of the batch',
      );
      expectEqual(new Set(all.map(({ revision }) => revision)).size, 1, 'revisions of the batch');
      expectEqual(new Set(cursorsOf(all)).size, ids.length, 'different cursors');
    },
  },
  {
    id: 'changes.order',
    sentence: 'MUST show writes that come at once in the order of their commits, each from where the last one had come',
    spec,
    run: async ({ rest, fixtures }) => {
      const accounts = await fixtures.createAll('Account', [{ city: 'start' }, { city: 'start' }, { city: 'start' }]);
      const [first, ...ids] = [String(accounts.at(-1)?.revision), ...accounts.map(idOf)];
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          rest.update('Accounts', ids[index % 3] ?? '', { city: `city ${index}` }),
        ),
      );
      const all = await readAll(rest, 'changes', { after: first });
      const revisions = all.map(({ revision }) => readNumber(revision, 'revision'));
      expectEqual(
        revisions,
        [...revisions].sort((one, other) => one - other),
        'revisions, which should never fall',
      );
      for (const id of ids) {
        const members = changesOf(all, id).map((change) => readObject(memberOf(change, 'city'), 'members.city'));
        expectEqual(members.length, 4, 'changes of an account that was changed four times');
        expectEqual(
          members.map(({ from }) => from),
          ['start', ...members.slice(0, -1).map(({ to }) => to)],
          'the city before each change',
        );
        expectEqual(members.at(-1)?.to, (await rest.get('Accounts', id)).city, 'the city after the last change');
      }
    },
  },
  {
    id: 'changes.members',
    sentence: 'MUST name the members that a write has changed, with their values before and after, and no other',
    spec: changeSpec,
    run: async ({ rest, fixtures }) => {
      const parent_account_id = idOf(await fixtures.create('Account'));
      const was = { city: 'Graz', comments: null, account_class: 2, is_unsubscribed: false, parent_account_id };
      const is = { city: null, comments: 'ä "b"', account_class: 3, is_unsubscribed: true, parent_account_id: null };
      const account = await fixtures.create('Account', was);
      const id = idOf(account);
      await rest.update('Accounts', id, { ...is, name: account.name ?? null });
      await rest.delete('Accounts', id);
      const [created, updated, deleted] = changesOf(await readAll(rest, 'changes', { after: before(account) }), id);
      for (const [name, to] of Object.entries(was)) {
        if (to !== null) expectEqual(memberOf(created, name), { from: null, to }, `${name} of the new account`);
      }
      const wanted = Object.entries(is).map(([name, to]) => [name, { from: was[name as keyof typeof was], to }]);
      expectEqual(updated?.members, Object.fromEntries(wanted), 'members of the update');
      expectEqual(deleted?.members, { is_deleted: { from: false, to: true } }, 'members of the delete');
    },
  },
  {
    id: 'changes.secret',
    sentence: 'MUST show a secret that was written as `(secret)`, and nowhere as it is',
    spec: changeSpec,
    run: async ({ rest, fixtures }) => {
      const signature = fixtures.uniqueText();
      const webhook = await fixtures.create('Webhook', { signature, is_paused: true });
      const [created] = changesOf(await readAll(rest, 'changes', { after: before(webhook) }), idOf(webhook));
      expectEqual(memberOf(created, 'signature'), { from: null, to: '(secret)' }, 'members.signature');
      expectThat(!JSON.stringify(created).includes(signature), 'a secret should not be in the feed');
    },
  },
  {
    id: 'changes.author',
    sentence: 'MUST name the key, the request and the `Idempotency-Key` that a change was made with',
    spec: changeSpec,
    run: async ({ rest, fixtures, http }) => {
      const key = `conformance-${fixtures.freshId()}`;
      const request = { body: await fixtures.body('Account'), headers: { 'idempotency-key': key } };
      const answer = await rest.send('POST', 'Accounts', undefined, request);
      const account = readRecord(answer);
      await rest.update('Accounts', idOf(account), { city: 'Graz' });
      const all = await readAll(rest, 'changes', { after: before(account) });
      const [created, updated] = changesOf(all, idOf(account));
      expectEqual([created?.token, updated?.token], [http.token, http.token], 'token');
      expectEqual([created?.idempotency_key, updated?.idempotency_key], [key, null], 'idempotency_key');
      expectEqual(created?.request_id, answer.headers.get('x-request-id'), 'request_id');
    },
  },
  {
    id: 'changes.merge',
    sentence: 'MUST show a merge as `merged_into` and `merged_from`, and what it moves, in one transaction',
    spec: changeSpec,
    run: async ({ rest, fixtures }) => {
      const master = idOf(await fixtures.create('Account'));
      const other = idOf(await fixtures.create('Account'));
      const child = await fixtures.create('Account', { parent_account_id: other });
      const body = { master: { id: master }, secondary_ids: [other] };
      expectSuccess(await rest.sendBelow('POST', 'Accounts', 'merge', { body }));
      const ids = [master, other, idOf(child)];
      const all = changesOf(await readAll(rest, 'changes', { after: String(child.revision) }), ...ids);
      expectEqual(new Set(all.map(({ revision }) => revision)).size, 1, 'revisions of the merge');
      const find = (id: string, act: string) => all.find((one) => one.entity_id === id && one.act === act);
      expectThat(find(other, 'merged_into') !== undefined, 'the account that is gone should be `merged_into`');
      expectThat(find(master, 'merged_from') !== undefined, 'the account that stays should be `merged_from`');
      const moved = { from: other, to: master };
      expectEqual(memberOf(find(idOf(child), 'updated'), 'parent_account_id'), moved, 'what the merge moves');
    },
  },
  {
    id: 'changes.conversion',
    sentence: 'MUST show a conversion as `converted` and as `created` under the same id, in one transaction',
    spec: changeSpec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const body = await qualification(context);
      const lead = await fixtures.create('Lead');
      const id = idOf(lead);
      expectSuccess(await rest.sendBelow('POST', 'Leads', `${id}/qualify`, { body }));
      rest.noteAs('Opportunities', id);
      const all = changesOf(await readAll(rest, 'changes', { after: String(lead.revision) }), id);
      const shown = all.filter(({ act }) => act === 'converted' || act === 'created');
      expectSameItems(
        shown.map(({ entity, act }) => `${entity} ${act}`),
        ['Lead converted', 'Opportunity created'],
        'entity types and acts',
      );
      expectEqual(new Set(shown.map(({ revision }) => revision)).size, 1, 'revisions of the conversion');
    },
  },
];
