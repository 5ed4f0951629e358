/** Fields that change while others write: in one server, and in two on one database. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { createApp } from '../../src/main/app.js';
import { openDeps } from '../../src/main/open-deps.js';
import { systemCall } from '../../src/records/call.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { createRecord } from '../../src/records/write/write-records.js';
import { onEachDatabase } from '../fixture.js';
import { type Json, TestSpace } from '../test-space.js';

onEachDatabase((running) => {
  let deps: ServerDeps;
  let http: Server;
  let second: TestSpace;
  beforeAll(async () => {
    deps = await openDeps(running.server.config);
    http = createServer(createApp(deps).callback());
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    const { id, authorization, readOnlyAuthorization } = running.space;
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    second = new TestSpace(origin, id, authorization, readOnlyAuthorization);
    await second.readSeedRecords();
  });
  afterAll(async () => {
    http.closeAllConnections();
    await new Promise((closed) => http.close(closed));
    await deps.db.close();
  });

  const field = (name: string, more: Json = {}) => ({ entity_name: 'Contact', name, type_id: 'input', ...more });

  test('a field is known to the next request of every server', async () => {
    const made = await running.space.create('Fields', field('Hobby', { default_value: 'chess' }));
    const contact = await second.newContact();
    expect(contact).toMatchObject({ cf_hobby: 'chess' });
    await second.update('Fields', made.id, { default_value: 'go' });
    expect(await running.space.newContact()).toMatchObject({ cf_hobby: 'go' });
    await second.delete('Fields', made.id);
    expect(await running.space.get('Contacts', contact.id)).not.toHaveProperty('cf_hobby');
  });

  test('a write that was planned before a field was made begins again', async () => {
    const { space } = running;
    const stale = { ...running.server.deps, ...(await running.server.deps.stores.of(space.id)) };
    await second.create('Fields', field('Rank', { default_value: 'new' }));
    const body = { last_name: 'Late', owner_id: space.ids.ownerId };
    const request = { entityType: 'Contact', validationLevel: 0, selection: { kind: 'rest', expand: {} } } as const;
    const record = await runWrite(stale, systemCall(space.id), { ...request, body }, createRecord);
    expect(JSON.parse(record.text)).toMatchObject({ cf_rank: 'new' });
  });

  test('of fields made at once with one name, each gets another', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? running.space : second).send('POST', 'Fields', { body: field('Rush') }),
      ),
    );
    const { data } = await running.space.list('Fields', { 'filter[name]': 'Rush' });
    const made = answers.filter(({ status }) => status === 201);
    for (const { status, body } of answers) if (status !== 201) expect(body).toMatchObject({ code: 9009 });
    expect(made.length).toBeGreaterThan(1);
    const names = data.map(({ api_name }) => String(api_name)).sort();
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(made.length);
  });

  test('no write sees half a change', async () => {
    const writes = Array.from({ length: 24 }, (_, index) => index);
    const changing = (async () => {
      for (let round = 0; round < 4; round++) {
        const { id } = await running.space.create('Fields', field('Passing', { default_value: `round ${round}` }));
        await second.delete('Fields', id);
      }
    })();
    const answers = await Promise.all(
      writes.map((index) =>
        (index % 2 ? running.space : second).send('POST', 'Contacts', {
          body: { last_name: `Busy ${index}`, owner_id: second.ids.ownerId },
        }),
      ),
    );
    await changing;
    for (const { status, text } of answers) expect([201, 503], text).toContain(status);
    const { data } = await running.space.list('Contacts', {
      'filter-op[last_name]': 'starts',
      'filter[last_name]': 'Busy',
    });
    expect(data).toHaveLength(answers.filter(({ status }) => status === 201).length);
    for (const [name, value] of data.flatMap((one) => Object.entries(one))) {
      if (name.startsWith('cf_passing')) expect(value).toBeNull();
    }
  });

  test('a space without fields of its own goes on as it is', async () => {
    const other = await running.server.newSpace('untouched');
    const { stores, catalog } = running.server.deps;
    expect((await stores.of(other.id)).catalog).toBe(catalog);
    expect((await stores.of('nowhere')).catalog).toBe(catalog);
    const own = await stores.of(running.space.id);
    expect(own.catalog).not.toBe(catalog);
    expect(await stores.of(running.space.id)).toBe(own);
    expect(await other.newContact()).not.toHaveProperty('cf_rank');
    const unknown = await other.send('GET', 'Contacts', { query: { 'filter[cf_rank]': 'new' } });
    expect(unknown.status).toBe(400);
  });
});
