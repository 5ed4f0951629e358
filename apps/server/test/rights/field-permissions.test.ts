/**
 * Fields by the permissions of a user's set of rights, and what a key does that hides fields: writes, webhooks, tags, keys of a key.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listKeys } from '../../src/spaces/space-keys.js';
import { startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { siblingTab } from '../filters/ask-filter.js';
import { onBothDatabases } from '../fixture.js';
import { pivotQuery, recordsQuery, structureOf } from '../reports/ask-pivot.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Receiver, until } from '../webhooks/receiver.js';
import { ScopedKey } from './scoped-key.js';

const level = { full: 1, readOnly: 2, none: 3 } as const;
const webhooks = { privateAddresses: 'all', timeoutMs: 1_000, atOnce: 2 } as const;

onBothDatabases(
  (running) => {
    let space: TestSpace;
    let key: ScopedKey;
    let user: TestRecord;
    let right: TestRecord;
    let account: TestRecord;
    let custom: TestRecord;
    const fieldId = async (api_name: string, entity_name = 'Account') => {
      const { data } = await space.list('Fields', {
        'filter[api_name]': api_name,
        'filter[entity_name]': entity_name,
        first: 5,
      });
      return (data[0] as TestRecord).id;
    };
    const permit = async (field_id: string, permission_level: number) =>
      space.create('FieldPermissions', { field_id, master_right_id: right.id, permission_level });
    const shown = async (id = account.id) => (await key.send('GET', `Accounts/${id}`)).body.data as Json;
    const patch = (body: Json) => key.send('PATCH', `Accounts/${account.id}`, { body });

    beforeAll(async () => {
      // A whole record has them; its document says nothing of keys.
      running.server.expectUndeclared(/must have required property/);
      space = await running.server.newSpace('permissions');
      custom = await space.create('Fields', { entity_name: 'Account', name: 'Pay', type_id: 'float' });
      right = await space.create('MasterRights', {
        ...{ name: 'Sales', access_entity_account: 4, access_entity_account_direction: 6 },
        ...{ access_entity_account_delete: true },
        ...{
          access_entity_oppty: 4,
          access_entity_oppty_direction: 6,
          access_duplicate_checker: true,
          access_bulk_update: true,
        },
        ...{ access_entity_contact: 4, access_entity_contact_direction: 6 },
      });
      user = await space.create('Clients', {
        ...{ email: 'ada@example.com', last_name: 'Obi', master_right_id: right.id },
        default_unit_id: space.ids.unitId,
      });
      key = await ScopedKey.of(running.server, space, { client: user.id, asUser: true });
      account = await space.newAccount({ comments: 'Low', city: 'Linz', cf_pay: 5, owner_id: user.id });
    });

    it('hide a field at once, show it and let it be read only', async () => {
      expect(await shown()).toMatchObject({ comments: 'Low', cf_pay: 5 });
      const [comments, pay] = [
        await permit(await fieldId('comments'), level.none),
        await permit(custom.id, level.none),
      ];
      const hidden = await shown();
      for (const name of ['comments', 'cf_pay']) expect(hidden).not.toHaveProperty(name);
      expect((await patch({ comments: 'x' })).body.message).toContain('Account has no member "comments".');
      await space.update('FieldPermissions', pay.id, { permission_level: level.readOnly });
      await space.update('FieldPermissions', comments.id, { permission_level: level.readOnly });
      expect(await shown()).toMatchObject({ comments: 'Low', cf_pay: 5 });
      for (const [name, value] of [
        ['comments', 'High'],
        ['cf_pay', 6],
      ] as const) {
        const { status, body } = await patch({ [name]: value });
        expect([status, body.name, body.message]).toEqual([
          403,
          'ERROR_FORBIDDEN',
          `The user of this key may read Accounts.${name}, and not write it. Leave it out, or send it as it is.`,
        ]);
      }
      expect((await patch({ ...(await shown()), city: 'Graz' })).status).toBe(200);
      await space.update('FieldPermissions', pay.id, { permission_level: level.full });
      expect((await patch({ cf_pay: 7 })).status).toBe(200);
      await space.delete('FieldPermissions', comments.id);
      expect((await patch({ comments: 'High' })).status).toBe(200);
      await space.delete('FieldPermissions', pay.id);
    });

    it('the strictest of several counts, and those of other sets of rights do not', async () => {
      const id = await fieldId('city');
      const other = await space.create('MasterRights', { name: 'Others' });
      const elsewhere = { field_id: id, master_right_id: other.id, permission_level: level.none };
      const made = [
        await space.create('FieldPermissions', elsewhere),
        await permit(id, level.none),
        await permit(id, level.full),
      ];
      expect(await shown()).not.toHaveProperty('city');
      await space.delete('FieldPermissions', made[1]!.id);
      expect(await shown()).toHaveProperty('city');
      for (const one of [made[0], made[2]]) await space.delete('FieldPermissions', one!.id);
    });

    it('reject what is read only in each interface, in creates and in items of a batch', async () => {
      const made = await permit(await fieldId('comments'), level.readOnly);
      const problem = 'may read Accounts.comments, and not write it';
      const created = await key.send('POST', 'Accounts', { body: { name: 'N', owner_id: user.id, comments: 'x' } });
      expect([created.status, created.text]).toEqual([403, expect.stringContaining(problem)]);
      const items = [
        { id: account.id, comments: 'x' },
        { name: 'Kept', owner_id: user.id },
      ];
      const batch = await key.send('POST', 'Accounts/batch-modify?rollback-method=1', { body: items });
      expect(batch.text).toContain(problem);
      expect((batch.body.data as readonly unknown[])[1]).toEqual(expect.stringMatching(/-/));
      const v1 = await key.sendTo('PUT', `/rest_services/v1/{space}/Accounts/${account.id}`, { COMMENTS: 'x' });
      expect([v1.status, v1.text]).toEqual([403, expect.stringContaining('not write it')]);
      const { errors } = await key.graphql(
        `mutation { updateAccount(id: "${account.id}", input: { comments: "x" }) { id } }`,
      );
      expect(errors?.[0]?.message).toContain(problem);
      expect(await space.get('Accounts', account.id)).not.toMatchObject({ comments: 'x' });
      await space.delete('FieldPermissions', made.id);
    });

    it('leave what is read only to the master of a merge as it has it', async () => {
      const made = [await permit(await fieldId('comments'), level.readOnly), await permit(custom.id, level.readOnly)];
      const master = await space.newAccount({ name: 'Master', owner_id: user.id });
      const other = await space.newAccount({ comments: 'Not taken', cf_pay: 9, city: 'Steyr', owner_id: user.id });
      const body = { master: { id: master.id }, secondary_ids: [other.id] };
      const tried = await key.send('POST', 'Accounts/merge', { body, query: { 'dry-run': 'true' } });
      expect(tried.status, tried.text).toBe(200);
      expect(tried.text).toContain('Not taken');
      const merged = await key.send('POST', 'Accounts/merge', { body });
      expect(merged.status, merged.text).toBe(200);
      expect(await space.get('Accounts', master.id)).toMatchObject({ comments: null, cf_pay: null, city: 'Steyr' });
      const given = await space.newAccount({ owner_id: user.id });
      const named = { master: { id: master.id, comments: 'Given' }, secondary_ids: [given.id] };
      const rejected = await key.send('POST', 'Accounts/merge', { body: named });
      expect([rejected.status, rejected.text]).toEqual([403, expect.stringContaining('may read Accounts.comments')]);
      for (const { id } of made) await space.delete('FieldPermissions', id);
    });

    describe('that let rows of a record be read only', () => {
      let made: TestRecord;
      let contact: TestRecord;
      let row: string;
      let other: TestRecord;
      const write = (method: string, path: string, body?: Json) => key.send(method, path, body ? { body } : {});
      const newRow = (): Json => ({ contact_id: contact.id, account_id: other.id });
      const rows = async () => {
        const filter = { 'filter[contact_id]': contact.id, 'load-only': 'account_id,position,is_primary' };
        return (await space.list('ContactAccountRelations', filter)).data;
      };

      beforeAll(async () => {
        other = await space.newAccount({ owner_id: user.id });
        contact = await space.create('Contacts', {
          ...{ last_name: 'Held', owner_id: user.id },
          account_relations: [{ account_id: account.id, is_primary: true }],
        });
        row = String((await rows())[0]?.id);
        made = await permit(await fieldId('account_relations', 'Contact'), level.readOnly);
      });
      afterAll(async () => {
        await space.delete('FieldPermissions', made.id);
        expect((await write('PATCH', `ContactAccountRelations/${row}`, { position: 'Free' })).status).toBe(200);
      });

      it.each<[string, string, () => string, () => Json | undefined]>([
        ['a row of its own', 'POST', () => 'ContactAccountRelations', newRow],
        ['a change of a row', 'PATCH', () => `ContactAccountRelations/${row}`, () => ({ position: 'Chief' })],
        ['a row that goes', 'DELETE', () => `ContactAccountRelations/${row}`, () => undefined],
        ['rows of the contact', 'PATCH', () => `Contacts/${contact.id}`, () => ({ account_relations: [] })],
      ])('reject %s', async (_, method, path, body) => {
        const before = await rows();
        const answer = await write(method, path(), body());
        expect([answer.status, answer.text]).toEqual([
          403,
          expect.stringContaining('may read Contacts.account_relations, and not write it'),
        ]);
        expect(await rows()).toEqual(before);
      });

      it('take rows as they are, and all else of their records', async () => {
        const held = await space.get('Contacts', contact.id, { expand: 'account_relations' });
        const body = { account_relations: held.account_relations as Json[], first_name: 'Ada' };
        const answer = await write('PATCH', `Contacts/${contact.id}`, body);
        expect(answer.status, answer.text).toBe(200);
        expect((await write('PATCH', `ContactAccountRelations/${row}`, {})).status).toBe(200);
      });
    });

    it('let the rows of a lookup be read only from both ends, and those of other records be written', async () => {
      const lookup = { type_id: 'lookup', name: 'Partners' };
      const one = await space.create('Fields', {
        ...{ ...lookup, entity_name: 'Account', lookup: { entity_name: 'Contact', many: true } },
      });
      const back = await space.create('Fields', {
        ...{ ...lookup, entity_name: 'Contact', lookup: { entity_name: 'Account', many: true, relation_id: one.id } },
      });
      const contact = await space.create('Contacts', { last_name: 'Partner', owner_id: user.id });
      const made = [
        await permit(String(back.id), level.readOnly),
        await permit(await fieldId('sharing_clients', 'Lead'), level.readOnly),
      ];
      const written = await patch({ cf_partners: [contact.id] });
      expect([written.status, written.text]).toEqual([
        403,
        expect.stringContaining('may read Contacts.cf_partners, and not write it'),
      ]);
      const deal = await space.newOpportunity({ owner_id: user.id });
      const body = { sharing_clients: [{ client_id: user.id, role: 1 }] };
      const shared = await key.send('PATCH', `Opportunities/${deal.id}`, { body });
      expect(shared.status, shared.text).toBe(200);
      for (const { id } of made) await space.delete('FieldPermissions', id);
      expect((await patch({ cf_partners: [contact.id] })).status).toBe(200);
      const gone = await permit(String(back.id), level.readOnly);
      expect((await patch({ cf_partners: [] })).status).toBe(403);
      await space.delete('FieldPermissions', gone.id);
    });

    it('let a value be read only by both of its names', async () => {
      const contact = await space.create('Contacts', {
        ...{ last_name: 'Titled', owner_id: user.id },
        account_relations: [{ account_id: account.id, is_primary: true, position: 'Head' }],
      });
      const made = await permit(await fieldId('position', 'ContactAccountRelation'), level.readOnly);
      const { status, text } = await key.send('PATCH', `Contacts/${contact.id}`, {
        body: { account_position: 'Boss' },
      });
      expect([status, text]).toEqual([403, expect.stringContaining('may read Contacts.account_position, and not')]);
      await space.delete('FieldPermissions', made.id);
    });

    it('come on top of what the key itself hides', async () => {
      const made = await permit(await fieldId('comments'), level.none);
      const both = await ScopedKey.of(running.server, space, {
        ...{ client: user.id, asUser: true, hiddenFields: ['Accounts.city'] },
      });
      const seen = (await both.send('GET', `Accounts/${account.id}`)).body.data;
      for (const name of ['comments', 'city']) expect(seen).not.toHaveProperty(name);
      await space.delete('FieldPermissions', made.id);
    });

    describe('a key that hides fields', () => {
      const hiding = (...hiddenFields: string[]) => ScopedKey.of(running.server, space, { hiddenFields });

      it('makes records without them, with their defaults', async () => {
        const made = await (await hiding('Accounts.share_mode', 'Accounts.comments')).send('POST', 'Accounts', {
          body: { name: 'New', owner_id: user.id },
        });
        expect(made.status, made.text).toBe(201);
        expect(made.body.data).not.toHaveProperty('comments');
        expect(made.body.data).toHaveProperty('city');
        const { id } = made.body.data as TestRecord;
        expect(await space.get('Accounts', id)).toMatchObject({ comments: null, unit_id: space.ids.unitId });
      });

      it('makes no record that needs one of them, and does not say which', async () => {
        const { status, body } = await (await hiding('Accounts.owner')).send('POST', 'Accounts', {
          body: { name: 'New' },
        });
        expect([status, body.message]).toEqual([
          422,
          '\nA field of Accounts that this key does not see would be without a value that it needs, or have one that does not fit. ' +
            'Use a key that sees all fields.',
        ]);
        expect(JSON.stringify(body)).not.toContain('owner');
      });

      it('leaves them as they are when it writes the record', async () => {
        const before = await space.get('Accounts', account.id);
        const answer = await (await hiding('Accounts.comments')).send('PATCH', `Accounts/${account.id}`, {
          body: { city: 'Wels' },
        });
        expect([answer.status, (answer.body.data as Json).city]).toEqual([200, 'Wels']);
        expect((await space.get('Accounts', account.id)).comments).toBe(before.comments);
      });

      it('is answered 403 by what always reads them', async () => {
        const asked = await hiding('Clients.last_name', 'Accounts.email1', 'Opportunities.value');
        const duplicates = await asked.send('GET', 'Accounts/duplicates');
        expect([duplicates.status, duplicates.body.message]).toEqual([
          403,
          'The search for duplicates compares Accounts.email1, which this key does not see. Use a key that sees it.',
        ]);
        const reverted = await asked.sendTo('POST', '/api/v100/rest/spaces/{space}/changes/1/revert');
        expect(reverted.status).toBe(403);
        const period = '{ startDate: "2026-01-01", endDate: "2026-12-31" }';
        const amount = `{ indicators(kpi: WonAmount, subject: Clients, period: ${period}) { total } }`;
        const { errors } = await asked.graphql(amount);
        expect(errors?.[0]).toMatchObject({
          message: 'This reads Opportunities.value, which this key does not see. Use a key that sees it.',
          extensions: { code: 'ERROR_FORBIDDEN' },
        });
        expect((await (await hiding('Accounts.comments')).graphql(amount)).errors).toBeUndefined();
        const { errors: grouped } = await asked.graphql(
          pivotQuery,
          structureOf({ entityType: 'Contact', rows: [{ field: 'owner_id' }] }),
        );
        const table = { entityType: 'Account', rows: [{ field: 'city' }] };
        const cell = { ...structureOf(table), row: [String((await space.get('Accounts', account.id)).city)] };
        const named = async (asking: ScopedKey) =>
          ((await asking.graphql(recordsQuery, cell)).data as { pivotRecords: { items: Json[] } } | null)?.pivotRecords
            .items;
        const record = expect.objectContaining({ id: account.id, name: 'Harbourline' });
        expect(await named(await hiding('Accounts.comments'))).toContainEqual(record);
        expect(await named(await hiding('Accounts.name'))).toContainEqual({ id: account.id, name: null });
        expect(grouped?.[0]?.message).toContain('The groups show Clients.formatted_name');
      });

      const next = ['NextOpenOpportunity', 'Opportunity'] as const;
      const finished = ['LastFinishedActivity', 'Task'] as const;
      it.each([
        [next, 'Opportunities.closing_date', 'Opportunities.closing_date'],
        [next, 'Opportunities.status', 'Opportunities.status'],
        [next, 'LeadOppties.closing_date', 'Opportunities.closing_date'],
        [finished, 'Tasks.status', 'Tasks.status'],
        [finished, 'ActivityKPIs.kpi', 'ActivityKPIs.kpi'],
        [['NextScheduledActivity', 'Activity'], 'Tasks.due_date', 'Activities.due_date'],
      ] as const)('is answered 403 by the relationship %j where it hides %s', async ([kind, entity], name, named) => {
        const tab = siblingTab('Account', [entity, kind]);
        const query = 'query ($tab: FilterTabInput) { accounts(filterTab: $tab) { nodes { id } } }';
        const { errors } = await (await hiding(name)).graphql(query, { tab });
        expect(errors?.[0]).toMatchObject({
          message: `${kind} reads ${named}, which this key does not see. Use a key that sees it.`,
          extensions: { code: 'ERROR_FORBIDDEN' },
        });
        const { errors: none } = await (await hiding('Opportunities.description')).graphql(query, { tab });
        expect(none).toBeUndefined();
      });

      it('is answered 403 by what a pivot table reads without being given a name', async () => {
        const asked = await hiding('Opportunities.value', 'Accounts.account_type');
        const ask = async (table: Json) => {
          const structure = structureOf({ rows: [{ field: 'name' }], ...table });
          return (await asked.graphql(pivotQuery, structure)).errors?.[0];
        };
        const code = 'ERROR_FORBIDDEN';
        expect(await ask({ measures: [{ function: 'Sum' }] })).toMatchObject({
          message:
            'A measure without a field adds up Opportunities.value, which this key does not see. Use a key that sees it.',
          extensions: { code },
        });
        const entitySubtypes = [{ entityType: 'Account', id: user.id }];
        expect(await ask({ entityType: 'Account', entitySubtypes })).toMatchObject({
          message: expect.stringContaining('Subtypes with an id compare Accounts.account_type_id, which this key'),
          extensions: { code },
        });
        expect(await ask({})).toBeUndefined();
      });

      it('finds no trace of them in histories, GraphQL, documents and the infos of REST v1', async () => {
        const asked = await hiding('Accounts.comments', 'Accounts.cf_pay');
        await space.update('Accounts', account.id, { comments: 'Before', cf_pay: 11 });
        await space.update('Accounts', account.id, { comments: 'After', cf_pay: 12 });
        const history = await asked.send('GET', `Accounts/${account.id}/history`);
        expect(history.status).toBe(200);
        expect(history.text).not.toMatch(/"comments"|"cf_pay"|Before|After/);
        const { errors } = await asked.graphql(`{ account(id: "${account.id}") { id comments } }`);
        expect(errors?.[0]?.message).toMatch(/^Cannot query field "comments" on type "Account"\./);
        const infos = await asked.sendTo('GET', '/rest_services/v1/{space}/getFields/Account');
        const all = await (await hiding('Contacts.comments')).sendTo(
          'GET',
          '/rest_services/v1/{space}/getFields/Account',
        );
        expect([infos.status, all.text.includes('cf_pay'), infos.text.includes('cf_pay')]).toEqual([200, true, false]);
        const document = await asked.sendTo('GET', '/api/v100/rest/spaces/{space}/openapi.json');
        expect([document.status, document.text.includes('cf_pay')]).toEqual([200, false]);
      });

      it('has tags of its own', async () => {
        const some = await hiding('Accounts.comments');
        const one = await some.send('GET', `Accounts/${account.id}`);
        const all = await space.send('GET', `Accounts/${account.id}`);
        const tag = String(all.headers.get('etag'));
        expect(one.headers.get('etag')).not.toBe(tag);
        const again = await some.send('GET', `Accounts/${account.id}`, { headers: { 'if-none-match': tag } });
        expect(again.status).toBe(200);
        const made = await permit(await fieldId('city'), level.readOnly);
        const mine = await key.send('GET', `Accounts/${account.id}`);
        await space.update('FieldPermissions', made.id, { permission_level: level.none });
        const headers = { 'if-none-match': String(mine.headers.get('etag')) };
        const now = await key.send('GET', `Accounts/${account.id}`, { headers });
        expect([now.status, now.text.includes('"city"')]).toEqual([200, false]);
        await space.delete('FieldPermissions', made.id);
      });

      it('hides them in what its webhooks deliver', async () => {
        const receiver = await Receiver.start();
        const worker = startDeliveryWorker(running.server.deps, (error) => running.server.failures.push(error));
        try {
          const asked = await hiding('Accounts.comments');
          const body = { url: receiver.url, insecure_ssl: false, events: ['Account.Update'] };
          const made = await asked.send('POST', 'Webhooks', { body });
          expect(made.status, made.text).toBe(201);
          await space.update('Accounts', account.id, { comments: 'Never sent', city: 'Ried' });
          await until(async () => receiver.items.length > 0);
          const text = JSON.stringify(receiver.items);
          expect(text).toContain('Ried');
          expect(text).not.toMatch(/Never sent|"comments"/);
          await space.delete('Webhooks', String((made.body.data as Json).id));
        } finally {
          await worker.stop();
          await receiver.stop();
        }
      });

      it('learns nothing of the archive whose member it does not see, but by what changes that', async () => {
        const lead = await space.create('Leads', { name: 'Given up', owner_id: user.id });
        await space.update('Leads', lead.id, { is_archived: true });
        const asked = await hiding('Leads.is_archived');
        const body = { name: 'Changed' };
        const written = await asked.send('PATCH', `Leads/${lead.id}`, { body });
        expect([written.status, written.body.message]).toEqual([
          422,
          expect.stringContaining('A field of Leads that this key does not see would be without a value'),
        ]);
        const batch = await asked.send('POST', 'Leads/batch-modify', { body: [{ id: lead.id, ...body }] });
        const merge = { master: { id: lead.id, ...body }, secondary_ids: [lead.id] };
        const merged = await asked.send('POST', 'Leads/merge', { body: merge });
        const v1 = await asked.sendTo('PUT', `/rest_services/v1/{space}/Leads/${lead.id}`, { OPPORTUNITY_NAME: 'New' });
        const { errors } = await asked.graphql(
          `mutation { updateLead(id: "${lead.id}", input: { name: "Changed" }) { id } }`,
        );
        for (const text of [written.text, batch.text, merged.text, v1.text, JSON.stringify(errors)]) {
          expect(text).toContain('that this key does not see');
          expect(text).not.toMatch(/archiv/i);
        }
        const back = await asked.send('POST', `Leads/${lead.id}/reactivate`);
        expect([back.status, back.body.message]).toEqual([
          403,
          'A reactivation changes Leads.is_archived, which this key does not see. Use a key that sees it.',
        ]);
        const known = await (await hiding('Leads.description')).send('PATCH', `Leads/${lead.id}`, { body });
        expect([known.status, known.body.message]).toEqual([422, expect.stringContaining('"is_archived": false')]);
      });

      it.each([
        ['rows', true],
        ['a reference', false],
      ])('hides a lookup from both ends whichever it names: %s', async (_, many) => {
        const name = many ? 'Fellows' : 'Guardian';
        const lookup = { type_id: 'lookup', name };
        const one = await space.create('Fields', {
          ...{ ...lookup, entity_name: 'Account', lookup: { entity_name: 'Contact', many } },
        });
        const back = await space.create('Fields', {
          ...{ ...lookup, entity_name: 'Contact', lookup: { entity_name: 'Account', many: true, relation_id: one.id } },
        });
        const contact = await space.create('Contacts', { last_name: 'Fellow', owner_id: user.id });
        const member = String(one.api_name);
        const value = many ? { [member]: [contact.id] } : { [`${member}_id`]: contact.id };
        await space.update('Accounts', account.id, value);
        for (const hidden of [`Accounts.${member}`, `Contacts.${back.api_name}`]) {
          const asked = await hiding(hidden);
          for (const path of [`Accounts/${account.id}`, `Contacts/${contact.id}`]) {
            const { status, text } = await asked.send('GET', path);
            expect([hidden, path, status, text.includes(member)]).toEqual([hidden, path, 200, false]);
          }
          const filtered = await asked.send('GET', 'Accounts', {
            query: { [`filter[${member}.last_name]`]: 'Fellow' },
          });
          expect([hidden, filtered.status]).toEqual([hidden, 400]);
          const pairs = await asked.send('GET', 'CustomEntityRelationData');
          expect([hidden, pairs.status]).toEqual([hidden, many ? 403 : 200]);
        }
        const seen = (await (await hiding('Accounts.comments')).send('GET', `Contacts/${contact.id}`)).text;
        expect(seen).toContain(`"${back.api_name}"`);
        await space.delete('Fields', back.id);
        await space.delete('Fields', one.id);
      });

      it('takes over nothing of them in conversions, and defines nothing', async () => {
        const lead = await space.create('Leads', { name: 'Lead', owner_id: user.id, description: 'Never taken over' });
        const asked = await hiding('Leads.description');
        const body = { closing_date: '2027-01-01', value: { base_value: 5 } };
        const qualified = await asked.send('POST', `Leads/${lead.id}/qualify`, { body, query: { 'dry-run': 'true' } });
        expect([qualified.status, qualified.text.includes('Never')]).toEqual([403, false]);
        for (const [method, path, change] of [
          ['POST', 'Fields', { entity_name: 'Account', name: 'More', type_id: 'input' }],
          ['PATCH', `Fields/${custom.id}`, { default_value: '7' }],
          ['DELETE', `Fields/${custom.id}`, undefined],
        ] as const) {
          const { status, text } = await asked.send(method, path, change && { body: change });
          expect([status, text.includes('lacks the right Fields:')], path).toEqual([403, true]);
        }
      });

      it('shows nothing of a field that was deleted, and gets no key that would show it again', async () => {
        const field = await space.create('Fields', { entity_name: 'Account', name: 'Gone', type_id: 'input' });
        const one = await space.newAccount({ cf_gone: 'Buried' });
        const asked = await hiding('Accounts.cf_gone');
        const all = await ScopedKey.of(running.server, space, '*:*');
        await space.delete('Fields', field.id);
        for (const path of [`Accounts/${one.id}/history`, '../changes?first=1000', 'AuditEntries?first=1000']) {
          const { status, text } = await asked.send('GET', path);
          expect([status, text.includes('Buried')], path).toEqual([200, false]);
        }
        const tokenOf = Buffer.from(all.authorization.slice(6), 'base64').toString().split(':')[0];
        const path = `/api/v100/rest/spaces/{space}/keys/${tokenOf}/rotate`;
        expect((await asked.sendTo('POST', path)).status).toBe(403);
      });

      it('leaves the types of GraphQL to other keys as they are', async () => {
        const data_set = [{ option_name: 'One', calc_value: '1' }];
        const field = await space.create('Fields', {
          ...{ entity_name: 'Account', name: 'Hobby', type_id: 'multiselect_checkbox', data_set },
        });
        const asked = await hiding('Accounts.cf_hobby');
        const question = `{ node(id: "${account.id}") { id __typename } }`;
        expect((await asked.graphql(question)).data).toMatchObject({ node: { __typename: 'Account' } });
        const all = await ScopedKey.of(running.server, space, '*:*');
        const { errors } = await all.graphql(`{ node(id: "${account.id}") { ... on Account_cf_hobby { id } } }`);
        expect(errors).toBeUndefined();
        await space.delete('Fields', field.id);
      });

      it('is shown with them, and hides them in the keys that it makes', async () => {
        const maker = await hiding('Accounts.comments');
        const make = (body: Json) => maker.sendTo('POST', '/api/v100/rest/spaces/{space}/keys', body);
        const made = await make({ hidden_fields: ['Accounts.owner'] });
        expect(made.status, made.text).toBe(201);
        const { id, token } = made.body.data as Json;
        const hiddenFields = ['Accounts.comments', 'Accounts.owner'];
        expect(await space.get('ApiAccesses', String(id))).toMatchObject({
          permissions: { hidden_fields: hiddenFields },
        });
        const listed = await listKeys(running.server.deps.db, space.id);
        expect(listed.find((one) => one.token === token)).toMatchObject({ hiddenFields });
        for (const [names, problem] of [
          [['Accounts.nmae'], 'hidden_fields: "Accounts.nmae": Accounts has no field "nmae". Did you mean "name"?'],
          [['Accounts.id'], 'hidden_fields: "Accounts.id": "id" cannot be hidden'],
          [[], 'hidden_fields: must be a list of 1 to 100 texts.'],
        ] as const) {
          const { status, body } = await make({ hidden_fields: names });
          expect([status, body.message]).toEqual([400, expect.stringContaining(problem)]);
        }
        const rotate = (asking: ScopedKey) =>
          asking.sendTo('POST', `/api/v100/rest/spaces/{space}/keys/${token}/rotate`);
        expect((await rotate(maker)).status).toBe(200);
        const beyond = await rotate(await hiding('Accounts.city'));
        expect([beyond.status, beyond.body.message]).toEqual([
          403,
          'This key may not give or take fields that it does not see itself: it goes beyond what it has itself.',
        ]);
      });
    });
  },
  { webhooks },
);
