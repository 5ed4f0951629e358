/**
 * Promises about a key that is made for a user: it may what the user may, of the records that the user sees. Each check has a user and a
 * set of rights of its own, which are deleted with all else.
 */
import { toLegacyId } from '../api/legacy-id.js';
import { idOf, type RecordJson } from '../api/record.js';
import { readPage } from '../api/rest-api.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectStatus, expectSuccess } from '../http/answer.js';
import type { Credentials } from '../http/http.js';
import { type Json, readObject } from '../http/json.js';
import type { Query } from '../http/query.js';
import { before, changesOf, readChangesPage } from './changes/read-changes.js';
import { withKey } from './keys.js';

const spec = 'v100#/paths/~1keys/post';

/** How far the records go that a user sees. */
const directions = { shared: 2, unit: 3, unitsBelow: 4, all: 6 } as const;
const roles = { viewer: 1, editor: 2 } as const;
const privateMode = 1;

/** A user with what a check needs of REST v100 as this user. */
interface AsUser {
  readonly id: string;
  readonly credentials: Credentials;
  /** Changes the user's set of rights. */
  setRights(changed: Readonly<Record<string, Json>>): Promise<unknown>;
  /** @returns the ids of those of the accounts that a list shows */
  seen(...accounts: readonly RecordJson[]): Promise<readonly string[]>;
  /** @returns the status of a request about an account */
  status(method: 'GET' | 'PATCH' | 'DELETE', account: RecordJson): Promise<number>;
}

/** Members of a set of rights by which accounts are read, changed and made. */
function accountRights(direction: number, members: Readonly<Record<string, Json>> = {}): Record<string, Json> {
  return { access_entity_account: 3, access_entity_account_direction: direction, ...members };
}

/** @param rights members of the user's set of rights @param members of the user */
async function withUser(
  context: CheckContext,
  rights: Readonly<Record<string, Json>>,
  members: Readonly<Record<string, Json>>,
  work: (user: AsUser) => Promise<void>,
): Promise<void> {
  const { fixtures, rest } = context;
  const set = idOf(await fixtures.create('MasterRight', rights));
  const user = await fixtures.create('Client', { master_right_id: set, ...members });
  await withKey(context, { client_id: idOf(user), as_user: true }, async ({ token, password }) => {
    const credentials = { token, password };
    await work({
      id: idOf(user),
      credentials,
      setRights: (changed) => rest.update('MasterRights', set, changed),
      async seen(...accounts) {
        const query: Query = { 'filter[id]': accounts.map(idOf), 'load-only': 'id' };
        const { records } = readPage(await rest.send('GET', 'Accounts', undefined, { query, credentials }));
        return records.map(idOf);
      },
      async status(method, account) {
        const body = method === 'PATCH' ? { body: { city: fixtures.uniqueText() } } : {};
        return (await rest.send(method, 'Accounts', idOf(account), { ...body, credentials })).status;
      },
    });
  });
}

export const userChecks: readonly Check[] = [
  {
    id: 'users.private',
    sentence:
      'SHOULD answer a private record of another owner to the key of a user as one that is not there, in every API and in histories and feeds',
    spec,
    run: async (context) => {
      const { fixtures, rest, legacy, graphql } = context;
      const owner_id = await fixtures.idOf('Client');
      const name = fixtures.uniqueText();
      const hidden = await fixtures.create('Account', { name, owner_id, share_mode: privateMode });
      const open = await fixtures.create('Account', { owner_id, parent_account_id: idOf(hidden) });
      await withUser(context, accountRights(directions.all), {}, async ({ credentials }) => {
        const list = async (query: Query) =>
          readPage(await rest.send('GET', 'Accounts', undefined, { query, credentials }));
        const ids = [idOf(hidden), idOf(open)];
        const { records, body } = await list({ 'filter[id]': ids, 'include-total': true, expand: 'parent_account' });
        expectEqual([records.map(idOf), body.total], [[idOf(open)], 1], 'accounts that are listed, and their number');
        expectThat(!JSON.stringify(records).includes(name), 'the expanded parent should not show');
        expectEqual((await list({ 'filter[parent_account.name]': name })).records, [], 'accounts by the hidden parent');
        for (const below of [idOf(hidden), `${idOf(hidden)}/history`, `${idOf(hidden)}/changes`]) {
          expectError(await rest.sendBelow('GET', 'Accounts', below, { credentials }), 404);
        }
        expectStatus(await legacy.send('GET', `/Accounts/${toLegacyId(idOf(hidden))}`, { credentials }), 404);
        const ask = 'query ($ids: [UUID!]!) { accounts(filter: { id: { in: $ids } }) { totalCount nodes { id } } }';
        const answer = await graphql.send(ask, { ids }, { credentials });
        const shown = readObject(readObject(readObject(answer.json, 'the body').data, 'data').accounts, 'accounts');
        expectEqual(shown, { totalCount: 1, nodes: [{ id: idOf(open) }] }, 'accounts of GraphQL');
        const query = { after: before(hidden), first: 1000, entity: 'Account' };
        const { changes } = readChangesPage(await rest.sendInSpace('GET', 'changes', { query, credentials }));
        const found = changesOf(changes, ...ids).map(({ entity_id }) => entity_id);
        expectEqual([...new Set(found)], [idOf(open)], 'accounts in the feed');
      });
    },
  },
  {
    id: 'users.shared',
    sentence:
      'SHOULD let the key of a user see what is shared with the user, and change it where the role is that of an editor',
    spec,
    run: async (context) => {
      const { fixtures, rest } = context;
      const owner_id = await fixtures.idOf('Client');
      const account = await fixtures.create('Account', { owner_id });
      await withUser(context, accountRights(directions.shared), {}, async ({ id, seen, status }) => {
        const share = (role: number) =>
          rest.update('Accounts', idOf(account), { sharing_clients: [{ client_id: id, role }] });
        expectEqual(await seen(account), [], 'accounts before one is shared');
        await share(roles.viewer);
        expectEqual(await seen(account), [idOf(account)], 'accounts that are shared');
        expectEqual(await status('PATCH', account), 403, 'status of the write of a viewer');
        await share(roles.editor);
        expectEqual(await status('PATCH', account), 200, 'status of the write of an editor');
      });
    },
  },
  {
    id: 'users.units',
    sentence:
      'SHOULD let the key of a user see records of the units of the user, or of the units below, as the set of rights says',
    spec,
    run: async (context) => {
      const { fixtures } = context;
      const owner_id = await fixtures.idOf('Client');
      const unit = idOf(await fixtures.create('SalesUnit'));
      const below = idOf(await fixtures.create('SalesUnit', { parent_id: unit }));
      const [own, lower, other] = await fixtures.createAll('Account', [
        { owner_id, unit_id: unit },
        { owner_id, unit_id: below },
        { owner_id, unit_id: await fixtures.idOf('SalesUnit') },
      ]);
      if (!own || !lower || !other) return;
      const members = { default_unit_id: unit, unit_membership: [{ unit_id: unit }] };
      await withUser(context, accountRights(directions.unit), members, async ({ seen, setRights }) => {
        expectEqual(await seen(own, lower, other), [idOf(own)], 'accounts of the unit');
        await setRights(accountRights(directions.unitsBelow));
        const found = await seen(own, lower, other);
        expectEqual([...found].sort(), [idOf(own), idOf(lower)].sort(), 'accounts of the unit and those below');
      });
    },
  },
  {
    id: 'users.no-rights',
    sentence: 'SHOULD let the key of a user whose set of rights gives nothing reach no record that has an owner',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      await withUser(context, {}, {}, async ({ id, credentials, status }) => {
        const own = await fixtures.create('Account', { owner_id: id });
        for (const method of ['GET', 'PATCH'] as const) expectEqual(await status(method, own), 403, 'status');
        expectError(await rest.send('GET', 'Accounts', undefined, { credentials }), 403, 9002);
        const body = await fixtures.body('Account', { owner_id: id });
        expectError(await rest.send('POST', 'Accounts', undefined, { body, credentials }), 403, 9002);
        // What has no owner is read by all.
        expectSuccess(await rest.send('GET', 'SalesUnits', undefined, { query: { first: 1 }, credentials }));
      });
    },
  },
  {
    id: 'users.definitions',
    sentence:
      'SHOULD let the key of a user write what has no owner where the set of rights has the member for it, and define no fields or entity types',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      await withUser(context, { access_global_settings: true }, {}, async ({ credentials, setRights }) => {
        const post = async (name: string) => {
          const body = await fixtures.body(name);
          return rest.send('POST', fixtures.entityType(name).collection, undefined, { body, credentials });
        };
        expectError(await post('SalesUnit'), 403, 9002);
        await setRights({ access_units: true });
        expectSuccess(await post('SalesUnit'));
        for (const name of ['Field', 'Entity']) expectError(await post(name), 403, 9002);
      });
    },
  },
  {
    id: 'users.deletes',
    sentence: 'SHOULD let the key of a user delete records only where the set of rights has the member for it',
    spec,
    run: async (context) => {
      const { fixtures } = context;
      await withUser(context, accountRights(directions.shared), {}, async ({ id, status, setRights }) => {
        const account = await fixtures.create('Account', { owner_id: id });
        expectEqual(await status('DELETE', account), 403, 'status of a delete without the member');
        await setRights({ access_entity_account_delete: true });
        expectEqual(await status('DELETE', account), 200, 'status of a delete with it');
      });
    },
  },
];
