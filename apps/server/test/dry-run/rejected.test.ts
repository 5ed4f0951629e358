/**
 * A write that is rejected is rejected in the same way when it is tried.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { newLead } from '../lifecycle/lifecycle-space.js';
import type { TestSpace } from '../test-space.js';
import { dryRun, send, shape, type Write } from './dry-run.js';

const unknownId = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';

const rejected: readonly (readonly [name: string, status: number, prepare: (space: TestSpace) => Promise<Write>])[] = [
  ['a create without what it needs', 422, async () => ({ method: 'POST', path: 'Contacts', sent: { body: {} } })],
  [
    'a unique value that is taken',
    422,
    async (space) => {
      const { sku } = await space.newProduct({ sku: `S-${Math.random()}` });
      return {
        method: 'POST',
        path: 'Products',
        sent: { body: { name: 'x', allowed_pipelines: 1, unit_symbol: 'pcs', sku } },
      };
    },
  ],
  [
    'an update of a record that is not there',
    404,
    async () => ({ method: 'PATCH', path: `Contacts/${unknownId}`, sent: { body: { city: 'Leeds' } } }),
  ],
  [
    'an update of what has changed since',
    409,
    async (space) => {
      const { id, revision } = await space.newContact();
      await space.update('Contacts', id, { city: 'York' });
      return {
        method: 'PATCH',
        path: `Contacts/${id}`,
        sent: { body: { city: 'Leeds' }, headers: { 'if-match': `"${revision}"` } },
      };
    },
  ],
  [
    'a delete of what is protected',
    422,
    async (space) => {
      const body = { name: 'Harbourline', owner_id: space.ids.ownerId, is_delete_protected: true };
      const account = await space.create('Accounts', body, { 'validation-level': 8 });
      return { method: 'DELETE', path: `Accounts/${account.id}` };
    },
  ],
  [
    'a batch with a wrong item',
    422,
    async (space) => ({
      method: 'POST',
      path: 'Contacts/batch-modify',
      sent: { body: [{ last_name: 'x', owner_id: space.ids.ownerId }, { last_name: 7 }, { id: unknownId }] },
    }),
  ],
  [
    'a merge of what is not there, with a wrong member',
    422,
    async (space) => ({
      method: 'POST',
      path: 'Accounts/merge',
      sent: { body: { master: { id: (await space.newAccount()).id, name: 7 }, secondary_ids: [unknownId] } },
    }),
  ],
  [
    'a qualification without what an opportunity needs',
    422,
    async (space) => ({ method: 'POST', path: `Leads/${(await newLead(space)).id}/qualify`, sent: { body: {} } }),
  ],
  ['a body that is none', 400, async () => ({ method: 'POST', path: 'Contacts', sent: { body: '{' } })],
];

onDatabaseInTurn((running) => {
  it.each(rejected)('%s', async (_, status, prepare) => {
    const { space } = running;
    const write = await prepare(space);
    const tried = await dryRun(space, write);
    expect(tried.status, tried.text).toBe(status);
    expect(shape(tried)).toBe(shape(await send(space, write)));
  });

  it('rejects a key that may only read', async () => {
    const { space } = running;
    const sent = { body: {}, headers: { authorization: space.readOnlyAuthorization } };
    expect((await dryRun(space, { method: 'POST', path: 'Contacts', sent })).status).toBe(403);
  });
});
