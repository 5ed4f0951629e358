/**
 * The README of the project: its commands work on the demo space, and its figures are true.
 */
import { readFileSync } from 'node:fs';
import { entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoServer, sentTo, startDemoServer } from '../demo-server.js';
import { runCurl } from './run-curl.js';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
let server: DemoServer;

beforeAll(async () => {
  server = await startDemoServer();
}, 30_000);

afterAll(() => server.close());

/** Commands of the README, those over several lines joined. */
const commands = readme
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.startsWith('curl '));

it('shows a command for each interface', () => {
  expect(commands).toHaveLength(4);
});

it.each(commands)('%s', async (command) => {
  const { status, body } = await runCurl(sentTo(server, command));
  expect(status).toBe(200);
  expect(recordsOf(body).length).toBeGreaterThan(0);
});

function recordsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  const { data } = body as { data: unknown[] | { accounts: { nodes: unknown[] } } };
  return Array.isArray(data) ? data : data.accounts.nodes;
}

it('says how many entity types there are', () => {
  expect(readme.replaceAll('\n', ' ')).toContain(
    `All entity types of the interface are here, ${entityTypes.length} with their`,
  );
});
