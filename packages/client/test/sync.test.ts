/** A copy that is kept by a process which is killed again and again is equal to the records of the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { unwrap } from '../src/index.js';
import { readCopy, sync } from '../src/node/index.js';
import { type RealServer, startRealServer } from './real-server.js';

const program = fileURLToPath(new URL('sync-process.mjs', import.meta.url));
const types = ['Contacts', 'Accounts'] as const;
const kills = 8;

let server: RealServer;
let into: string;
beforeAll(async () => {
  server = await startRealServer('sync');
  into = await mkdtemp(join(tmpdir(), 'headwater-copy-'));
});
afterAll(async () => {
  await server.close();
  await rm(into, { recursive: true });
});

it('equals the records of the server after kills at any moment', { timeout: 90_000 }, async () => {
  for (let count = 0; count < 150; count++) await newContact(`Begun ${count}`);
  const over = new AbortController();
  const writing = Promise.all([writeUntil(over.signal), writeUntil(over.signal)]);
  for (let count = 0; count < kills; count++) await keepAndKill();
  over.abort();
  await writing;
  await appendFile(join(into, 'copy.ndjson'), '{"type":"Contacts","id":"torn');
  await sync(server.client, { types, into, follow: false });
  await expectEqual();
});

it('has what a row changes in the record that it belongs to, and no deleted record', async () => {
  const { client, ownerId } = server;
  const [contact_id, gone] = [await newContact('Linked'), await newContact('Gone')];
  const account = await unwrap(client.POST('/entities/Accounts', { body: { owner_id: ownerId, name: 'Linked' } }));
  await sync(client, { types, into, follow: false });
  const body = { contact_id, account_id: account.data.id, is_primary: true };
  await unwrap(client.POST('/entities/ContactAccountRelations', { body }));
  await unwrap(client.DELETE('/entities/Contacts/{id}', { params: { path: { id: gone } } }));
  await sync(client, { types, into, follow: false });
  await expectEqual();
});

it('is kept by the example, which goes on after a kill', { timeout: 60_000 }, async () => {
  // A copy here finds the package by its name, as a project that has installed it does.
  const copied = fileURLToPath(new URL(`keep-copy-${process.pid}.mjs`, import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'headwater-copy-'));
  const { token, password } = server.credentials;
  const env = {
    ...{ ...process.env, HEADWATER_URL: server.url, HEADWATER_SPACE: server.space },
    ...{ HEADWATER_TOKEN: token, HEADWATER_PASSWORD: password, COPY_FOLDER: folder },
  };
  const sizeOf = async (type: string) => (await readCopy(folder))?.get(type)?.size;
  const runs = async (work: (printed: () => string) => Promise<void>) => {
    const child = spawn(process.execPath, [copied], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    try {
      await work(() => printed);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  };
  try {
    await cp(new URL('../../../examples/local-copy/keep-copy.mjs', import.meta.url), copied);
    await runs(async (printed) => {
      await vi.waitFor(() => expect(printed()).toMatch(/Contacts: \d+\nAccounts: \d+/), 30_000);
    });
    const size = (await sizeOf('Contacts')) ?? 0;
    await newContact('While nothing runs');
    await runs(async (printed) => {
      await vi.waitFor(() => expect(printed()).toContain(`Contacts: ${size + 1}`), 30_000);
      await newContact('While it runs');
      await vi.waitFor(async () => expect(await sizeOf('Contacts')).toBe(size + 2), 30_000);
    });
  } finally {
    await rm(copied, { force: true });
    await rm(folder, { recursive: true });
  }
});

it('copies again when other types are wanted', async () => {
  await sync(server.client, { types: ['Accounts'], into, follow: false });
  expect([...((await readCopy(into))?.keys() ?? [])]).toEqual(['Accounts']);
  await sync(server.client, { types, into, follow: false });
  await expectEqual();
});

async function keepAndKill(): Promise<void> {
  const { url: baseUrl, space, credentials } = server;
  const given = { settings: { baseUrl, space, ...credentials }, options: { types, into } };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  await sleep(150 + Math.random() * 900);
  child.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
}

async function newContact(last_name: string): Promise<string> {
  const body = { owner_id: server.ownerId, last_name };
  return (await unwrap(server.client.POST('/entities/Contacts', { body }))).data.id;
}

/** Creates, changes and deletes, and gives contacts accounts, which changes what their lists show. */
async function writeUntil(signal: AbortSignal): Promise<void> {
  const { client, ownerId } = server;
  for (let count = 0; !signal.aborted; count++) {
    const id = await newContact(`Written ${count}`);
    const path = { id };
    const account = await unwrap(
      client.POST('/entities/Accounts', { body: { owner_id: ownerId, name: `A ${count}` } }),
    );
    const body = { city: 'Graz', account_relations: [{ account_id: account.data.id, is_primary: true }] };
    await unwrap(client.PATCH('/entities/Contacts/{id}', { params: { path }, body }));
    if (count % 3 === 0) await unwrap(client.DELETE('/entities/Contacts/{id}', { params: { path } }));
  }
}

async function expectEqual(): Promise<void> {
  const copy = await readCopy(into);
  for (const type of types) {
    const records = new Map<string, unknown>();
    for await (const record of server.client.records(`/entities/${type}`)) records.set(record.id, record);
    expect(records.size).toBeGreaterThan(0);
    expect(copy?.get(type)).toEqual(records);
  }
}
