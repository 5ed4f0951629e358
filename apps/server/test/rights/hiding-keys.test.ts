/**
 * What a key does that hides fields, whatever its user may: writes, webhooks, tags, key figures, keys of a key.
 */
import { beforeAll, expect, it } from 'vitest';
import { listKeys } from '../../src/spaces/space-keys.js';
import { startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { siblingTab } from '../filters/ask-filter.js';
import { onDatabaseInTurn } from '../fixture.js';
import { pivotQuery, recordsQuery, structureOf } from '../reports/ask-pivot.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Receiver, until } from '../webhooks/receiver.js';
import { FieldRightsSpace } from './field-rights-space.js';
import { ScopedKey } from './scoped-key.js';

const webhooks = { privateAddresses: 'all', timeoutMs: 1_000, atOnce: 2 } as const;

onDatabaseInTurn(
  (running) => {
    let opened: FieldRightsSpace;
    let space: TestSpace;
    let user: TestRecord;
    let account: TestRecord;
    const hiding = (...hiddenFields: string[]) => opened.hiding(...hiddenFields);

    beforeAll(async () => {
      opened = await FieldRightsSpace.open(running.server);
      ({ space, user, account } = opened);
    });

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
        ['PATCH', `Fields/${opened.custom.id}`, { default_value: '7' }],
        ['DELETE', `Fields/${opened.custom.id}`, undefined],
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
      const rotate = (asking: ScopedKey) => asking.sendTo('POST', `/api/v100/rest/spaces/{space}/keys/${token}/rotate`);
      expect((await rotate(maker)).status).toBe(200);
      const beyond = await rotate(await hiding('Accounts.city'));
      expect([beyond.status, beyond.body.message]).toEqual([
        403,
        'This key may not give or take fields that it does not see itself: it goes beyond what it has itself.',
      ]);
    });
  },
  { webhooks },
);
