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
];
