/**
 * What each released version has stored is brought up to this version: the tables are those of an empty database, and the records are
 * answered as they were.
 */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/open-database.js';
import { databases, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { ServerProcess } from '../processes/server-process.js';
import { readSchema } from '../schema/introspect.js';
import { type Json, TestSpace } from '../test-space.js';
import {
  publicUrl,
  readDatabase,
  readRecorded,
  readRecords,
  recordedSpace,
  recordedVersions,
  runStatements,
} from './recorded-release.js';
import { watchChanges, watchedChanges } from './watched-changes.js';

const cases = recordedVersions.flatMap((version) => databases.map((database) => [version, database] as const));

describe.each(cases)('from %s on %s', (version, database) => {
  const recorded = readRecorded(version, database);
  let stored: TestDatabase;
  let server: ServerProcess;
  let space: TestSpace;
  let changes: { readonly noted: number; readonly long: readonly string[] } | undefined;

  beforeAll(async () => {
    stored = await newDatabase(database, 'nothing');
    const { dataDir, databaseUrl } = stored.location;
    const content = readDatabase(version, database);
    if (databaseUrl === undefined) writeFileSync(join(dataDir, 'headwater.sqlite'), content);
    else {
      await runStatements(databaseUrl, content.toString());
      await watchChanges(databaseUrl);
    }
    server = new ServerProcess({
      HEADWATER_DATA_DIR: dataDir,
      HEADWATER_PUBLIC_URL: publicUrl,
      ...(databaseUrl && { HEADWATER_DATABASE_URL: databaseUrl }),
    });
    await server.start();
    if (databaseUrl !== undefined) changes = await watchedChanges(databaseUrl);
    space = new TestSpace(server.url ?? '', recordedSpace, recorded.authorization, recorded.authorization);
  });

  afterAll(async () => {
    await server.kill();
    await stored.drop();
  });

  it.skipIf(database === 'sqlite')('locks no table for as long as it has rows', () => {
    expect(changes?.noted).toBeGreaterThan(0);
    expect(changes?.long).toEqual([]);
  });

  it('answers each record as that version did', async () => {
    const collections = Object.keys(recorded.records);
    const now = await readRecords(space, collections);
    for (const collection of collections) {
      const found = new Map((now[collection] ?? []).map((record) => [record.id, record]));
      for (const before of recorded.records[collection] ?? []) {
        const after = comparable(collection, before, found.get(before.id));
        expect(after, `${collection}/${before.id}`).toEqual(comparable(collection, before, before));
      }
    }
  });

  it('finds, changes and adds records', async () => {
    const contact = recorded.records.Contacts?.find(({ first_name }) => first_name === 'Élodie');
    const id = contact?.id ?? '';
    const { data } = await space.list('Contacts', { 'filter[first_name]': 'élo', 'filter-op[first_name]': 'istarts' });
    expect(data.map((record) => record.id)).toContain(id);
    const { revision } = await space.update('Contacts', id, { position: 'Buyer' });
    expect(revision).toBeGreaterThan(Number(contact?.revision));
    const added = await space.create('Accounts', { name: 'Added later', owner_id: contact?.owner_id });
    const { body } = await space.send('GET', `Accounts/${added.id}/history`);
    expect(body).toMatchObject({ data: [{ act: 'created' }] });
  });

  it('has the tables of a new database', async () => {
    await once(server.stop(), 'exit');
    const fresh = await newDatabase(database, 'tables');
    const [schemas, owners]: [object[], unknown[]] = [[], []];
    for (const { location } of [stored, fresh]) {
      const { dataDir, databaseUrl: url } = location;
      const db = await openDatabase(url === undefined ? { dataDir } : { url }, testConfig.databaseSettings);
      schemas.push(await readSchema(db));
      owners.push((await db.knex('settings').where({ name: 'files_owner' }).first('value')).value);
      await db.close();
    }
    await fresh.drop();
    expect(schemas[0]).toEqual(schemas[1]);
    // The files of that version have no mark, and stay those of its database.
    expect(owners).toEqual([expect.stringMatching(/^[0-9a-f]{8}\+unmarked$/), expect.stringMatching(/^[0-9a-f]{8}$/)]);
  });
});

/**
 * What the server writes itself: when keys were used, what a version says of them, and that a webhook is paused whose receiver is not there for
 * days.
 */
const writtenSince: Readonly<Record<string, readonly string[]>> = {
  ApiAccesses: ['last_used', 'modified', 'revision'],
  Webhooks: ['is_paused', 'paused_reason', 'modified', 'revision'],
};

/** Counted up to today, and so another number on a later day. */
const sinceThen = new Set(['days_in_step']);

/** @returns what a version answered and this one should; a later version may answer more, also within a member */
function comparable(collection: string, before: unknown, after: unknown): unknown {
  if (before === null || after === null || typeof before !== 'object' || typeof after !== 'object') return after;
  if (Array.isArray(before)) return after;
  const names = Object.keys(before).filter((name) => {
    return !sinceThen.has(name) && !writtenSince[collection]?.includes(name);
  });
  const [was, is] = [before as Json, after as Json];
  return Object.fromEntries(names.map((name) => [name, comparable(collection, was[name], is[name])]));
}
