/**
 * The change log as REST v100 shows it: the feed of a space, of a collection and of a record, the history of a record, and what was changed by whom.
 */
import { beforeEach, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { merge } from '../merge/merge.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';

interface Change {
  readonly cursor: string;
  readonly revision: number;
  readonly act: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly owner_ids: readonly string[];
  readonly members: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
  readonly token: string;
  readonly request_id: string | null;
  readonly record?: TestRecord | null;
}

onDatabaseInTurn((running) => {
  let space: TestSpace;
  beforeEach(async () => {
    space = await running.server.newSpace(`feed-${Math.random().toString(36).slice(2, 10)}`);
  });

  const send = async (path: string, query: Record<string, string> = {}, status = 200) => {
    const answer = await space.send('GET', `../${path}`, { query });
    expect(answer.status, answer.text).toBe(status);
    return answer.body as unknown as {
      page_info: { end_cursor: string; has_next_page: boolean };
      data: Change[];
    } & Json;
  };
  const changes = async (path: string, query: Record<string, string> = {}) => (await send(path, query)).data;
  /** Where the feed ends now. */
  const end = async () => (await send('changes', { first: '1000' })).page_info.end_cursor;

  it.each(['entity', 'act', 'fields'])('takes 100 names of %s at most', async (name) => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`).join(',');
    const { message } = await send('changes', { [name]: names(101) }, 400);
    expect(message).toBe(`${name}: takes at most 100 names; 101 given.`);
    await send('changes', { [name]: names(100) }, name === 'fields' ? 200 : 400);
  });

  it('tells of each write once, in the order of commits, with the values before and after', async () => {
    const after = await end();
    const contact = await space.newContact({ last_name: 'Ng', city: 'Graz' });
    await space.update('Contacts', contact.id, { city: 'Vienna', last_name: 'Ng' });
    await space.delete('Contacts', contact.id);
    const found = (await changes('changes', { after, entity: 'Contact' })).map((one) => ({ ...one }));
    expect(found.map(({ act }) => act)).toEqual(['created', 'updated', 'deleted']);
    expect(found[0]?.members).toMatchObject({ city: { from: null, to: 'Graz' }, last_name: { from: null, to: 'Ng' } });
    expect(found[1]?.members).toEqual({ city: { from: 'Graz', to: 'Vienna' } });
    expect(found[2]?.members).toEqual({ is_deleted: { from: false, to: true } });
    expect(new Set(found.map(({ entity_id }) => entity_id))).toEqual(new Set([contact.id]));
    expect(found.every((one, index) => index === 0 || one.revision > found[index - 1]!.revision)).toBe(true);
    expect(found.every(({ request_id }) => typeof request_id === 'string')).toBe(true);
  });

  it('reads on from each cursor, and from a revision', async () => {
    const after = await end();
    for (const name of ['A', 'B', 'C', 'D']) await space.newAccount({ name });
    const all = await changes('changes', { after });
    const pages: Change[] = [];
    for (let cursor = after, more = true; more; ) {
      const page = await send('changes', { after: cursor, first: '1' });
      pages.push(...page.data);
      cursor = page.page_info.end_cursor;
      more = page.page_info.has_next_page;
    }
    expect(pages).toEqual(all);
    const second = all.find((one) => one.revision > all[0]!.revision)!;
    expect(await changes('changes', { after: String(all[0]!.revision) })).toEqual(all.slice(all.indexOf(second)));
    const list = await space.send('GET', 'Accounts');
    expect(Number(list.headers.get('space-revision'))).toBe(all.at(-1)!.revision);
  });

  it('chooses by entity type, act and members, and shows the records as they are now', async () => {
    const after = await end();
    const account = await space.newAccount({ name: 'A' });
    const contact = await space.newContact({ last_name: 'B' });
    await space.update('Accounts', account.id, { name: 'C' });
    await space.update('Accounts', account.id, { city: 'Linz' });
    expect((await changes('entities/Accounts/changes', { after })).map(({ act }) => act)).toEqual([
      ...['created', 'updated', 'updated'],
    ]);
    const named = await changes('changes', { after, fields: 'name', act: 'updated' });
    expect(named.map(({ members }) => members.name)).toEqual([{ from: 'A', to: 'C' }]);
    const shown = await changes('changes', {
      after,
      entity: 'Account,Contact',
      'load-only': 'id,name',
      act: 'created',
    });
    expect(shown.map(({ record }) => record)).toEqual([{ id: account.id, name: 'C' }, { id: contact.id }]);
    await space.delete('Contacts', contact.id);
    const gone = await changes('changes', { after, entity: 'Contact', 'load-only': 'id' });
    expect(gone.map(({ record }) => record)).toEqual([null, null]);
  });

  it('has the rows of a record among its changes, and what a merge moves', async () => {
    const [master, other] = [await space.newAccount({ name: 'Master' }), await space.newAccount({ name: 'Other' })];
    const contact = await space.newContact({ account_relations: [{ account_id: other.id, is_primary: true }] });
    const after = await end();
    await merge(space, 'Accounts', { id: master.id }, [other]);
    const all = await changes('changes', { after });
    expect(new Set(all.map(({ revision }) => revision)).size).toBe(1);
    expect(all.find(({ entity_id, act }) => entity_id === other.id && act === 'merged_into')?.members).toMatchObject({
      merged_into: { from: null, to: master.id },
    });
    expect(all.find(({ entity_id, act }) => entity_id === master.id && act === 'merged_from')?.members).toEqual({
      merged_ids: { from: [], to: [other.id] },
    });
    const moved = all.find(({ members }) => members.account_id?.to === master.id);
    expect(moved?.members.account_id).toEqual({ from: other.id, to: master.id });
    const history = await changes(`entities/Contacts/${contact.id}/history`);
    expect(history.map(({ entity }) => entity)).toContain('ContactAccountRelation');
    expect(history.at(-1)).toMatchObject({ act: 'created' });
    const ofMaster = await changes(`entities/Accounts/${master.id}/history`);
    expect(ofMaster.map(({ act }) => act)).toContain('merged_from');
  });

  it('shows a record as it was at a revision, while its changes are kept', async () => {
    const account = await space.newAccount({ name: 'A', city: 'Graz' });
    const before = await space.get('Accounts', account.id);
    const { id: owner_id } = await space.create('Clients', {
      first_name: 'B',
      last_name: 'C',
      email: 'b@example.com',
      default_unit_id: space.ids.unitId,
    });
    await space.update('Accounts', account.id, { name: 'B', city: null, comments: 'x', owner_id });
    await space.delete('Accounts', account.id);
    const at = (revision: unknown, status = 200, query = {}) =>
      send(`entities/Accounts/${account.id}`, { 'at-revision': String(revision), ...query }, status);
    const then = (await at(before.revision)).data as unknown as TestRecord;
    expect({ ...then, modified: 0 }).toEqual({ ...before, modified: 0 });
    expect(then).toMatchObject({ name: 'A', city: 'Graz', comments: null, owner_id: space.ids.ownerId });
    await at(Number(before.revision) - 1, 404);
    const [deleted] = await changes(`entities/Accounts/${account.id}/history`);
    await at(deleted!.revision, 404);
    expect((await at(deleted!.revision, 200, { 'include-deleted': 'true' })).data).toMatchObject({ name: 'B' });
    await at(before.revision, 400, { expand: 'owner' });
    await at(999_999, 400);
  });

  it('finds changes by who made them and when', async () => {
    const account = await space.newAccount({ name: 'A' });
    const [created] = await changes(`entities/Accounts/${account.id}/history`);
    const query = { 'filter[entity_id]': account.id, 'filter[token]': created!.token, 'filter[act]': 'created' };
    expect(await changes('entities/AuditEntries', query)).toEqual([created]);
    const late = { 'filter[created]': '2999-01-01T00:00:00', 'filter-op[created]': 'gt' };
    expect(await changes('entities/AuditEntries', late)).toEqual([]);
    const rejected = await send('entities/AuditEntries', { 'filter[nope]': '1' }, 400);
    expect(JSON.stringify(rejected)).toContain('nope');
  });

  it('shows the history of a record beside it', async () => {
    const account = await space.newAccount({ name: 'A' });
    await space.update('Accounts', account.id, { name: 'B' });
    const query = { expand: 'history,owner', 'load-only': 'name' };
    const { body } = await space.send('GET', `Accounts/${account.id}`, { query });
    expect(body).toMatchObject({ data: { name: 'B' }, history: [{ act: 'updated' }, { act: 'created' }] });
    expect(body.history).toEqual(await changes(`entities/Accounts/${account.id}/history`));
    expect((await space.send('GET', `Accounts/${account.id}`)).body).not.toHaveProperty('history');
  });

  it('rejects what it cannot follow', async () => {
    await send('changes', { after: 'x' }, 400);
    await send('changes', { after: '999999999' }, 400);
    await send('changes', { act: 'renamed' }, 400);
    const unknown = await send('changes', { entity: 'Acount' }, 400);
    expect(unknown.message).toBe('entity: there is no entity type "Acount". Did you mean "Account"?');
    await send('entities/Nothings/changes', {}, 404);
    await send(`entities/Accounts/${space.ids.ownerId}/changes`, {}, 404);
    await running.server.deps.db.knex('spaces').where({ space_id: space.id }).update({ logged_from: 2 });
    const answer = await send('changes', { after: '1' }, 410);
    expect(answer).toMatchObject({ name: 'ERROR_CHANGES_GONE', http_status: 410 });
    await send('changes', { after: '2' });
  });
});
