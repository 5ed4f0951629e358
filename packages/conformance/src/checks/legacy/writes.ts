/**
 * Promises of the legacy REST v1 about changes.
 */

import { toLegacyId } from '../../api/legacy-id.js';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readNumber, readObject, readText } from '../../http/json.js';
import { legacyBody } from './legacy-body.js';

/** The id of no record. */
const nobody = '00000000-0000-4000-8000-00000000dead';

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
];
