/**
 * Promises of the legacy REST v1 about single records and about the calls that describe it.
 */

import { legacyPhrase } from '../../api/legacy-filter.js';
import { toLegacyId } from '../../api/legacy-id.js';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readArray, readNumber, readObject, readObjects, readText } from '../../http/json.js';
import type { Query } from '../../http/query.js';
import { definitionsAreShared } from '../define.js';

export const legacyInfoChecks: readonly Check[] = [
  {
    id: 'legacy.get',
    sentence: 'MUST answer one record as a bare object under its older id, and 404 for an id that is unknown',
    spec: 'v1#/paths/~1{space_name}~1Accounts~1{id}/get',
    run: async ({ legacy, fixtures }) => {
      const account = await fixtures.create('Account');
      const answer = await legacy.send('GET', `/Accounts/${toLegacyId(idOf(account))}`);
      expectStatus(answer, 200);
      expectEqual(readObject(answer.json, 'the body').ORGANIZATION, account.name, 'ORGANIZATION');
      const missing = await legacy.send('GET', `/Accounts/${toLegacyId(fixtures.freshId())}`);
      expectStatus(missing, 404);
      readNumber(readObject(missing.json, 'the body').errorcode, 'errorcode');
    },
  },
  {
    id: 'legacy.collections',
    sentence: 'MUST answer the names of the collections at the path of the space',
    spec: 'v1#/paths/~1{space_name}/get',
    run: async ({ legacy, fixtures }) => {
      const answer = await legacy.send('GET', '');
      expectStatus(answer, 200);
      const names = readArray(answer.json, 'the body');
      const wanted = fixtures.catalog.entityTypes.flatMap((entityType) => entityType.v1?.collection ?? []);
      expectEqual(
        wanted.filter((name) => !names.includes(name)),
        [],
        'collections missing',
      );
    },
  },
  {
    id: 'legacy.entity-public',
    sentence: 'MUST map each collection to its entity in `entityPublic`, no entity twice',
    spec: 'v1#/paths/~1{space_name}~1entityPublic/get',
    run: async ({ legacy, fixtures }) => {
      const answer = await legacy.send('GET', '/entityPublic');
      expectStatus(answer, 200);
      const entities = readObject(answer.json, 'the body');
      for (const { v1 } of fixtures.catalog.entityTypes) {
        if (v1 !== null) expectEqual(entities[v1.collection], v1.entity, `entity of ${v1.collection}`);
      }
      expectEqual(new Set(Object.values(entities)).size, Object.keys(entities).length, 'different entities');
    },
  },
  {
    id: 'legacy.get-fields',
    sentence: 'MUST describe in `getFields` every field that records of the entity have',
    spec: 'v1#/paths/~1{space_name}~1getFields~1{entity}/get',
    run: async ({ legacy, fixtures }) => {
      const record = await fixtures.create('Account');
      const answer = await legacy.send('GET', '/getFields/Account');
      expectStatus(answer, 200);
      const described = readObjects(answer.json, 'the body').map((field) => readText(field.API_NAME, 'API_NAME'));
      const shown = await legacy.list('Accounts', {
        filter: legacyPhrase('ORGANIZATION', readText(record.name, 'name')),
      });
      const missing = Object.keys(shown.records[0] ?? {}).filter((name) => !described.includes(name));
      expectEqual(missing, [], 'fields of a record that are not described');
      expectThat(described.length > 0, 'some field should be described');
    },
  },
  {
    id: 'legacy.known-collections',
    sentence: 'MUST have the collections that programs of REST v1 know, each of which answers a list',
    spec: 'v1#/paths/~1{space_name}/get',
    run: async ({ legacy }) => {
      for (const name of knownCollections) await legacy.list(name, { limit: 1 });
    },
  },
  {
    id: 'legacy.get-fields.custom',
    sentence: 'MUST leave only fields that the business added in `getFields` with `filter=CUSTOM::TRUE`',
    spec: 'v1#/paths/~1{space_name}~1getFields~1{entity}/get',
    serial: definitionsAreShared,
    run: async ({ legacy, fixtures }) => {
      const { entity_name = null, id = null } = await fixtures.create('Field');
      const { v1 } = fixtures.entityType(readText(entity_name, 'entity_name'));
      const described = async (query: Query) => {
        const answer = await legacy.send('GET', `/getFields/${v1?.entity}`, { query });
        expectStatus(answer, 200);
        return readObjects(answer.json, 'the body');
      };
      const custom = await described({ filter: legacyPhrase('CUSTOM', 'TRUE') });
      const wanted = (await described({})).filter(({ CUSTOM }) => CUSTOM === true);
      expectEqual(
        custom.map(({ ID }) => ID ?? null),
        wanted.map(({ ID }) => ID ?? null),
        'ids of the fields',
      );
      expectThat(
        custom.some(({ ID }) => ID === toLegacyId(readText(id, 'id'))),
        'the new field should be described',
      );
    },
  },
  {
    id: 'legacy.error-shape',
    sentence: 'MUST answer every failure of REST v1 as `{errorcode, message}`, with a status of 400 or more',
    spec: 'v1#/components/schemas/LegacyError',
    run: async ({ legacy, fixtures }) => {
      const unknown = toLegacyId(fixtures.freshId());
      const failures = [
        await legacy.send('GET', '/Accounts', { query: { filter: 'NOPE::1' } }),
        await legacy.send('GET', `/Accounts/${unknown}`),
        await legacy.send('GET', '/NoSuchThings'),
        await legacy.send('PUT', `/Accounts/${unknown}`, { body: { CITY: 'Graz' } }),
        await legacy.send('DELETE', `/Accounts/${unknown}`),
        await legacy.send('POST', '/Accounts', { body: {} }),
        await legacy.send('POST', '/setEntities', { body: [] }),
        await legacy.send('POST', '/Accounts', { rawBody: '{' }),
      ];
      for (const answer of failures) {
        expectThat(answer.status >= 400, `${answer.line}: the status should be 400 or more`);
        const { errorcode, message } = readObject(answer.json, 'the body');
        readNumber(errorcode, 'errorcode');
        expectThat(readText(message, 'message') !== '', `${answer.line}: the message should not be empty`);
      }
    },
  },
];

/** Those that clients in use name. */
const knownCollections = [
  'Accounts',
  'AccountTypes',
  'Activities',
  'ActivityTypes',
  'AddressbookRelations',
  'Appointments',
  'Clients',
  'Competencies',
  'Contacts',
  'Currencies',
  'Data',
  'Documents',
  'Emails',
  'ExRateLists',
  'Industries',
  'IntegrationEnvs',
  'Leads',
  'MasterRights',
  'Messages',
  'Notes',
  'Opportunities',
  'OpptyAccountRelations',
  'OpptyContactRelations',
  'OpptyContactRoles',
  'OpptyProductRelations',
  'Products',
  'ProductCategories',
  'ProductPriceLists',
  'ProductPriceListPrices',
  'ReasonOfCloses',
  'Relevancies',
  'Reminders',
  'SalesRoles',
  'SalesUnits',
  'Stages',
];
