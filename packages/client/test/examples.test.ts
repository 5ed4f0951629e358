/** The examples, run against the real server by the package's own name, as a reader would run them. */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { unwrap } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

let server: RealServer;
const printed = vi.spyOn(console, 'log').mockImplementation(() => {});

beforeAll(async () => {
  server = await startRealServer('demo');
  for (const [first_name, last_name, city] of [
    ['Ann', 'Ames', 'Leeds'],
    ['Bo', 'Byrd', 'York'],
    ['Cy', 'Cole', 'Bath'],
  ] as const) {
    const body = { owner_id: server.ownerId, first_name, last_name, city, email1: `${first_name}@leeds.example` };
    await unwrap(server.client.POST('/entities/Contacts', { body }));
  }
  vi.stubEnv('HEADWATER_URL', server.url);
  vi.stubEnv('HEADWATER_DEMO_TOKEN', server.credentials.token);
  vi.stubEnv('HEADWATER_DEMO_PASSWORD', server.credentials.password);
});

beforeEach(() => printed.mockClear());

afterAll(async () => {
  vi.unstubAllEnvs();
  printed.mockRestore();
  await server.close();
});

const lines = () => printed.mock.calls.map(([line]) => String(line));

it('read-records', async () => {
  await import('../examples/read-records.js');
  expect(lines()).toEqual([
    'Bo Byrd <Bo@leeds.example>, looked after by Space Administrator',
    'Ann Ames <Ann@leeds.example>, looked after by Space Administrator',
  ]);
});

it('read-pages', async () => {
  await import('../examples/read-pages.js');
  expect(lines()).toEqual([
    'Ann Ames, Bo Byrd (of 3)',
    expect.stringMatching(/^read on after [A-Za-z0-9+/]+=*$/),
    'Cy Cole (of 3)',
    expect.stringMatching(/^read on after [A-Za-z0-9+/]+=*$/),
  ]);
});

it('follow-changes', async () => {
  await import('../examples/follow-changes.js');
  expect(lines().slice(-3)).toEqual(
    ['Ames', 'Byrd', 'Cole'].map((name) => expect.stringMatching(new RegExp(`^created ${name}, read on after \\S+$`))),
  );
});

it('v1-records', async () => {
  await import('../examples/v1-records.js');
  expect(lines()).toEqual([
    'Bo Byrd',
    'Ann Ames',
    'Okafor moved to Leeds',
    expect.stringMatching(/^PY-\S+ is written$/),
    expect.stringContaining('OWNER_ID'),
    '0 could not be deleted',
  ]);
});

it('live-list', async () => {
  const { showPeopleOf } = await import('../examples/live-list.js');
  const over = new AbortController();
  const shown = showPeopleOf('York', over.signal);
  await expect.poll(lines, { timeout: 10_000 }).toEqual(['Bo Byrd']);
  const { id } = await server.client.contacts.create({ owner_id: server.ownerId, last_name: 'Zorn', city: 'York' });
  await expect.poll(lines, { timeout: 10_000 }).toEqual(['Bo Byrd', 'Bo Byrd, Zorn']);
  await server.client.contacts.delete(id);
  await expect.poll(lines, { timeout: 10_000 }).toEqual(['Bo Byrd', 'Bo Byrd, Zorn', 'Bo Byrd']);
  over.abort();
  await shown;
});

it('local-copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-example-'));
  vi.stubEnv('COPY_FOLDER', folder);
  await import('../examples/local-copy.js');
  expect(lines()).toEqual([expect.stringMatching(/^\d+ contacts$/)]);
  await rm(folder, { recursive: true });
});

it('write-records', async () => {
  await import('../examples/write-records.js');
  expect(lines()).toEqual(['created Grace Okafor', 'moved to Leeds', 'somebody was faster: read it again', 'deleted']);
});

it('update-record', async () => {
  await import('../examples/update-record.js');
  expect(lines()).toEqual(['Dr Ames']);
});

it('hooks', async () => {
  await import('../examples/hooks.js');
  expect(lines()).toEqual([
    expect.stringMatching(/^GET \/api\/v100\/rest\/spaces\/demo\/entities\/Contacts 1: 200 \S+ \d+ ms$/),
  ]);
});

it('receive-webhook', async () => {
  const { receive } = await import('../examples/receive-webhook.js');
  const secret = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==';
  vi.stubEnv('WEBHOOK_SECRET', secret);
  const body = JSON.stringify({ type: 'changes', data: [{ events: ['Account.Won'], entity_id: 'a1' }] });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`m1.${timestamp}.${body}`);
  const headers = {
    'webhook-id': 'm1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
  const sent = (text: string) =>
    receive(new Request('http://receiver.example', { method: 'POST', body: text, headers }));
  expect((await sent(body)).status).toBe(204);
  expect(lines()).toEqual(['m1: Account.Won a1']);
  expect((await sent(`${body} `)).status).toBe(401);
});

it('try-merge', async () => {
  await import('../examples/try-merge.js');
  expect(lines()).toEqual(['would be Ann Ames', 'would lose city, email1, first_name, last_name']);
  expect((await unwrap(server.client.GET('/entities/Contacts'))).data).toHaveLength(3);
});

it('errors', async () => {
  await import('../examples/errors.js');
  expect(lines()).toEqual([
    expect.stringMatching(/^owner_id: .*018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20/),
    'there is no such contact',
    expect.stringMatching(/^status 404: ./),
  ]);
});

it('limits', async () => {
  await import('../examples/limits.js');
  expect(lines()).toEqual(['1 contacts live in Leeds']);
});

it('bulk-write', async () => {
  await import('../examples/bulk-write.js');
  expect(lines()).toEqual(['Lindqvist is there', expect.stringMatching(/^Okafor: .*email1/)]);
});
