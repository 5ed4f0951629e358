/**
 * Promises of the legacy REST v1 about changes.
 */

import { toLegacyId } from '../../api/legacy-id.js';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readObject } from '../../http/json.js';

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
];
