import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpaceWithKey, type RunningServer, startServer } from '@headwater/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchCases } from '../cases.js';
import { type Answering, checkAnswers } from '../check-answers.js';
import type { RunningFloor } from '../floors/listen.js';
import { startSqliteFloor } from '../floors/sqlite-floor.js';
import { LoadGenerator } from '../load/load-generator.js';
import { requestBytes } from '../load/request-bytes.js';
import { fillSpace } from './fill-space.js';
import { inventPerson } from './invent-contact.js';
import { recordId } from './record-id.js';
import { SpaceClient } from './space-client.js';
import { accountsOf, ownerOf, planSpace } from './space-plan.js';

const space = 'bench-test';
/** Enough that every list fills its page. */
const plan = planSpace(1_600);

let dataDir: string;
let server: RunningServer;
let floor: RunningFloor;
let client: SpaceClient;
const generators: LoadGenerator[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-bench-test-'));
  server = await startServer({ dataDir, port: 0, logLevel: 'warn' });
  const credentials = await createSpaceWithKey(server, space);
  client = new SpaceClient(server.url, space, credentials);
  await fillSpace(server, space, credentials, plan);
  floor = await startSqliteFloor(dataDir, space);
}, 60_000);

afterAll(async () => {
  for (const generator of generators) generator.close();
  await floor.close();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

async function answering(name: Answering['name'], url: string, authorization?: string): Promise<Answering> {
  const generator = await LoadGenerator.open(url, 1);
  generators.push(generator);
  return { name, ask: (request) => generator.ask(requestBytes(request, authorization)) };
}

describe('the hand-written floor', () => {
  it.each(benchCases.map((one) => [one.name, one] as const))('answers "%s" as the server does', async (_, one) => {
    const asked = await answering('server', server.url, client.authorization);
    const answer = await checkAnswers(one, one.requests(space, plan), asked, [
      await answering('hand-written', floor.url),
    ]);
    const { data } = JSON.parse(answer.body) as { data: unknown };
    const isSingle = ['get', 'create', 'update'].includes(one.name);
    expect(Array.isArray(data) ? data.length : 'one').toBe(isSingle ? 'one' : 30);
  });
});

describe('the space', () => {
  it('holds what the service would have stored itself', async () => {
    const place = 4;
    const inserted = await client.get(`Contacts/${recordId('contact', place)}?expand=account_relations`);
    const relations = inserted.account_relations as readonly Readonly<Record<string, unknown>>[];
    expect(relations).toHaveLength(accountsOf(place, plan).length);
    const id = recordId('contact', 1_000_000);
    await client.create('Contacts', {
      id,
      owner_id: recordId('user', ownerOf(place)),
      ...inventPerson(place),
      account_relations: relations.map(({ account_id, is_primary, position, relationship }) => {
        return { account_id, is_primary, position, relationship };
      }),
    });
    const created = await client.get(`Contacts/${id}?expand=account_relations`);
    expect(withoutOwnMembers(inserted)).toEqual(withoutOwnMembers(created));
  });
});

/** What two contacts with the same content differ in. */
function withoutOwnMembers(record: Readonly<Record<string, unknown>>): unknown {
  const own = ['id', 'created', 'modified', 'revision', 'contact', 'contact_id'];
  return JSON.parse(JSON.stringify(record), (name, value: unknown) => (own.includes(name) ? null : value));
}
