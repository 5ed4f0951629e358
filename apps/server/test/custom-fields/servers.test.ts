/** Fields that change while others write: in one server, and in two on one database. */
import { expect, test } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { createRecord } from '../../src/records/write/write-records.js';
import { onDatabaseInTurn } from '../fixture.js';
import { useSecondServer } from '../second-server.js';
import type { Json } from '../test-space.js';

onDatabaseInTurn((running) => {
  const second = useSecondServer(running);

  const field = (name: string, more: Json = {}) => ({ entity_name: 'Contact', name, type_id: 'input', ...more });

  test('a field is known to the next request of every server', async () => {
    const made = await running.space.create('Fields', field('Hobby', { default_value: 'chess' }));
    const contact = await second.space.newContact();
    expect(contact).toMatchObject({ cf_hobby: 'chess' });
    await second.space.update('Fields', made.id, { default_value: 'go' });
    expect(await running.space.newContact()).toMatchObject({ cf_hobby: 'go' });
    await second.space.delete('Fields', made.id);
    expect(await running.space.get('Contacts', contact.id)).not.toHaveProperty('cf_hobby');
  });

  test('a write that was planned before a field was made begins again', async () => {
    const { space } = running;
    const stale = { ...running.server.deps, ...(await running.server.deps.stores.of(space.id)) };
    await second.space.create('Fields', field('Rank', { default_value: 'new' }));
    const body = { last_name: 'Late', owner_id: space.ids.ownerId };
    const request = { entityType: 'Contact', validationLevel: 0, selection: { kind: 'rest', expand: {} } } as const;
    const record = await runWrite(stale, systemCall(space.id), { ...request, body }, createRecord);
    expect(JSON.parse(record.text)).toMatchObject({ cf_rank: 'new' });
  });

  test('of fields made at once with one name, each gets another', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? running.space : second.space).send('POST', 'Fields', { body: field('Rush') }),
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
        await second.space.delete('Fields', id);
      }
    })();
    const answers = await Promise.all(
      writes.map((index) =>
        (index % 2 ? running.space : second.space).send('POST', 'Contacts', {
          body: { last_name: `Busy ${index}`, owner_id: second.space.ids.ownerId },
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
