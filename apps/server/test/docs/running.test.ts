import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { newUuid } from '../../src/plan/values/new-uuid.js';
import { headwater } from '../cli/headwater.js';
import { type DemoServer, startDemoServer } from '../demo-server.js';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const page = read('docs/running.md');
const folder = mkdtempSync(join(tmpdir(), 'headwater-running-'));
let server: DemoServer;
let metrics: string;

beforeAll(async () => {
  server = await startDemoServer();
  await (await fetch(`${server.url}/health/ready`)).text();
  metrics = await (await fetch(`${server.url}/metrics`)).text();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('has commands that work, in their order', async () => {
  const env = { HEADWATER_DATA_DIR: join(folder, 'data'), HEADWATER_SQLITE_SYNCHRONOUS: 'NORMAL' };
  const commands = [...page.matchAll(/^headwater (.+)$/gm)].map(([, text = '']) =>
    [...text.replaceAll('/srv/backups', join(folder, 'backups')).matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    ),
  );
  expect(commands.length).toBeGreaterThan(7);
  for (const command of commands) {
    // The page restores on other machines.
    if (command[0] === 'restore' && !command.includes('--as') && !command.includes('--check')) {
      const other = { ...env, HEADWATER_DATA_DIR: join(folder, command.join(' ').replaceAll('/', '-')) };
      expect(await headwater(command, { env: other }), command.join(' ')).toMatchObject({ code: 0 });
    } else {
      expect(await headwater(command, { env, answer: command.at(-1) ?? '' }), command.join(' ')).toMatchObject({
        code: 0,
      });
    }
  }
});

it('has a role that needs no more, also one whose statements are limited', async () => {
  const [, sql = ''] = /```sql\n(CREATE ROLE[^`]*)```/.exec(page) ?? [];
  const name = `running_${newUuid().replaceAll('-', '')}`;
  const admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  try {
    for (const statement of sql.replaceAll('headwater', name).replace('…', 'words').split('\n'))
      await admin.query(statement);
    // Nothing is migrated in a millisecond.
    await admin.query(`ALTER ROLE ${name} SET statement_timeout = 1`);
    const url = Object.assign(new URL(inject('postgresUrl')), {
      username: name,
      password: 'words',
      pathname: `/${name}`,
    });
    const env = { HEADWATER_DATABASE_URL: url.href, HEADWATER_DATA_DIR: join(folder, 'role') };
    const [, options = ''] = /`PGOPTIONS='([^']+)'`/.exec(page) ?? [];
    vi.stubEnv('PGOPTIONS', options);
    for (const command of ['migrate', 'doctor']) expect(await headwater([command], { env })).toMatchObject({ code: 0 });
  } finally {
    vi.unstubAllEnvs();
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS ${name}`);
    await admin.end();
  }
});

it('tells of every metric, and asks for none that is not there', () => {
  const known = [...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
  expect(known.length).toBeGreaterThan(20);
  for (const name of known) expect(page).toContain(`\`${name}\``);
  expect(known.every((name) => /^(headwater|process|nodejs)_/.test(name))).toBe(true);
  const { groups } = parse(read('deploy/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] };
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const asked = [...groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets }) => targets)].flatMap(
    ({ expr }) =>
      [...expr.matchAll(/\b(?:headwater|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|count|sum)$/, ''),
      ),
  );
  expect(asked.length).toBeGreaterThan(10);
  for (const name of asked) expect(known).toContain(name);
});

it('has a systemd unit and a compose file whose settings the server knows', () => {
  const help = read('docs/settings.md');
  const files = ['headwater.service', 'compose.yaml', 'kubernetes.yaml', 'Dockerfile'].map((name) => `deploy/${name}`);
  const named = [...files, 'docs/running.md'].flatMap((file) =>
    [...read(file).matchAll(/\bHEADWATER_[A-Z0-9_]*[A-Z0-9]/g)].map(([name]) => name),
  );
  for (const name of named) expect(help, name).toContain(`\`${name}\``);
  expect(Object.keys((parse(read('deploy/compose.yaml'), { merge: true }) as { services: object }).services)).toEqual([
    ...['database', 'server-1', 'server-2', 'proxy'],
  ]);
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly enableServiceLinks: boolean; readonly containers: readonly Container[] };
    };
  };
}

interface Container {
  readonly ports: readonly { readonly name: string }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}

it('has manifests for Kubernetes whose probes the server answers', async () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS({ merge: true }));
  expect(objects.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
  const { enableServiceLinks, containers } = (objects[0] as Deployment).spec.template.spec;
  // The cluster would set HEADWATER_PORT to an address, as the service is named so.
  expect(enableServiceLinks).toBe(false);
  const [container] = containers;
  if (container === undefined) throw new Error('the deployment has no container');
  expect(container.ports.map(({ name }) => name)).toEqual(['http', 'metrics']);
  for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
    expect(httpGet.port).toBe('http');
    expect((await fetch(`${server.url}${httpGet.path}`)).status, httpGet.path).toBe(200);
  }
});
