/**
 * Promises about reverts: what a transaction changed is put back where nothing has changed since, and the answer says what is not.
 */

import { idOf, type RecordJson, revisionOf } from '../api/record.js';
import type { RestApi } from '../api/rest-api.js';
import type { Check } from '../check.js';
import { expectParameterRejected } from '../expect-error.js';
import { expectEqual } from '../expectation.js';
import { type Answer, expectStatus, expectSuccess } from '../http/answer.js';
import type { HttpRequest } from '../http/http.js';
import { type Json, readArray, readObject } from '../http/json.js';
import { expectSameShape, expectTried, tried } from './tried-write.js';

const spec = 'v100#/paths/~1changes~1{revision}~1revert/post';

function sendRevert({ http, spacePath }: RestApi, revision: number, request: HttpRequest = {}): Promise<Answer> {
  return http.send('POST', `${spacePath}/changes/${revision}/revert`, request);
}

/** @throws ExpectationFailed unless the answer is a success */
async function revert(rest: RestApi, revision: number): Promise<RecordJson> {
  const answer = await sendRevert(rest, revision);
  expectSuccess(answer);
  return readObject(readObject(answer.json, 'the body').data, 'data');
}

/** @returns what a list of the answer says of a record, by the members that matter */
function saidOf(list: Json | undefined, id: string, names: readonly string[]): Json[] {
  const records = readArray(list ?? null, 'a list of the answer').map((one) =>
    readObject(one, 'a record of the answer'),
  );
  return records.filter((one) => one.entity_id === id).map((one) => names.map((name) => one[name] ?? null));
}

export const revertChecks: readonly Check[] = [
  {
    id: 'revert.members',
    sentence: 'MUST put members back that nobody has changed since, leave the others, and name both',
    spec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account', { city: 'Graz', country: 'Austria' }));
      const changed = await rest.update('Accounts', id, { city: 'Vienna', country: 'Italy' });
      await rest.update('Accounts', id, { country: 'France' });
      const done = await revert(rest, revisionOf(changed));
      expectEqual(saidOf(done.reverted, id, ['act', 'members']), [['updated', ['city']]], 'what was reverted');
      expectEqual(saidOf(done.not_reverted, id, ['reason', 'members']), [['changed', ['country']]], 'what was not');
      const account = await rest.get('Accounts', id);
      expectEqual([account.city ?? null, account.country ?? null], ['Graz', 'France'], 'city and country');
      expectEqual(done.revision ?? null, revisionOf(account), 'the revision of the revert');
      await revert(rest, revisionOf(account));
      expectEqual((await rest.get('Accounts', id)).city ?? null, 'Vienna', 'the city after a revert of the revert');
    },
  },
  {
    id: 'revert.records',
    sentence: 'MUST restore a record that the transaction deleted, with its rows, and delete one that it created',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = idOf(await fixtures.create('Account'));
      const created = await fixtures.create('Contact', {
        account_relations: [{ account_id: account, is_primary: true }],
      });
      const id = idOf(created);
      await rest.delete('Contacts', id);
      const deleted = await rest.get('Contacts', id, { 'include-deleted': true });
      await revert(rest, revisionOf(deleted));
      const restored = await rest.get('Contacts', id);
      expectEqual(restored.account_relations ?? null, created.account_relations ?? null, 'the rows of the contact');
      expectEqual(saidOf((await revert(rest, revisionOf(created))).reverted, id, ['act']), [['deleted']], 'the act');
      expectStatus(await rest.send('GET', 'Contacts', id), 404);
    },
  },
  {
    id: 'revert.dry-run',
    sentence: 'MUST answer a revert with `dry-run` as it is made, and put nothing back',
    spec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account', { city: 'Graz' }));
      const changed = await rest.update('Accounts', id, { city: 'Vienna' });
      const trial = await sendRevert(rest, revisionOf(changed), tried());
      expectSuccess(trial);
      expectTried(trial);
      expectEqual(await rest.get('Accounts', id), changed, 'the account after the dry run');
      expectSameShape(trial, await sendRevert(rest, revisionOf(changed)));
    },
  },
  {
    id: 'revert.unknown',
    sentence: 'MUST reject with 400 a revision that the space has not come to',
    spec,
    run: async ({ rest, fixtures }) => {
      const revision = revisionOf(await fixtures.create('Account')) + 1_000_000;
      expectParameterRejected(await sendRevert(rest, revision), 'revision');
    },
  },
];
