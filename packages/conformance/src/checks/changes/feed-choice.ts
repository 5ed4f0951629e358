/**
 * Promises about which changes a feed shows, and with which records.
 */
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectError, expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { type JsonObject, readArray, readObject } from '../../http/json.js';
import type { Query } from '../../http/query.js';
import { actsOf, before, changesOf, readAll } from './read-changes.js';

const spec = 'v100#/paths/~1changes/get';

/** An account and a contact, each of which was created and changed, and the account deleted. */
async function writeSome({ rest, fixtures }: CheckContext) {
  const account = await fixtures.create('Account', { city: 'Graz' });
  const contact = await fixtures.create('Contact', { city: 'Graz' });
  const ids = [idOf(account), idOf(contact)] as const;
  await rest.update('Accounts', ids[0], { comments: 'x' });
  await rest.update('Contacts', ids[1], { city: 'Wien' });
  await rest.update('Accounts', ids[0], { city: 'Wien' });
  await rest.delete('Accounts', ids[0]);
  return { ids, after: before(account) };
}

function shortOf(changes: readonly JsonObject[]): string[] {
  return changes.map(({ entity, act }) => `${entity} ${act}`);
}

const filters: readonly { name: string; spec: string; query: Query; wanted: readonly string[] }[] = [
  {
    name: 'entity',
    spec: 'ChangedEntity',
    query: { entity: 'Contact' },
    wanted: ['Contact created', 'Contact updated'],
  },
  {
    name: 'act',
    spec: 'ChangeAct',
    query: { act: 'created,deleted' },
    wanted: ['Account created', 'Contact created', 'Account deleted'],
  },
  {
    name: 'fields',
    spec: 'ChangedFields',
    query: { fields: 'city,owner', act: 'updated' },
    wanted: ['Contact updated', 'Account updated'],
  },
];

export const feedChoiceChecks: readonly Check[] = [
  ...filters.map(
    ({ name, spec: parameter, query, wanted }): Check => ({
      id: `changes.filter.${name}`,
      sentence: `MUST show with \`${name}\` the changes that it names, all of them and no other`,
      spec: `v100#/components/parameters/${parameter}`,
      run: async (context) => {
        const { ids, after } = await writeSome(context);
        const found = await readAll(context.rest, 'changes', { ...query, after });
        expectEqual(shortOf(changesOf(found, ...ids)), wanted, 'changes');
      },
    }),
  ),
  {
    id: 'changes.collection',
    sentence: 'MUST show in the feed of a collection the changes of its records and no other',
    spec: 'v100#/paths/~1entities~1{collection}~1changes/get',
    run: async (context) => {
      const { rest } = context;
      const { ids, after } = await writeSome(context);
      const all = changesOf(await readAll(rest, 'changes', { after }), ...ids);
      for (const [collection, id] of [
        ['Accounts', ids[0]],
        ['Contacts', ids[1]],
      ] as const) {
        const found = changesOf(await readAll(rest, `entities/${collection}/changes`, { after }), ...ids);
        expectEqual(found, changesOf(all, id), `changes of ${collection}`);
      }
    },
  },
  {
    id: 'changes.record',
    sentence: 'MUST show in the feed of a record its changes and those of its rows, also once it is deleted',
    spec: 'v100#/paths/~1entities~1{collection}~1{id}~1changes/get',
    run: async ({ rest, fixtures }) => {
      const account_id = idOf(await fixtures.create('Account'));
      const id = idOf(await fixtures.create('Contact'));
      const row = idOf(await fixtures.create('ContactAccountRelation', { account_id, contact_id: id }));
      await rest.delete('Contacts', id);
      const found = await readAll(rest, `entities/Contacts/${id}/changes`);
      const acts = actsOf(changesOf(found, id));
      expectEqual([acts[0], acts.at(-1)], ['created', 'deleted'], 'the first and the last act of the contact');
      const [link] = changesOf(found, row);
      expectEqual([link?.entity, link?.act], ['ContactAccountRelation', 'created'], 'entity and act of the row');
      const owners = readArray(link?.owner_ids, 'owner_ids of the row');
      expectThat(owners.includes(id), 'the contact should be among the owner_ids of its row');
      expectEqual(changesOf(found, account_id), [], 'changes of the account');
    },
  },
  {
    id: 'changes.load-only',
    sentence: 'MUST show with `load-only` and `expand` the record as it is now, null when it is gone, else no record',
    spec: 'v100#/components/schemas/Change',
    run: async (context) => {
      const { ids, after } = await writeSome(context);
      const read = async (query: Query) =>
        changesOf(await readAll(context.rest, 'changes', { after, ...query }), ...ids);
      for (const { record, entity_id } of await read({ 'load-only': 'id,city' })) {
        const wanted = entity_id === ids[0] ? null : { id: ids[1], city: 'Wien' };
        expectEqual(record, wanted, 'record with load-only');
      }
      for (const { record } of await read({ expand: 'owner', entity: 'Contact' })) {
        const { owner, owner_id = null } = readObject(record, 'record with expand');
        expectEqual(readObject(owner, 'record.owner').id, owner_id, 'id of the owner');
      }
      const bare = await read({});
      expectThat(bare.length > 0 && bare.every((change) => !('record' in change)), 'a change should have no record');
    },
  },
  {
    id: 'changes.parameters',
    sentence: 'MUST reject with 400 a feed that is asked for what there is not',
    spec,
    run: async ({ rest }) => {
      for (const [name, value] of Object.entries({ act: 'renamed', entity: 'Nothing', first: 0, wait: 61 })) {
        expectParameterRejected(await rest.sendInSpace('GET', 'changes', { query: { [name]: value } }), name);
      }
      expectParameterRejected(await rest.sendInSpace('GET', 'changes', { query: { first: 1001 } }), 'first');
    },
  },
  {
    id: 'changes.unknown',
    sentence: 'MUST answer 404 to the feed of a collection or a record that there is not',
    spec: 'v100#/components/responses/NotFound',
    run: async ({ rest, fixtures }) => {
      const contact = idOf(await fixtures.create('Contact'));
      for (const below of [
        'Nothings/changes',
        `Accounts/${fixtures.freshId()}/changes`,
        `Accounts/${contact}/changes`,
      ]) {
        expectError(await rest.sendInSpace('GET', `entities/${below}`), 404);
      }
    },
  },
];
