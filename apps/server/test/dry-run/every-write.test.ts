/**
 * Whatever is written can be tried: the answer is that of the write, and nothing is left of it.
 */
import { expect, it } from 'vitest';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { filesOf, text as greeting } from '../documents/samples.js';
import { onDatabaseInTurn } from '../fixture.js';
import { newLead } from '../lifecycle/lifecycle-space.js';
import type { Json, TestSpace } from '../test-space.js';
import { dryRun, send, shape, type Write } from './dry-run.js';
import { differences, storedRows } from './stored-rows.js';

/** Makes what the write needs. */
type Prepare = (space: TestSpace) => Promise<Write>;

const post = (path: string, body?: unknown, query = {}): Write => ({ method: 'POST', path, sent: { body, query } });
const put = (path: string, body: Json): Write => ({ method: 'PUT', path, sent: { body } });
const patch = (path: string, body: Json): Write => ({ method: 'PATCH', path, sent: { body } });
const remove = (path: string, query = {}): Write => ({ method: 'DELETE', path, sent: { query } });

const contactOf = (space: TestSpace, members: Json = {}) => ({
  last_name: 'Okafor',
  owner_id: space.ids.ownerId,
  ...members,
});
const newField = (space: TestSpace, members: Json) => space.create('Fields', { entity_name: 'Contact', ...members });

const writes: Readonly<Record<string, Prepare>> = {
  'a create': async (space) => post('Contacts', contactOf(space)),
  'a create with rows, and events beside it': async (space) => {
    const account = await space.newAccount();
    return post('Opportunities', {
      name: '200 forklifts',
      owner_id: space.ids.ownerId,
      closing_date: '2026-09-30',
      step_id: space.ids.stepIds[0],
      value: { base_value: 1000 },
      account_relations: [{ account_id: account.id, is_primary: true }],
    });
  },
  'a create that takes a number': async (space) => {
    const pattern = { type_id: 'sequence', sequence_pattern: 'C-{0001}' };
    await newField(space, { name: `Number ${Math.random()}`, ...pattern });
    return post('Contacts', contactOf(space));
  },
  'a create that takes a unique value': async (space) => {
    const field = await newField(space, { name: `Badge ${Math.random()}`, type_id: 'input', is_unique: true });
    return post('Contacts', contactOf(space, { [String(field.api_name)]: 'B-1' }));
  },
  'an update': async (space) => patch(`Contacts/${(await space.newContact()).id}`, { city: 'Leeds' }),
  'an update of rows': async (space) => {
    const [first, second] = [await space.newAccount(), await space.newAccount()];
    const contact = await space.newContact({ account_relations: [{ account_id: first.id, is_primary: true }] });
    return patch(`Contacts/${contact.id}`, { account_relations: [{ account_id: second.id, is_primary: true }] });
  },
  'a delete': async (space) => remove(`Contacts/${(await space.newContact()).id}`),
  'an upsert that creates': async () =>
    put(`Products/by/sku/S-${Math.random()}`, { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs' }),
  'an upsert that changes': async (space) => {
    const sku = `S-${Math.random()}`;
    await space.newProduct({ sku });
    return put(`Products/by/sku/${sku}`, { name: 'New' });
  },
  'a batch-modify': async (space) =>
    post('Contacts/batch-modify', [contactOf(space), { id: (await space.newContact()).id, city: 'York' }]),
  'a batch-modify that leaves items out': async (space) =>
    post('Contacts/batch-modify', [contactOf(space), { last_name: '' }], { 'rollback-method': 1 }),
  'a batch-delete': async (space) =>
    post('Contacts/batch-delete', [(await space.newContact()).id, (await space.newContact()).id]),
  'a batch-restore': async (space) => {
    const contact = await space.newContact();
    await space.delete('Contacts', contact.id);
    return post('Contacts/batch-restore', [contact.id]);
  },
  'a revert': async (space) => {
    const contact = await space.newContact({ city: 'York' });
    const { revision } = await space.update('Contacts', contact.id, { city: 'Leeds' });
    return post(`../changes/${revision}/revert`);
  },
  'a qualification': async (space) =>
    post(`Leads/${(await newLead(space)).id}/qualify`, { closing_date: '2026-09-30', value: { base_value: 500 } }),
  'a way back': async (space) => post(`Opportunities/${(await space.newOpportunity()).id}/back-to-lead`, {}),
  'a lead that comes back': async (space) =>
    post(`Leads/${(await newLead(space, { is_archived: true })).id}/reactivate`),
  'an opportunity that comes back': async (space) =>
    post(`Opportunities/${(await space.newOpportunity({ is_archived: true })).id}/reactivate`),
  'a field whose values a job works out': async (space) => {
    await space.newContact();
    return post('Fields', {
      entity_name: 'Contact',
      name: `Twice ${Math.random()}`,
      type_id: 'integer',
      calc_formula: '1 + 1',
    });
  },
  'values that go with their field': async (space) => {
    const field = await newField(space, { name: `Size ${Math.random()}`, type_id: 'integer' });
    await space.newContact({ [String(field.api_name)]: 3 });
    return remove(`Fields/${field.id}`, { 'delete-values': true });
  },
  'a custom entity type': async () =>
    post('Entities', {
      name_singular: 'Ship',
      name_plural: 'Ships',
      entity_api_name: `Ship${Math.random()
        .toString(36)
        .replaceAll(/[^a-z]/g, '')}`,
    }),
  'records that go with their entity type': async (space) => {
    const kind = await defineEntityType(
      space,
      `Boat${Math.random()
        .toString(36)
        .replaceAll(/[^a-z]/g, '')}`,
    );
    await kind.create();
    return remove(`Entities/${kind.entity.id}`, { 'delete-records': true });
  },
  'a file': async () => post('CloudObjects', { filename: 'a.txt', type: 1, content: greeting.toString('base64') }),
  'other content of a file': async (space) => {
    const body = { filename: 'a.txt', type: 1, content: greeting.toString('base64') };
    const file = await space.create('CloudObjects', body);
    return patch(`CloudObjects/${file.id}`, { content: Buffer.from('other').toString('base64') });
  },
  'an upload': async () => ({
    method: 'POST',
    path: 'CloudObjects/upload',
    sent: {
      query: { filename: 'a.txt' },
      headers: { 'content-type': 'application/octet-stream' },
      body: new Blob([new Uint8Array(greeting)]),
    },
  }),
};

onDatabaseInTurn((running) => {
  it.each(Object.entries(writes))('%s', async (_, prepare) => {
    const { server, space } = running;
    const write = await prepare(space);
    await jobsDone();
    const [rows, files] = [await storedRows(server), filesOf(server, space.id)];
    const tried = await dryRun(space, write);
    expect(differences(rows, await storedRows(server))).toEqual([]);
    expect(filesOf(server, space.id)).toEqual(files);
    expect(tried.headers.get('dry-run')).toBe('true');
    expect(tried.headers.get('etag')).toBeNull();

    const written = await send(space, write);
    expect(written.status, written.text).toBeLessThan(300);
    expect(shape(tried)).toBe(shape(written));
    expect(written.headers.get('dry-run')).toBeNull();
    await jobsDone();
  });

  async function jobsDone(): Promise<void> {
    const { server, space } = running;
    await expect.poll(() => server.deps.db.knex('jobs').where({ space_id: space.id })).toEqual([]);
  }
});
