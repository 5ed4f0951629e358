/**
 * Every change of a stored record is announced in the transaction that makes it, whichever use makes it: what is to happen with every
 * change needs one place, `WriteContext.stamp`.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import { migrateSpace } from '../../src/spaces/migrate-spaces.js';
import { createKey, revokeKey } from '../../src/spaces/space-keys.js';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';
import { newLead } from '../lifecycle/lifecycle-space.js';
import { merge } from '../merge/merge.js';
import type { Answer, Json, TestRecord, TestSpace } from '../test-space.js';
import { ChangeRecorder } from './change-recorder.js';

/** The tables are read before and after each step. */
const limitMs = 120_000;

onDatabaseInTurn((running) => {
  let space: TestSpace;
  let recorder: ChangeRecorder;
  beforeEach(async () => {
    space = await running.server.newSpace(`changes-${Math.random().toString(36).slice(2, 10)}`);
    recorder = new ChangeRecorder(running.server, space.id);
    recorder.listen();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Each of the steps announces what it changes. */
  const expectAnnounced = async (steps: Readonly<Record<string, () => Promise<unknown>>>) => {
    for (const [name, step] of Object.entries(steps)) expect(await recorder.problems(step), name).toEqual([]);
  };
  const succeeded = async (sent: Promise<Answer>) => {
    const answer = await sent;
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const post = (path: string, body: unknown, query = {}) => succeeded(space.send('POST', path, { body, query }));
  const remove = (path: string, query = {}) => succeeded(space.send('DELETE', path, { query }));
  const newField = (members: Json) => space.create('Fields', { entity_name: 'Contact', ...members });

  test(
    'single records, rows with them, batches and upserts',
    async () => {
      const account = await space.newAccount();
      const account_relations = [{ account_id: account.id, is_primary: true }];
      let contact = await space.newContact();
      let product = await space.newProduct({ sku: 'A-1' });
      await expectAnnounced({
        create: async () => (contact = await space.newContact({ account_relations })),
        update: () => space.update('Contacts', contact.id, { city: 'Leeds', account_relations: [] }),
        'rows again': () => space.update('Contacts', contact.id, { account_relations }),
        'a row of its own': () =>
          space.create('ContactAccountRelations', { contact_id: contact.id, account_id: account.id }),
        delete: () => space.delete('Contacts', contact.id),
        restore: () => post('Contacts/batch-restore', [contact.id]),
        batch: () =>
          post('Contacts/batch-modify', [
            { last_name: 'A', owner_id: space.ids.ownerId },
            { id: contact.id, city: 'York' },
          ]),
        'batch delete': () => succeeded(space.send('POST', 'Contacts/batch-delete', { body: [contact.id] })),
        'upsert that changes': () => succeeded(space.send('PUT', 'Products/by/sku/A-1', { body: { name: 'New' } })),
        'upsert that creates': async () => {
          const body = { name: 'Other', allowed_pipelines: 1, unit_symbol: 'pcs' };
          product = (await succeeded(space.send('PUT', 'Products/by/sku/A-2', { body }))) as TestRecord;
        },
        'delete it': () => space.delete('Products', product.id),
      });
    },
    limitMs,
  );

  test(
    'a merge and a conversion, with what refers to the records',
    async () => {
      const field = await newField({ name: 'Partner', type_id: 'lookup', lookup: { entity_name: 'Account' } });
      const [master, other] = [await space.newAccount(), await space.newAccount({ email1: 'a@example.com' })];
      const account_relations = [{ account_id: other.id, is_primary: true }];
      await space.newContact({ account_relations, [`${field.api_name}_id`]: other.id });
      await space.newAccount({ parent_account_id: other.id });
      await space.newOpportunity({ account_relations });
      await space.create('Notes', { note: 'x', owner_id: space.ids.ownerId, account_id: other.id });
      const lead = await newLead(space, { account_relations });
      await space.create('Tasks', {
        subject: 'x',
        owner_id: space.ids.ownerId,
        lead_relations: [{ lead_oppty_id: lead.id }],
      });
      await expectAnnounced({
        merge: () => merge(space, 'Accounts', { id: master.id, name: 'Merged' }, [other]),
        qualify: () => post(`Leads/${lead.id}/qualify`, { closing_date: '2026-09-30', value: { base_value: 500 } }),
      });
      expect([...recorder.acts]).toEqual(expect.arrayContaining(['create', 'update', 'merge', 'convert']));
    },
    limitMs,
  );

  test(
    'jobs of fields: new values, claimed, forgotten, options replaced',
    async () => {
      const number = await newField({ name: 'Badge', type_id: 'integer' });
      await newField({ name: 'Double', type_id: 'integer', calc_formula: '#cf_badge * 2' });
      const radio = await newField({
        name: 'Colour',
        type_id: 'radio',
        data_set: [
          { option_name: 'A', calc_value: 1 },
          { option_name: 'B', calc_value: 2 },
        ],
      });
      const { data_set } = await space.get('Fields', radio.id, { expand: 'data_set' });
      const [a, b] = (data_set as TestRecord[]).map(({ id }) => id);
      const several = await newField({
        name: 'Deals',
        type_id: 'lookup',
        lookup: { entity_name: 'Opportunity', many: true },
      });
      const deal = await space.newOpportunity();
      const members = { cf_badge: 3, cf_colour_id: a, cf_deals: [{ id: deal.id }] };
      const [contact, gone] = [await space.newContact(members), await space.newContact({ ...members, cf_badge: 4 })];
      await space.delete('Contacts', gone.id);
      const newFormula = () => newField({ name: 'Triple', type_id: 'integer', calc_formula: '#cf_badge * 3' });
      await expectAnnounced({
        recompute: newFormula,
        'change a value': () => space.update('Contacts', contact.id, { cf_badge: 5 }),
        'make unique': () => space.update('Fields', number.id, { is_unique: true }),
        'not unique any more': () => space.update('Fields', number.id, { is_unique: false }),
        'replace an option': () =>
          space.update('Fields', radio.id, { data_set: [{ id: b }], replaced_by: { [String(a)]: b } }),
        'forget values': () => remove(`Fields/${radio.id}`, { 'delete-values': true }),
        'forget rows': () => remove(`Fields/${several.id}`, { 'delete-values': true }),
      });
      expect([...recorder.acts]).toEqual(expect.arrayContaining(['clear', 'erase']));
    },
    limitMs,
  );

  test(
    'jobs of custom entity types: records deleted and restored with them',
    async () => {
      const kind = await defineEntityType(space, 'Ship');
      await kind.create({ sharing_clients: [{ client_id: space.ids.ownerId, role: 2 }] });
      const field = await space.create('Fields', { entity_name: 'Ship', name: 'Length', type_id: 'integer' });
      await kind.create({ cf_length: 3 });
      await expectAnnounced({
        'delete the type': () => remove(`Entities/${kind.entity.id}`, { 'delete-records': true }),
        'restore the type': () => post('Entities/batch-restore', [kind.entity.id]),
        'delete a field': () => remove(`Fields/${field.id}`),
      });
      expect([...recorder.acts]).toEqual(expect.arrayContaining(['delete', 'restore']));
    },
    limitMs,
  );

  test(
    'what the service writes itself',
    async () => {
      const { deps } = running.server;
      const kind = await defineEntityType(space, 'Ship');
      const ship = await kind.create();
      let token = '';
      await expectAnnounced({
        'make a key': async () => ({ token } = await createKey(deps, { space: space.id })),
        'revoke a key': () => revokeKey(deps, space.id, token),
        'bring the space up': async () => {
          await deps.db.knex('custom_entities').where({ id: ship.id }).update({ kind: null });
          await deps.db.knex('spaces').where({ space_id: space.id }).update({ catalog_version: 'older' });
          await inTransaction(deps, systemCall(space.id), (context) => migrateSpace(deps, context));
        },
      });
    },
    limitMs,
  );
});
