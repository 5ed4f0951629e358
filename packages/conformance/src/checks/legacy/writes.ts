/**
 * Promises of the legacy REST v1 about changes.
 */

import { legacyPhrase } from '../../api/legacy-filter.js';
import { toLegacyId } from '../../api/legacy-id.js';
import { idOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readNumber, readObject, readObjects, readText } from '../../http/json.js';
import type { Query } from '../../http/query.js';
import { legacyBody } from './legacy-body.js';

/** The id of no record. */
const nobody = '00000000-0000-4000-8000-00000000dead';

/** A record that is shared with one user, whose number is `number`. @param roles of the user, a row for each */
async function sharedRecord({ fixtures, legacy }: CheckContext, name: string, ...roles: readonly number[]) {
  const client_id = await fixtures.idOf('Client');
  const record = await fixtures.create(name, { sharing_clients: roles.map((role) => ({ client_id, role })) });
  const client = await legacy.send('GET', `/Clients/${toLegacyId(client_id)}`);
  expectStatus(client, 200);
  const number = readNumber(readObject(client.json, 'the body').ID, 'ID');
  const collection = fixtures.entityType(name).v1?.collection ?? '';
  return { id: idOf(record), collection, path: `/${collection}/${toLegacyId(idOf(record))}`, number };
}

async function read({ legacy }: CheckContext, path: string, query: Query = {}): Promise<RecordJson> {
  const answer = await legacy.send('GET', path, { query });
  expectStatus(answer, 200);
  return readObject(answer.json, 'the body');
}

export const legacyWriteChecks: readonly Check[] = [
  {
    id: 'legacy.put-empty-list',
    sentence: 'MUST take `[]` as the body of a PUT for no change, as some clients encode an empty change so',
    spec: 'v1#/paths/~1{space_name}~1Accounts~1{id}/put',
    run: async ({ legacy, fixtures }) => {
      const account = await fixtures.create('Account');
      const answer = await legacy.send('PUT', `/Accounts/${toLegacyId(idOf(account))}`, { body: [] });
      expectStatus(answer, 200);
      expectEqual(readObject(answer.json, 'the body').ORGANIZATION, account.name ?? null, 'ORGANIZATION');
    },
  },
  {
    id: 'legacy.post-with-id',
    sentence:
      'MUST change the record that `ID` names with a POST of its collection, and leave the other fields as they are',
    spec: 'v1#/paths/~1{space_name}~1Accounts/post',
    run: async ({ rest, legacy, fixtures }) => {
      const account = await fixtures.create('Account', { city: 'Graz', zip_code: '8010' });
      const body = { ID: toLegacyId(idOf(account)), CITY: 'Linz' };
      expectStatus(await legacy.send('POST', '/Accounts', { body }), 200);
      const changed = await rest.get('Accounts', idOf(account));
      expectEqual([changed.city, changed.zip_code], ['Linz', '8010'], 'city and zip_code');
    },
  },
  {
    id: 'legacy.required',
    sentence:
      'MUST reject a new record of REST v1 that lacks what its entity requires, and name the field as REST v1 does',
    spec: 'v1#/components/responses/LegacyInvalid',
    run: async (context) => {
      for (const [name, members] of [
        ['Account', ['ORGANIZATION', 'OWNER_ID']],
        ['Opportunity', ['OPPORTUNITY_NAME', 'CLOSING_DATE']],
      ] as const) {
        const entityType = context.fixtures.entityType(name);
        const body = legacyBody(context.fixtures.catalog, entityType, await context.fixtures.body(name));
        for (const member of members) {
          const { [member]: _, ...others } = body;
          const answer = await context.legacy.send('POST', `/${entityType.v1?.collection}`, { body: others });
          expectStatus(answer, 422);
          const { errorcode, message } = readObject(answer.json, 'the body');
          readNumber(errorcode, 'errorcode');
          expectThat(readText(message, 'message').includes(member), `the message should name ${member}: ${message}`);
        }
      }
    },
  },
  {
    id: 'legacy.create.usual',
    sentence: 'MUST make records of what programs of REST v1 send for new accounts, contacts and opportunities',
    spec: 'v1#/paths/~1{space_name}~1Opportunities/post',
    run: async (context) => {
      const { legacy, fixtures } = context;
      const client = await read(context, `/Clients/${toLegacyId(await fixtures.idOf('Client'))}`);
      const unit = await read(context, `/SalesUnits/${toLegacyId(await fixtures.idOf('SalesUnit'))}`);
      const shared = { OWNER_ID: client.ID ?? null, SALES_UNIT_ID: unit.ID ?? null };
      const make = async (name: string, body: RecordJson) => {
        const answer = await legacy.send('POST', `/${name}`, { body });
        expectStatus(answer, 201);
        const made = readObject(answer.json, 'the body');
        for (const [field, value] of Object.entries(body)) {
          if (field !== 'ACCOUNT_RELATIONS') expectEqual(made[field], value, `${field} of the new record`);
        }
        return made;
      };
      const account = await make('Accounts', { ...shared, ORGANIZATION: fixtures.uniqueText() });
      const relation = { ACCOUNT_ID: account.ID ?? null, IS_PRIMARY: 1 };
      await make('Contacts', { ...shared, SURNAME: fixtures.uniqueText() });
      const opportunity = await make('Opportunities', {
        ...shared,
        OPPORTUNITY_NAME: fixtures.uniqueText(),
        STAGE: toLegacyId(await fixtures.idOf('Step')),
        OPPORTUNITY_VALUE_FOREIGN: 1250.5,
        CLOSING_DATE: '2030-06-30',
        ACCOUNT_RELATIONS: [relation],
      });
      const [row] = readObjects(opportunity.ACCOUNT_RELATIONS ?? null, 'ACCOUNT_RELATIONS');
      expectEqual(
        [row?.ACCOUNT_ID, row?.IS_PRIMARY],
        [relation.ACCOUNT_ID, 1],
        'the account and whether it is primary',
      );
    },
  },
  {
    id: 'legacy.sharing',
    sentence:
      'MUST show in `SALES_TEAM` and `WATCHERS` the numbers of the users of `sharing_clients` with `role` 2 and 1',
    spec: 'v1#/components/schemas/Account',
    run: async (context) => {
      for (const name of ['Account', 'Opportunity']) {
        for (const [role, wanted] of [
          [2, { SALES_TEAM: 1, WATCHERS: 0 }],
          [1, { SALES_TEAM: 0, WATCHERS: 1 }],
        ] as const) {
          const { path, number, ...record } = await sharedRecord(context, name, role);
          const shown = await read(context, path, { loadonly: 'SALES_TEAM|WATCHERS' });
          for (const [list, count] of Object.entries(wanted)) {
            expectEqual(shown[list], count === 1 ? [number] : [], `${list} of a ${name} with role ${role}`);
          }
          expectEqual((await read(context, path)).SALES_TEAM, shown.SALES_TEAM, 'SALES_TEAM without loadonly');
          const { records } = await context.legacy.list(record.collection, {
            filter: `${legacyPhrase('ID', toLegacyId(record.id))}|SALES_TEAM::${number}`,
          });
          expectEqual(records.length, wanted.SALES_TEAM, `records listed with role ${role} and a filter by SALES_TEAM`);
        }
      }
    },
  },
  {
    id: 'legacy.sharing.once',
    sentence:
      'SHOULD show a user who has rows of both roles in `SALES_TEAM` alone, and find the record by that list alone',
    spec: 'v1#/components/schemas/Account',
    run: async (context) => {
      const { path, id, number } = await sharedRecord(context, 'Account', 1, 2);
      const shown = await read(context, path, { loadonly: 'SALES_TEAM|WATCHERS' });
      expectEqual([shown.SALES_TEAM, shown.WATCHERS], [[number], []], 'SALES_TEAM and WATCHERS');
      for (const [phrase, count] of [
        [`SALES_TEAM::${number}`, 1],
        [`WATCHERS::${number}`, 0],
        [`WATCHERS::${number}::ne`, 1],
        ['WATCHERS::::eq', 1],
      ] as const) {
        const filter = `${legacyPhrase('ID', toLegacyId(id))}|${phrase}`;
        const { records } = await context.legacy.list('Accounts', { filter });
        expectEqual(records.length, count, `records listed by ${phrase}`);
      }
    },
  },
  {
    id: 'legacy.sharing.write',
    sentence:
      'MUST replace by `SALES_TEAM` or `WATCHERS` in a body the users of that role, and leave those of the other as they are',
    spec: 'v1#/components/schemas/AccountBody',
    run: async (context) => {
      const { path, number, id } = await sharedRecord(context, 'Account', 1);
      const put = async (body: RecordJson, roles: readonly number[], what: string) => {
        expectStatus(await context.legacy.send('PUT', path, { body }), 200);
        const rows = (await context.rest.get('Accounts', id, { expand: 'sharing_clients' })).sharing_clients;
        expectEqual(
          readObjects(rows ?? null, 'sharing_clients').map(({ role }) => role ?? null),
          roles,
          what,
        );
      };
      await put({ SALES_TEAM: [] }, [1], 'roles once nobody is in SALES_TEAM');
      await put({ SALES_TEAM: [number] }, [2], 'roles once the user is in SALES_TEAM');
      await put({ WATCHERS: [] }, [2], 'roles once nobody is in WATCHERS');
      const shown = await read(context, path);
      await put({ CITY: 'Graz', SALES_TEAM: shown.SALES_TEAM ?? null, WATCHERS: [] }, [2], 'roles, both as they were');
      await put({ SALES_TEAM: [], WATCHERS: [String(number)] }, [1], 'roles once the user is in WATCHERS');
      await put({ WATCHERS: [] }, [], 'roles in the end');
    },
  },
  {
    id: 'legacy.sharing.described',
    sentence: 'SHOULD describe `SALES_TEAM` and `WATCHERS` in `getFields`',
    spec: 'v1#/paths/~1{space_name}~1getFields~1{entity}/get',
    run: async ({ legacy }) => {
      const answer = await legacy.send('GET', '/getFields/Opportunity');
      expectStatus(answer, 200);
      const names = readObjects(answer.json, 'the body').map(({ API_NAME }) => API_NAME);
      expectEqual(names.filter((name) => name === 'SALES_TEAM' || name === 'WATCHERS').length, 2, 'fields described');
    },
  },
  {
    id: 'legacy.rows-by-name',
    sentence: 'SHOULD name what is wrong with a row of a record in REST v1 as REST v1 names it',
    spec: 'v1#/components/responses/LegacyInvalid',
    run: async ({ legacy, fixtures }) => {
      const contact = legacyBody(fixtures.catalog, fixtures.entityType('Contact'), await fixtures.body('Contact'));
      const body = { ...contact, ACCOUNT_RELATIONS: [{ ACCOUNT_ID: toLegacyId(nobody), IS_PRIMARY: 1 }] };
      const answer = await legacy.send('POST', '/Contacts', { body });
      expectStatus(answer, 422);
      const message = readText(readObject(answer.json, 'the body').message, 'message');
      expectThat(message.includes('ACCOUNT_ID'), `the message should name ACCOUNT_ID: ${message}`);
      expectThat(!/account_(id|relations)/.test(message), `the message should not use names of REST v100: ${message}`);
    },
  },
  {
    id: 'legacy.error-ids',
    sentence: 'SHOULD name records in errors of REST v1 by the ids that REST v1 has',
    spec: 'v1#/components/responses/LegacyInvalid',
    run: async ({ legacy, fixtures }) => {
      const account = `/Accounts/${toLegacyId(idOf(await fixtures.create('Account')))}`;
      for (const [method, path, body] of [
        ['PUT', account, { PARENT_ACCOUNT_ID: toLegacyId(nobody) }],
        ['POST', '/deleteEntities?entityName=Account', [toLegacyId(nobody)]],
      ] as const) {
        const answer = await legacy.send(method, path, { body });
        expectStatus(answer, 422);
        const message = readText(readObject(answer.json, 'the body').message, 'message');
        expectThat(message.includes(toLegacyId(nobody)), `the message should name ${toLegacyId(nobody)}: ${message}`);
      }
    },
  },
];
