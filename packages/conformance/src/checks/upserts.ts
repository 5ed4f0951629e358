/**
 * Promises about records that are named by a unique member, and about requests that name themselves.
 */

import { idOf } from '../api/record.js';
import { readPage, readRecord } from '../api/rest-api.js';
import type { Check } from '../check.js';
import { expectError, expectParameterRejected } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import { readArray } from '../http/json.js';

const upsertSpec = 'v100#/paths/~1entities~1Products~1by~1{field}~1{value}/put';
const keySpec = 'v100#/components/parameters/IdempotencyKey';
const duplicateSpec = 'v100#/paths/~1entities~1Contacts~1duplicates/get';

export const upsertChecks: readonly Check[] = [
  {
    id: 'upsert.creates-once',
    sentence: 'MUST make a record by a unique member with 201, and change the same one with 200 the next time',
    spec: upsertSpec,
    run: async ({ rest, fixtures }) => {
      const sku = fixtures.uniqueText();
      const { sku: _, ...body } = await fixtures.body('Product', { description: 'first' });
      const made = await rest.sendBelow('PUT', 'Products', `by/sku/${sku}`, { body });
      expectStatus(made, 201);
      const changed = await rest.sendBelow('PUT', 'Products', `by/sku/${sku}`, { body: { description: 'second' } });
      expectStatus(changed, 200);
      const record = readRecord(changed);
      expectEqual([record.id, record.sku, record.description], [readRecord(made).id, sku, 'second'], 'the product');
    },
  },
  {
    id: 'upsert.not-unique',
    sentence: 'MUST reject with 400 and code 117 an upsert by a member that is not unique',
    spec: upsertSpec,
    run: async ({ rest, fixtures }) => {
      const body = await fixtures.body('Product');
      expectParameterRejected(await rest.sendBelow('PUT', 'Products', 'by/description/x', { body }), 'description');
    },
  },
  {
    id: 'idempotency.replayed',
    sentence: 'MUST answer a repeated POST with the same `Idempotency-Key` as the first time and write nothing more',
    spec: keySpec,
    run: async ({ rest, fixtures }) => {
      const city = fixtures.uniqueText();
      const body = await fixtures.body('Account', { city });
      const headers = { 'idempotency-key': fixtures.uniqueText() };
      const first = await rest.send('POST', 'Accounts', undefined, { body, headers });
      const second = await rest.send('POST', 'Accounts', undefined, { body, headers });
      expectStatus(second, 201);
      expectEqual(second.json, first.json, 'the second answer');
      expectEqual(second.headers.get('idempotency-replayed'), 'true', 'Idempotency-Replayed');
      expectEqual((await rest.list('Accounts', { 'filter[city]': city })).records.length, 1, 'accounts made');
    },
  },
  {
    id: 'idempotency.conflict',
    sentence: 'MUST answer 409 to another body with an `Idempotency-Key` that was used',
    spec: keySpec,
    run: async ({ rest, fixtures }) => {
      const headers = { 'idempotency-key': fixtures.uniqueText() };
      await rest.send('POST', 'Accounts', undefined, { body: await fixtures.body('Account'), headers });
      const other = await fixtures.body('Account');
      expectError(await rest.send('POST', 'Accounts', undefined, { body: other, headers }), 409);
    },
  },
  {
    id: 'duplicates.email',
    sentence: 'MUST find contacts with the same e-mail address in any case as likely one, as a merge takes them',
    spec: duplicateSpec,
    run: async ({ rest, fixtures }) => {
      const name = fixtures.uniqueText();
      const master = idOf(await fixtures.create('Contact', { last_name: `${name}a`, email1: `${name}@example.com` }));
      const other = idOf(
        await fixtures.create('Contact', { last_name: `b${name}x`, email2: `${name.toUpperCase()}@EXAMPLE.com` }),
      );
      for (let after: string | null = null; ; ) {
        const query = { first: 100, ...(after === null ? {} : { after }) };
        const page = readPage(await rest.sendBelow('GET', 'Contacts', 'duplicates', { query }));
        const group = page.records.find(({ master_id }) => master_id === master);
        if (group !== undefined) {
          const ids = readArray(group.secondary_ids, 'secondary_ids');
          expectThat(ids.includes(other), `the group should have ${other}, has ${JSON.stringify(ids)}`);
          return;
        }
        expectThat(page.endCursor !== null, 'a group with both contacts should be listed');
        after = page.endCursor;
      }
    },
  },
];
