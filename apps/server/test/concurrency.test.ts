/**
 * Many callers at once: revisions rise in the order in which writes become visible, and of those who want the same thing one gets it.
 */
import { expect, it } from 'vitest';
import { openDeps } from '../src/main/open-deps.js';
import { systemCall } from '../src/records/call.js';
import { runWrite } from '../src/records/write/run-write.js';
import { createRecord } from '../src/records/write/write-records.js';
import { onBothDatabases } from './fixture.js';
import type { TestRecord } from './test-space.js';

const callers = 32;

onBothDatabases((running) => {
  it('gives parallel writes revisions of their own, and a reader never finds an older one later', async () => {
    const { space } = running;
    const start = (await space.newContact()).revision;
    const query = { 'filter[revision]': start, 'filter-op[revision]': 'gt', first: 100, 'load-only': 'revision' };
    let isWriting = true;
    const readAll = async () => {
      const seen = new Set<number>();
      let highest = start;
      while (isWriting) {
        for (const { revision } of (await space.list('Contacts', query)).data) {
          // What is new to the reader must lie above all that it knew before this read.
          if (!seen.has(revision)) expect(revision).toBeGreaterThan(highest);
        }
        for (const { revision } of (await space.list('Contacts', query)).data) seen.add(revision);
        highest = Math.max(highest, ...seen);
      }
    };
    const readers = [readAll(), readAll()];
    const written = await Promise.all(Array.from({ length: callers }, () => space.newContact()));
    isWriting = false;
    await Promise.all(readers);
    const revisions = written.map((record) => record.revision).sort((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: callers }, (_, index) => start + 1 + index));
  });

  it('lets one of many changes with the same revision through', async () => {
    const contact = await running.space.newContact();
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, index) =>
        running.space.send('PATCH', `Contacts/${contact.id}`, {
          body: { city: `city ${index}` },
          headers: { 'If-Match': `"${contact.revision}"` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(callers - 1);
    const winner = answers.find(({ status }) => status === 200)?.body.data as TestRecord;
    expect(await running.space.get('Contacts', contact.id)).toEqual(winner);
  });

  it('lets every change without one through, the last one staying', async () => {
    const contact = await running.space.newContact();
    const records = await Promise.all(
      Array.from({ length: callers }, (_, index) =>
        running.space.update('Contacts', contact.id, { city: `city ${index}` }),
      ),
    );
    const last = records.reduce((a, b) => (a.revision > b.revision ? a : b));
    expect(new Set(records.map((record) => record.revision)).size).toBe(callers);
    expect(await running.space.get('Contacts', contact.id)).toEqual(last);
  });

  it('gives a unique value to one of many', async () => {
    const body = { name: 'x', allowed_pipelines: 1, unit_symbol: 'pcs', sku: 'WANTED' };
    const answers = await Promise.all(
      Array.from({ length: callers }, () => running.space.send('POST', 'Products', { body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const rejected = answers.filter(({ status }) => status === 422);
    expect(rejected).toHaveLength(callers - 1);
    for (const { text } of rejected) expect(text).toContain('"code":9021');
    expect((await running.space.list('Products', { 'filter[sku]': 'WANTED' })).data).toHaveLength(1);
  });

  it('gives an id to one of many', async () => {
    const body = { id: '00000000-0000-0000-0000-0000000000aa', name: 'x' };
    const query = { 'validation-level': 8 };
    const answers = await Promise.all(
      Array.from({ length: callers }, () => running.space.send('POST', 'Pipelines', { body, query })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(callers - 1);
  });

  it('deletes a record once', async () => {
    const contact = await running.space.newContact();
    const answers = await Promise.all(
      Array.from({ length: callers }, () => running.space.send('DELETE', `Contacts/${contact.id}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(callers - 1);
  });

  it('keeps exactly one primary row with several writers', async () => {
    const { space } = running;
    const account = await space.newAccount();
    const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
    const row = { contact_id: contact.id, account_id: account.id };
    await Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        if (index % 4 === 0) await space.update('Contacts', contact.id, { city: `city ${index}` });
        const made = await space.create('ContactAccountRelations', {
          ...row,
          is_primary: index % 2 === 0,
          position: `p${index}`,
        });
        if (index % 3 === 0) await space.delete('ContactAccountRelations', made.id);
      }),
    );
    const rows = (await space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id, first: 100 })).data;
    const primary = rows.filter((one) => one.is_primary === true);
    expect(primary).toHaveLength(1);
    expect((await space.get('Contacts', contact.id)).primary_account_position).toBe(primary[0]?.position);
  });

  it('changes a user while records are made that the user owns', async () => {
    const space = await running.server.newSpace('busy');
    const { ownerId } = space.ids;
    const writes = Array.from({ length: 80 }, (_, index) => index);
    const statuses: number[] = [];
    const writeOn = async () => {
      for (let index = writes.shift(); index !== undefined; index = writes.shift()) {
        const answer =
          index % 2 === 0
            ? await space.send('PATCH', `Clients/${ownerId}`, { body: { first_name: `name ${index}` } })
            : await space.send('POST', 'Contacts', { body: { last_name: `of ${index}`, owner_id: ownerId } });
        statuses.push(answer.status);
      }
    };
    await Promise.all(Array.from({ length: 8 }, writeOn));
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.filter((status) => status === 201)).toHaveLength(40);
  });

  it('numbers users without gaps or doubles', async () => {
    const { space } = running;
    const clients = await Promise.all(
      Array.from({ length: callers }, (_, index) =>
        space.create('Clients', { email: `u${index}@example.com`, default_unit_id: space.ids.unitId }),
      ),
    );
    const p = running.server.deps.db.dialect.placeholder(1);
    const rows = await running.server.deps.db.read({
      text: `SELECT number FROM clients WHERE space_id = ${p} ORDER BY number`,
      values: [space.id],
    });
    expect(rows.map((one) => Number(one.number))).toEqual(Array.from({ length: clients.length + 1 }, (_, i) => i + 1));
  });

  it('lets several servers write to one database', async () => {
    const { space, server } = running;
    const before = (await space.newContact()).revision;
    const second = await openDeps(server.config);
    try {
      const body = { last_name: 'Okafor', owner_id: space.ids.ownerId };
      const request = {
        entityType: 'Contact',
        body,
        validationLevel: 0,
        selection: { kind: 'rest', expand: {} },
      } as const;
      const both = [server.deps, second].map((deps) =>
        Array.from({ length: callers }, () => runWrite(deps, systemCall(space.id), request, createRecord)),
      );
      const revisions = (await Promise.all(both.flat())).map((record) => record.revision).sort((a, b) => a - b);
      expect(revisions).toEqual(Array.from({ length: 2 * callers }, (_, index) => before + 1 + index));
    } finally {
      await second.db.close();
    }
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
