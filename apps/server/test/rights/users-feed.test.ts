/**
 * The log of changes, duplicates and reverts for keys that are made for a user: what they show is of records that the user sees now.
 * Which these are has an oracle of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { EventStream, type FeedChange } from '../feed/event-stream.js';
import { Subscription } from '../feed/subscription.js';
import { onBothDatabases } from '../fixture.js';
import { type Json, type TestRecord, TestSpace } from '../test-space.js';
import { ScopedKey } from './scoped-key.js';

const full = 4;
const onlyShared = 2;
const members = ['access_audit', 'access_bulk_update', 'access_duplicate_checker', 'access_entity_account_private'];

onBothDatabases((running) => {
  let space: TestSpace;
  let key: ScopedKey;
  /** The space as the key sees it. */
  let theirs: TestSpace;
  let user: TestRecord;
  let right: TestRecord;

  beforeAll(async () => {
    space = await running.server.newSpace('user-feeds');
    const rights = ['account', 'contact', 'lead', 'oppty', 'report'].flatMap((name) => [
      [`access_entity_${name}`, full],
      [`access_entity_${name}_direction`, onlyShared],
      [`access_entity_${name}_delete`, true],
    ]);
    const own = new Set(Object.keys(await space.create('MasterRights', { name: 'None' })));
    const given = [...rights, ...members.map((name) => [name, true])].filter(([name]) => own.has(String(name)));
    right = await space.create('MasterRights', { name: 'Sales', ...Object.fromEntries(given) });
    const unit = await space.create('SalesUnits', { name: 'North' });
    user = await space.create('Clients', {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Obi',
      default_unit_id: unit.id,
      master_right_id: right.id,
    });
    key = await ScopedKey.of(running.server, space, { client: user.id, asUser: true });
    theirs = new TestSpace(space.origin, space.id, key.authorization, key.authorization);
  });

  const page = async (query: Record<string, string | number> = {}, path = '../changes') => {
    const answer = await key.send('GET', path, { query });
    expect(answer.status, answer.text).toBe(200);
    const { page_info: info, data } = answer.body as { page_info: Json; data: FeedChange[] };
    return { data, end: String(info.end_cursor), hasNext: info.has_next_page };
  };
  const now = async () => {
    const { headers } = await space.send('GET', 'Accounts', { query: { first: 1 } });
    return String(headers.get('space-revision'));
  };
  /** Without the events that are logged of it. */
  const ofAccounts = (changes: readonly FeedChange[]) => changes.filter(({ entity }) => entity === 'Account');
  const idsOf = (changes: readonly FeedChange[]) => changes.map(({ entity_id }) => entity_id);
  const mine = (body: Json = {}) => space.newAccount({ owner_id: user.id, ...body });

  describe('changes', () => {
    it('that came before a record was in sight are not sent again, and none comes after it was', async () => {
      const start = await now();
      const account = await space.newAccount();
      await space.update('Accounts', account.id, { city: 'Graz' });
      const before = await page({ after: start });
      expect(before.data).toEqual([]);
      await space.update('Accounts', account.id, { sharing_clients: [{ client_id: user.id, role: 1 }] });
      const shared = await page({ after: before.end });
      expect(shared.data.map(({ entity }) => entity).sort()).toEqual(['Account', 'AccountSharingClientRelation']);
      await space.update('Accounts', account.id, { city: 'Linz' });
      const changed = await page({ after: shared.end });
      expect(changed.data.map(({ members: { city } }) => city)).toEqual([{ from: 'Graz', to: 'Linz' }]);
      // Who begins further back gets them all.
      expect(ofAccounts((await page({ after: start })).data)).toHaveLength(4);
      await space.update('Accounts', account.id, { sharing_clients: [], city: 'Wels' });
      await space.update('Accounts', account.id, { city: 'Enns' });
      expect((await page({ after: changed.end })).data).toEqual([]);
      expect((await page({ after: start })).data).toEqual([]);
    });

    it('say that a record is deleted to who saw it by its owner, and by what shared it', async () => {
      const start = await now();
      const [own, shared, hidden] = [
        await mine(),
        await space.newAccount({ sharing_clients: [{ client_id: user.id, role: 2 }] }),
        await space.newAccount(),
      ];
      for (const { id } of [own, hidden]) await space.delete('Accounts', id);
      // Its list of users goes with it, and comes back with it.
      expect((await key.send('DELETE', `Accounts/${shared.id}`)).status).toBe(200);
      const deleted = (await page({ after: start, act: 'deleted' })).data.filter(({ entity }) => entity === 'Account');
      expect(idsOf(deleted)).toEqual([own.id, shared.id]);
      expect((await key.send('POST', 'Accounts/batch-restore', { body: [shared.id] })).status).toBe(200);
      expect((await page({ after: start, act: 'restored' }, 'Accounts/changes')).data).toHaveLength(1);
      await space.update('Accounts', shared.id, { sharing_clients: [] });
      expect((await key.send('GET', `Accounts/${shared.id}`)).status).toBe(404);
    });

    it('of what is not seen cost a page what it looks at, and its cursor goes on behind them', async () => {
      const start = await now();
      for (let batch = 0; batch < 3; batch++) {
        const items = Array.from({ length: 900 }, (_, index) => ({
          name: `Hidden ${index}`,
          owner_id: space.ids.ownerId,
        }));
        expect((await space.send('POST', 'Accounts/batch-modify', { body: items })).status).toBe(200);
      }
      const last = await mine();
      const first = await page({ after: start });
      expect([first.data, first.hasNext]).toEqual([[], true]);
      const found = [...first.data];
      let requests = 1;
      for (let at = first; at.hasNext; requests++) {
        at = await page({ after: at.end });
        found.push(...at.data);
      }
      expect(idsOf(ofAccounts(found))).toEqual([last.id]);
      expect(requests).toBeLessThan(20);
      // A page that waits goes on by itself.
      expect(idsOf(ofAccounts((await page({ after: start, wait: 30 })).data))).toEqual([last.id]);
    });

    it('wait for one of a record that is seen', async () => {
      const start = await now();
      const waiting = page({ after: start, wait: 20 });
      await sleep(100);
      await space.newAccount();
      await sleep(400);
      const { id } = await mine();
      expect(idsOf(ofAccounts((await waiting).data))).toEqual([id]);
    });

    it('come over streams by what the user may see at each moment', async () => {
      const start = await now();
      const stream = await EventStream.open(theirs, 'changes?load-only=id,name', start);
      const subscription = await Subscription.open(
        theirs,
        'subscription($after: String) { changes(after: $after, entity: ["Account"]) { cursor entityId record { id } } }',
        { after: start },
      );
      await space.newAccount();
      const first = await mine();
      expect(idsOf(ofAccounts(await stream.next()))).toEqual([first.id]);
      const [result] = await subscription.next();
      expect(result?.data?.changes).toMatchObject({ entityId: first.id, record: { id: first.id } });
      await space.update('MasterRights', right.id, { access_entity_account: 0 });
      await space.update('Accounts', first.id, { city: 'Graz' });
      const tag = await space.create('Tags', { name: 'Seen by all' });
      const seen: FeedChange[] = [];
      for (let some = await stream.next(); some.length > 0; some = await stream.next()) {
        seen.push(...some);
        if (some.at(-1)?.entity_id === tag.id) break;
      }
      expect(idsOf(seen.filter(({ entity }) => entity !== 'MasterRight'))).toEqual([tag.id]);
      const [ended] = await subscription.next();
      expect(ended?.errors?.[0]?.message).toContain('lacks the right Accounts:read');
      await space.update('MasterRights', right.id, { access_entity_account: full });
      for (const one of [stream, subscription]) one.close();
    });

    it('of rows are shown to who sees what they belong to', async () => {
      const [own, hidden] = [await mine(), await space.newAccount()];
      const start = await now();
      const contact = await space.newContact({
        owner_id: user.id,
        account_relations: [{ account_id: own.id, is_primary: true }, { account_id: hidden.id }],
      });
      const { data } = await page({ after: start }, `Contacts/${contact.id}/changes`);
      const rows = data.filter(({ entity }) => entity === 'ContactAccountRelation');
      expect(rows.map(({ members: { account_id } }) => account_id?.to)).toEqual([own.id]);
      const history = await page({}, `Contacts/${contact.id}/history`);
      expect(history.data.filter(({ entity }) => entity === 'ContactAccountRelation')).toHaveLength(1);
      const [row] = rows;
      expect((await page({}, `ContactAccountRelations/${row?.entity_id}/history`)).data).toHaveLength(1);
      const shown = await key.send('GET', `Contacts/${contact.id}`, { query: { expand: 'history' } });
      expect(JSON.stringify(shown.body)).not.toContain(hidden.id);
    });
  });

  it('finds duplicates among the records that are seen', async () => {
    const same = { last_name: 'Moss', email1: 'moss@example.com' };
    const [first, second, third] = [
      await space.newContact(same),
      await space.newContact({ ...same, owner_id: user.id }),
      await space.newContact(same),
    ];
    const groups = async () => (await key.send('GET', 'Contacts/duplicates')).body.data;
    expect(await groups()).toEqual([]);
    await space.update('Contacts', third.id, { share_mode: 2 });
    expect(await groups()).toMatchObject([{ master_id: second.id, secondary_ids: [third.id] }]);
    await space.update('Contacts', first.id, { share_mode: 3 });
    expect(await groups()).toMatchObject([{ master_id: first.id, secondary_ids: [second.id, third.id] }]);
    await space.update('Contacts', second.id, { owner_id: space.ids.ownerId });
    expect(await groups()).toMatchObject([{ master_id: first.id, secondary_ids: [third.id] }]);
  });

  it('finds them behind many that are like hidden ones only', async () => {
    const pairs = Array.from({ length: 230 }, (_, index) => index);
    const body = pairs.flatMap((index) =>
      [space.ids.ownerId, user.id].map((owner_id) => ({ owner_id, name: `Twice ${index} ${'y'.repeat(index)}` })),
    );
    expect((await space.send('POST', 'Accounts/batch-modify', { body })).status).toBe(200);
    const [first, second] = [await mine({ name: 'Thrice' }), await mine({ name: 'Thrice' })];
    const { data, page_info: info } = (await key.send('GET', 'Accounts/duplicates', { query: { first: 100 } })).body;
    expect((data as Json[]).filter(({ master_id }) => master_id === first.id)).toMatchObject([
      { secondary_ids: [second.id] },
    ]);
    expect(info).toMatchObject({ has_next_page: false });
  });

  describe('a revert', () => {
    const revert = (revision: unknown) => key.send('POST', `../changes/${revision}/revert`);
    const revisionOf = async (collection: string, id: string) =>
      (await space.get(collection, id, { 'include-deleted': true })).revision;

    it('is made where the user sees and may change all that was changed', async () => {
      const account = await mine({ city: 'Graz' });
      const { revision } = await space.update('Accounts', account.id, { city: 'Linz' });
      const done = await revert(revision);
      expect([done.status, done.body.data]).toEqual([
        200,
        expect.objectContaining({ reverted: [expect.objectContaining({ entity_id: account.id })], not_reverted: [] }),
      ]);
      expect(await space.get('Accounts', account.id)).toMatchObject({ city: 'Graz' });
    });

    it('is rejected with the same words whatever is lacking', async () => {
      const [own, hidden, watched] = [
        await mine(),
        await space.newAccount(),
        await space.newAccount({ share_mode: 2 }),
      ];
      const both = async (...ids: string[]) => {
        const body = ids.map((id) => ({ id, city: `Linz ${Math.random()}` }));
        await space.send('POST', 'Accounts/batch-modify', { body });
        return revisionOf('Accounts', ids[0] ?? '');
      };
      const tag = await space.create('Tags', { name: 'All see it, and who may everything changes it' });
      const answers = new Set<string>();
      for (const revision of [
        await both(hidden.id),
        await both(own.id, hidden.id),
        await both(own.id, watched.id),
        tag.revision,
      ]) {
        const before = await space.get('Accounts', own.id);
        const { status, body } = await revert(revision);
        expect(status).toBe(403);
        answers.add(String(body.message).replaceAll(/\d+/g, '<revision>'));
        expect(await space.get('Accounts', own.id)).toEqual(before);
      }
      expect([...answers]).toEqual([
        'The user of this key does not see all that revision <revision> changed, or may not change all of it.',
      ]);
    });

    it('brings back a record with rows that are not seen, and does not name them', async () => {
      const [own, hidden] = [await mine(), await space.newAccount()];
      const contact = await space.newContact({
        owner_id: user.id,
        account_relations: [{ account_id: own.id, is_primary: true }, { account_id: hidden.id }],
      });
      const rows = async () => (await space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id })).data;
      const before = await rows();
      await space.delete('Contacts', contact.id);
      const done = await revert(await revisionOf('Contacts', contact.id));
      expect(done.status, done.text).toBe(200);
      const { reverted, not_reverted: left } = done.body.data as Record<'reverted' | 'not_reverted', FeedChange[]>;
      expect(idsOf([...reverted, ...left])).toContain(contact.id);
      const unseen = before.find(({ account_id }) => account_id === hidden.id)?.id;
      expect(idsOf([...reverted, ...left])).not.toContain(unseen);
      expect((await rows()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    });
  });

  describe('members of a set of rights', () => {
    const statusOf = async (method: string, path: string, body?: unknown): Promise<[number, string]> => {
      const answer = await key.send(method, path, body === undefined ? {} : { body });
      return [answer.status, answer.status === 403 ? String(answer.body.message) : ''];
    };
    const lacked = (member: string) => [
      403,
      `The user of this key lacks ${member} in the set of rights. Use a key of a user who has it.`,
    ];

    interface Needed {
      readonly member: string;
      readonly method: string;
      readonly path: string;
      readonly body?: () => Json;
    }
    const needed: readonly Needed[] = [
      { member: 'access_audit', method: 'GET', path: 'AuditEntries' },
      { member: 'access_duplicate_checker', method: 'GET', path: 'Accounts/duplicates' },
      {
        ...{ member: 'access_duplicate_checker', method: 'POST', path: 'Accounts/merge' },
        body: () => ({ master: { id: user.id }, secondary_ids: [user.id] }),
      },
      {
        ...{ member: 'access_entity_account_private', method: 'POST', path: 'Accounts' },
        body: () => ({ name: 'Closed', owner_id: user.id, share_mode: 1 }),
      },
    ];
    it.each(needed)('$member is needed to $method $path', async ({ member, method, path, body }) => {
      expect((await statusOf(method, path, body?.()))[0]).not.toBe(403);
      await space.update('MasterRights', right.id, { [member]: false });
      expect(await statusOf(method, path, body?.())).toEqual(lacked(member));
      await space.update('MasterRights', right.id, { [member]: true });
    });

    it('access_bulk_update is needed to change records by a batch in each interface, and not to make or delete them', async () => {
      const [first, second] = [await mine(), await mine()];
      await space.update('MasterRights', right.id, { access_bulk_update: false });
      const items = [first, second].map(({ id }) => ({ id, city: 'Enns' }));
      expect(await statusOf('POST', 'Accounts/batch-modify', items)).toEqual(lacked('access_bulk_update'));
      const mixed = [{ name: 'New', owner_id: user.id }, items[0]];
      expect(await statusOf('POST', 'Accounts/batch-modify?keep-going=true', mixed)).toEqual(
        lacked('access_bulk_update'),
      );
      const v1 = '/rest_services/v1/{space}/setEntities?entityName=Account&flag=0';
      const old = await key.sendTo('POST', v1, [{ ID: first.id, CITY: 'Enns' }]);
      expect([old.status, old.text]).toEqual([403, expect.stringContaining('lacks access_bulk_update')]);
      const unknown = [
        { ID: 'PY-7FFFFFFF-00000000-0000-4000-8000-00000000DEAD', ORGANIZATION: 'Made', OWNER_ID: user.id },
      ];
      const orInsert = v1.replace('flag=0', 'flag=2');
      const inserted = await key.sendTo('POST', orInsert, unknown);
      expect([inserted.status, inserted.text]).toEqual([200, expect.stringContaining('PY-')]);
      const changed = await key.sendTo('POST', orInsert, [...unknown, { ID: first.id, CITY: 'Enns' }]);
      expect([changed.status, changed.text]).toEqual([403, expect.stringContaining('lacks access_bulk_update')]);
      const mutation = 'mutation ($items: [AccountUpdateInput!]!) { batchModifyAccounts(items: $items) { id } }';
      const { errors } = await key.graphql(mutation, { items });
      expect(errors?.[0]?.message).toContain('lacks access_bulk_update');
      expect(await space.get('Accounts', first.id)).not.toMatchObject({ city: 'Enns' });
      expect((await statusOf('PATCH', `Accounts/${first.id}`, { city: 'Enns' }))[0]).toBe(200);
      const made = [{ name: 'One', owner_id: user.id }];
      expect((await statusOf('POST', 'Accounts/batch-modify', made))[0]).toBe(200);
      expect((await statusOf('POST', 'Accounts/batch-delete', [second.id]))[0]).toBe(200);
      await space.update('MasterRights', right.id, { access_bulk_update: true });
      expect((await statusOf('POST', 'Accounts/batch-modify', [items[0]]))[0]).toBe(200);
    });

    it('access_audit_log lets the user read the log as well', async () => {
      await space.update('MasterRights', right.id, { access_audit: false, access_audit_log: true });
      expect((await statusOf('GET', 'AuditEntries'))[0]).toBe(200);
      await space.update('MasterRights', right.id, { access_audit: true, access_audit_log: false });
    });

    it('say by entity type who shares reports, with everybody and with some', async () => {
      const report = await space.create('Reports', { name: 'Own', owner_id: user.id });
      const path = `Reports/${report.id}`;
      const share = { client_id: space.ids.ownerId, role: 1 };
      const row = { ...share, report_id: report.id };
      const toAll = 'access_entity_report_sharing_public';
      const toSome = 'access_entity_report_sharing_custom';
      expect(await statusOf('PATCH', path, { share_mode: 2 })).toEqual(lacked(toAll));
      expect(await statusOf('PATCH', path, { share_mode: 1 })).toEqual(lacked('access_entity_report_private'));
      expect(await statusOf('PATCH', path, { sharing_clients: [share] })).toEqual(lacked(toSome));
      expect(await statusOf('POST', 'ReportSharingClientRelations', row)).toEqual(lacked(toSome));
      await space.update('MasterRights', right.id, { [toAll]: true, [toSome]: true });
      expect((await statusOf('PATCH', path, { share_mode: 2, sharing_clients: [share] }))[0]).toBe(200);
      await space.update('MasterRights', right.id, { [toAll]: false, [toSome]: false });
      // What is as it was needs nothing.
      expect((await statusOf('PATCH', path, { share_mode: 2, name: 'Still own' }))[0]).toBe(200);
      expect(await statusOf('PATCH', path, { sharing_clients: [] })).toEqual(lacked(toSome));
      // Accounts have no such members.
      const account = await mine();
      expect((await statusOf('PATCH', `Accounts/${account.id}`, { share_mode: 3, sharing_clients: [share] }))[0]).toBe(
        200,
      );
    });
  });
});
