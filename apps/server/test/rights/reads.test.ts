/**
 * What keys with scopes read: relations, unions, custom entity types, GraphQL, key figures, reports, agendas, feeds, webhooks.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { defineEntityType, type Kind } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';
import { pivotQuery, structureOf } from '../reports/ask-pivot.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Receiver, until } from '../webhooks/receiver.js';
import { lacks, ScopedKey } from './scoped-key.js';

const webhooks = { privateAddresses: 'all', timeoutMs: 1_000, atOnce: 2 } as const;

onDatabaseInTurn(
  (running) => {
    let space: TestSpace;
    let account: TestRecord;
    let contact: TestRecord;
    let car: Kind;
    const keyOf = (scopes: string) => ScopedKey.of(running.server, space, scopes);
    beforeAll(async () => {
      space = await running.server.newSpace('reading');
      account = await space.newAccount({ name: 'Mole & Sons' });
      contact = await space.newContact({
        last_name: 'Ng',
        account_relations: [{ account_id: account.id, is_primary: true }],
      });
      await space.create('Tasks', { subject: 'Call', owner_id: space.ids.ownerId });
      car = await defineEntityType(space, 'Car');
      await car.create({ name: 'Red car' });
    });

    describe('relations', () => {
      it('stay links where their records may not be read', async () => {
        const { body } = await (await keyOf('Contacts:read')).send('GET', `Contacts/${contact.id}`);
        const shown = (body as { data: TestRecord }).data;
        expect(shown).toEqual(await space.get('Contacts', contact.id));
        expect(String(shown.primary_account)).toContain(account.id);
      });

      it('stay links in a record as it was, where one member leads to several entity types', async () => {
        const owner_id = space.ids.ownerId;
        const task = await space.create('Tasks', { subject: 'Before', owner_id });
        const span = { start_date: '2026-05-04T09:00:00', end_date: '2026-05-04T10:00:00' };
        const appointment = await space.create('Appointments', { subject: 'After', owner_id, ...span });
        const relation = { activity_id: task.id, account_id: account.id };
        const { id, revision } = await space.create('ActivityRelations', relation);
        await space.update('ActivityRelations', id, { activity_id: appointment.id });
        const query = { 'at-revision': String(revision) };
        const ask = (key: ScopedKey) => key.send('GET', `ActivityRelations/${id}`, { query });
        const { body } = await ask(await keyOf('ActivityRelations:read'));
        expect(body.data).toMatchObject({ activity_id: task.id, task: expect.stringContaining(`Tasks/${task.id}`) });
        expect(body).toEqual((await ask(await keyOf('*:*'))).body);
      });

      it('of REST v1 leave the records of rows out', async () => {
        const path = `/rest_services/v1/{space}/Contacts/${contact.id}`;
        const rights = 'Contacts:read ContactAccountRelations:read ContactSharingClientRelations:read';
        const whole = await (await keyOf(rights)).sendTo('GET', path);
        const cut = await (await keyOf('Contacts:read')).sendTo('GET', path);
        const { ACCOUNT_RELATIONS: rows, SALES_TEAM: team, WATCHERS: _, ...others } = whole.body;
        expect(rows).toMatchObject([{ ACCOUNT_ID: expect.stringContaining(account.id.toUpperCase()) }]);
        expect(team).toEqual([]);
        expect(cut.body).toEqual(others);
        for (const [name, right] of [
          ['ACCOUNT_RELATIONS', 'ContactAccountRelations:read'],
          ['WATCHERS', 'ContactSharingClientRelations:read'],
        ] as const) {
          const one = await (await keyOf('Contacts:read')).sendTo('GET', `${path}?loadonly=${name}`);
          expect([one.status, one.text]).toEqual([403, expect.stringContaining(lacks(right))]);
        }
        const filtered = await (await keyOf('Contacts:read')).sendTo(
          'GET',
          '/rest_services/v1/{space}/Contacts?filter=SALES_TEAM::1',
        );
        expect(filtered.status).toBe(403);
        // A whole record has them; its document says nothing of keys.
        running.server.expectUndeclared(/must have required property '(ACCOUNT_RELATIONS|SALES_TEAM|WATCHERS)'/);
      });

      it('are rejected in GraphQL, forwards, backwards and in filters', async () => {
        const key = await keyOf('Contacts:read');
        const asked = [
          'contacts { nodes { owner { email } } }',
          'contacts { nodes { accountRelations { nodes { id } } } }',
          'contacts { nodes { accountRelations { totalCount } } }',
          'contacts(filter: { owner: { email: { eq: "x" } } }) { nodes { id } }',
          'contacts(orderBy: [{ owner: { email: ASC } }]) { nodes { id } }',
          'accounts { nodes { id } }',
        ];
        for (const selection of asked) {
          const { data, errors } = await key.graphql(`{ ${selection} }`);
          expect([selection, errors?.[0]?.extensions.code]).toEqual([
            selection,
            expect.stringMatching(/FORBIDDEN|VALIDATION/),
          ]);
          expect(data ?? null).toSatisfy((one: Json | null) => one === null || Object.values(one)[0] === null);
        }
        const { data } = await key.graphql('{ contacts { nodes { lastName ownerId } } }');
        expect(data).toEqual({ contacts: { nodes: [{ lastName: 'Ng', ownerId: space.ids.ownerId }] } });
      });

      it('of a node that may not be read are those of one that is not there', async () => {
        const key = await keyOf('Contacts:read');
        const node = (id: string) => key.graphql('query ($id: UUID!) { node(id: $id) { id } }', { id });
        expect(await node(account.id)).toEqual({ data: { node: null } });
        expect(await node(contact.id)).toEqual({ data: { node: { id: contact.id } } });
      });
    });

    it('shows what the documentation says that it shows', async () => {
      const field = { entity_name: 'Account', name: 'Shoe size', type_id: 'input' };
      const { api_name: name } = await space.create('Fields', field);
      const key = await keyOf('Contacts:read Webhooks:read');
      const { text } = await key.sendTo('GET', '/api/v100/rest/spaces/{space}/openapi.json');
      expect(text).toContain(String(name));
      const { data } = await key.graphql('{ __type(name: "Account") { fields { name } } }');
      expect(JSON.stringify(data)).toContain('"ownerId"');
      const [relation] = (await space.get('Contacts', contact.id, { expand: 'account_relations' }))
        .account_relations as TestRecord[];
      await space.update('ContactAccountRelations', String(relation?.id), { position: 'Cook' });
      const shown = await key.send('GET', `Contacts/${contact.id}`);
      expect(shown.body.data).toMatchObject({ primary_account_position: 'Cook' });
      const webhook = {
        url: 'https://example.com',
        insecure_ssl: false,
        events: ['*'],
        signature: 'a-secret-of-length',
      };
      const { id } = await space.create('Webhooks', webhook);
      expect((await key.send('GET', `Webhooks/${id}`)).body.data).toMatchObject({ signature: webhook.signature });
      const infos = async (scopes: string) =>
        (await (await keyOf(scopes)).sendTo('GET', '/rest_services/v1/{space}/getFields/Account')).body;
      expect(await infos('Accounts:read')).toMatchObject({ message: lacks('Fields:read') });
    });

    it('reads a union with the rights of all its entity types', async () => {
      const read = async (scopes: string) => (await (await keyOf(scopes)).send('GET', 'Activities')).body;
      expect(await read('Activities:read Tasks:read')).toMatchObject({ message: lacks('Appointments:read') });
      expect(await read('Tasks:read Appointments:read')).toMatchObject({ message: lacks('Activities:read') });
      const { data } = await read('Activities:read Tasks:read Appointments:read');
      expect(data).toContainEqual(expect.objectContaining({ subject: 'Call' }));
    });

    it('reads custom entity types by their own names, and what all of them share with the rights of all', async () => {
      const read = async (scopes: string, collection: string) =>
        (await (await keyOf(scopes)).send('GET', collection)).body;
      expect((await read('Car:read', 'Car')).data).toMatchObject([{ name: 'Red car' }]);
      expect(await read('Contacts:read', 'Car')).toMatchObject({ message: lacks('Car:read') });
      expect(await read('CustomEntities:read', 'CustomEntities')).toMatchObject({ message: lacks('Car:read') });
      expect((await read('CustomEntities:read Car:read', 'CustomEntities')).data).toHaveLength(1);
    });

    it('reads definitions by the name of all of them', async () => {
      const key = await keyOf('metadata:read');
      expect((await key.send('GET', 'Fields')).status).toBe(200);
      expect((await key.send('GET', 'Entities')).status).toBe(200);
      expect((await key.send('GET', 'Accounts')).body).toMatchObject({ message: lacks('Accounts:read') });
      const body = { name: 'Size', entity_name: 'Account', type_id: 'input' };
      expect((await key.send('POST', 'Fields', { body })).body).toMatchObject({ message: lacks('Fields:create') });
      const writer = await keyOf('metadata:read,create Accounts:read');
      expect((await writer.send('POST', 'Fields', { body })).status).toBe(201);
    });

    describe('what is counted and put together', () => {
      const period = '{ startDate: "2026-01-01", endDate: "2026-12-31" }';
      const figures: Readonly<Record<string, string>> = {
        insights: `insights(subject: Clients, period: ${period}) { total { CreatingLeads } }`,
        indicators: `indicators(kpi: WonAmount, subject: Clients, period: ${period}) { total }`,
        agenda: `navigatorAgenda(clientIds: [$user], period: ${period}, includeCompleted: true) { clientId }`,
      };
      const ask = async (scopes: string, selection: string) => {
        const user = selection.includes('$user') ? '($user: UUID!) ' : '';
        return (await keyOf(scopes)).graphql(`query ${user}{ ${selection} }`, { user: space.ids.ownerId });
      };

      it.each(['insights', 'indicators', 'agenda'])('%s need the right to all that they read', async (name) => {
        const selection = figures[name] ?? '';
        const granted = ['Tags:read'];
        for (let tries = 0; tries < 30; tries++) {
          const { data, errors } = await ask(granted.join(' '), selection);
          if (errors === undefined) {
            expect(data).not.toBeNull();
            expect(granted.length).toBeGreaterThan(2);
            return;
          }
          const [, right] = /lacks the right (\w+:read)\./.exec(errors[0]?.message ?? '') ?? [];
          expect(right, JSON.stringify(errors)).toBeDefined();
          granted.push(right ?? '');
        }
        throw new Error(`not answered with ${granted.join(' ')}`);
      });
    });

    it('a pivot table needs the right to its records, to what it follows, and to what its groups are', async () => {
      const ask = async (scopes: string, field: string) => {
        const { errors } = await (await keyOf(scopes)).graphql(
          pivotQuery,
          structureOf({ entityType: 'Account', rows: [{ field }] }),
        );
        return errors?.[0]?.message;
      };
      expect(await ask('Contacts:read', 'city')).toBe(lacks('Accounts:read'));
      expect(await ask('Accounts:read', 'city')).toBeUndefined();
      expect(await ask('Accounts:read', 'owner.email')).toBe(lacks('Clients:read'));
      expect(await ask('Accounts:read', 'owner_id')).toBe(lacks('Clients:read'));
      expect(await ask('Accounts:read Clients:read', 'owner_id')).toBeUndefined();
    });

    describe('feeds', () => {
      it('leave out what may not be read, and never stand still because of it', async () => {
        const key = await keyOf('Contacts:read');
        const page = async (query: Record<string, string> = {}) =>
          (await key.send('GET', '../changes', { query })).body as unknown as {
            data: { entity: string; cursor: string }[];
            page_info: { end_cursor: string };
          };
        const first = await page({ first: '1000' });
        expect(new Set(first.data.map(({ entity }) => entity))).toEqual(new Set(['Contact']));
        await space.newAccount();
        const next = await page({ after: first.page_info.end_cursor });
        expect(next.data).toEqual([]);
        expect(next.page_info.end_cursor).not.toBe(first.page_info.end_cursor);
        const history = await key.send('GET', 'AuditEntries');
        expect(new Set((history.body.data as Json[]).map(({ entity }) => entity))).toEqual(new Set(['Contact']));
        const ofRecord = await key.send('GET', `Contacts/${contact.id}/history`);
        expect(new Set((ofRecord.body.data as Json[]).map(({ entity }) => entity))).toEqual(new Set(['Contact']));
      });

      it('reject an entity type that is named, and an expand of it', async () => {
        const key = await keyOf('Contacts:read');
        expect((await key.send('GET', '../changes', { query: { entity: 'Account' } })).body).toMatchObject({
          message: lacks('Accounts:read'),
        });
        expect((await key.send('GET', 'Accounts/changes')).body).toMatchObject({ message: lacks('Accounts:read') });
        expect((await key.send('GET', '../changes', { query: { expand: 'owner' } })).body).toMatchObject({
          message: lacks('Clients:read'),
        });
        const { errors } = await key.graphql('{ changes(entity: ["Account"]) { nodes { entity } } }');
        expect(errors?.[0]?.message).toBe(lacks('Accounts:read'));
      });

      it('are empty for who may read nothing that has changed', async () => {
        const { body } = await (await keyOf('Contacts:create')).send('GET', '../changes');
        expect(body.data).toEqual([]);
      });
    });

    it('webhooks deliver what the key may read that has made them', async () => {
      const receiver = await Receiver.start();
      const worker = startDeliveryWorker(running.server.deps, (error) => running.server.failures.push(error));
      try {
        const key = await keyOf('Webhooks:* Contacts:read');
        const hook = (events: string[], more: Json = {}) =>
          key.send('POST', 'Webhooks', { body: { url: receiver.url, insecure_ssl: false, events, ...more } });
        expect((await hook(['Account.*'])).body).toMatchObject({ message: expect.stringContaining('Accounts:read') });
        const options = { entity: { Contact: { expand: ['owner'] } } };
        expect((await hook(['*'], { options })).body).toMatchObject({
          message: expect.stringContaining('Clients:read'),
        });
        const made = await hook(['*']);
        expect(made.status, made.text).toBe(201);
        await space.newAccount({ name: 'Unseen' });
        const seen = await space.newContact({ last_name: 'Seen' });
        await until(async () => receiver.items.length > 0);
        expect(receiver.items.map(({ entity, entity_id: id }) => [entity, id])).toEqual([['Contact', seen.id]]);
        // Who chooses what is sent answers for it.
        await space.update('Webhooks', String((made.body.data as Json).id), { events: ['Account.*'] });
        const known = await space.newAccount({ name: 'Known' });
        await until(async () => receiver.items.length > 1);
        expect(receiver.items.slice(1).map(({ entity_id: id }) => id)).toEqual([known.id]);
      } finally {
        await worker.stop();
        await receiver.stop();
      }
    });

    it('webhooks name nothing that the key may not read', async () => {
      const key = await keyOf('Webhooks:* WebhookEvents:* Accounts:read');
      const hook = (options: Json) =>
        key.send('POST', 'Webhooks', {
          body: { url: 'https://example.com', insecure_ssl: false, events: ['Account.*'], options },
        });
      const further = (webhook_id: string, event: string) =>
        key.send('POST', 'WebhookEvents', { body: { webhook_id, event } });
      const cases: [right: string, options: Json][] = [
        ['ContactAccountRelations:read', { related_entity: ['ContactAccountRelation'] }],
        ['Clients:read', { entity: { Client: { 'on-field-change': ['email'] } } }],
        ['Car:read', { custom_entity_api_name: ['Car'] }],
      ];
      for (const [right, options] of cases) {
        const { status, text } = await hook(options);
        expect([status, text]).toEqual([403, expect.stringContaining(lacks(right))]);
      }
      const made = await hook({ entity: { Account: {}, CustomEntity: {} }, related_entity: ['Unknown'] });
      expect(made.status, made.text).toBe(201);
      const { id } = made.body.data as TestRecord;
      const rejected = await further(id, 'Contact.*');
      expect([rejected.status, rejected.text]).toEqual([403, expect.stringContaining(lacks('Contacts:read'))]);
      for (const event of ['Account.Update', 'CustomEntity.*', '*'])
        expect((await further(id, event)).status).toBe(201);
    });

    it('gives keys with other scopes other answers to the same request', async () => {
      const [one, other] = [await keyOf('Contacts:read'), await keyOf('Accounts:read')];
      for (const _ of [1, 2]) {
        expect((await one.send('GET', 'Contacts')).status).toBe(200);
        expect((await other.send('GET', 'Contacts')).status).toBe(403);
      }
    });
  },
  { webhooks },
);
