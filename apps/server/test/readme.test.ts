/**
 * The README of the project: its commands work on the demo space, its table of settings is the one that the server reads.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configVariables } from '../src/main/config.js';
import { type DemoServer, sentTo, startDemoServer } from './demo-server.js';
import { runCurl } from './run-curl.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
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

it('has every setting of the server with its default and meaning', () => {
  const rows = configVariables.map(({ name, fallback, meaning }) =>
    `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${meaning} |`.replaceAll('|  |', '| |'),
  );
  const table = readme.slice(readme.indexOf('<!-- settings'), readme.indexOf('<!-- /settings'));
  expect(table.split('\n').filter((line) => line.startsWith('| `HEADWATER_'))).toEqual(rows);
});

it('shows what a request costs, for every case of the benchmark', () => {
  const rows = readme.split('\n').filter((line) => /^\| .+ \| Headwater \| [\d,]+ \|/.test(line));
  expect(rows).toHaveLength(8);
});

it('says how many entity types there are', () => {
  expect(readme).toContain(`All entity types of the interface are here, ${entityTypes.length} with their`);
});

it('has every folder of the server once on its map', () => {
  const map = readme.slice(readme.indexOf('## Code map'), readme.indexOf('## Settings'));
  const listed = [...map.matchAll(/^\| ((?:`[a-z0-9-]+\/`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -2)),
  );
  const rooms = readdirSync(new URL('../src/', import.meta.url), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  expect(listed.toSorted()).toEqual(rooms.map(({ name }) => name).toSorted());
});
