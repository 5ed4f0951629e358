/**
 * The configurations of proxies in deploy/: each proxy that is installed takes its own and passes requests on, with TLS.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../databases/pooler.js';
import { type DemoServer, startDemoServer } from '../demo-server.js';

const isInstalled = (program: string, option: string) => spawnSync(program, [option]).status === 0;
const hasCertificates = isInstalled('openssl', 'version');
const folder = mkdtempSync(join(tmpdir(), 'headwater-proxies-'));
let server: DemoServer;

beforeAll(async () => {
  server = await startDemoServer({ HEADWATER_TRUSTED_PROXY: '127.0.0.1' });
  if (!hasCertificates) return;
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const subject = ['-subj', '/CN=crm.example.com', '-addext', 'subjectAltName=DNS:crm.example.com', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'ignore' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Proxy {
  readonly program: string;
  readonly version: string;
  readonly file: string;
  /** @returns the words of the command that serves the configuration at a port of this machine */
  readonly configure: (text: string, port: number) => string[];
}

const proxies: readonly Proxy[] = [
  {
    program: 'nginx',
    version: '-v',
    file: 'nginx.conf',
    configure: (text, port) => {
      const site = text
        .replaceAll('/etc/ssl/headwater', folder)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      const own = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}`;
      writeFileSync(join(folder, 'nginx.conf'), `${own} http { access_log off; ${temporary} ${site} }`);
      return ['-c', join(folder, 'nginx.conf')];
    },
  },
  {
    program: 'caddy',
    version: 'version',
    file: 'Caddyfile',
    configure: (text, port) => {
      const certificate = `bind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`;
      const address = '{$HEADWATER_PUBLIC_URL:https://crm.example.com} {';
      const site = text.replace(address, `crm.example.com:${port} {\n\t${certificate}`);
      writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];

describe.each(proxies)('$program', ({ program, version, file, configure }) => {
  const isThere = hasCertificates && isInstalled(program, version);

  it.skipIf(!isThere)('takes its configuration and passes requests on', async () => {
    const port = await freePort();
    const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
      .replace('127.0.0.1:8080', new URL(server.url).host)
      // The second server is down: the first one serves all.
      .replace('127.0.0.1:8081', `127.0.0.1:${await freePort()}`);
    const proxy = spawn(program, configure(text, port), {
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
    });
    try {
      const statusOf = (path: string) => ask(port, path).then(({ status }) => status);
      await expect.poll(() => statusOf('/health/ready').catch(() => 0)).toBe(200);
      // Caddy has asked both by then, whether they are ready.
      const path = '/api/v100/rest/spaces/demo/entities/Contacts?first=3';
      await expect.poll(() => Promise.all([statusOf(path), statusOf(path)])).toEqual([200, 200]);
      for (let time = 0; time < 4; time++) {
        const { status, text: body } = await ask(port, path);
        expect(status).toBe(200);
        expect((JSON.parse(body) as { data: unknown[] }).data).toHaveLength(3);
      }
      expect(await statusOf('/metrics')).toBe(404);
      // Links have the scheme and host that the caller asked for.
      expect((await ask(port, path)).text).toContain(
        '"https://crm.example.com/api/v100/rest/spaces/demo/entities/Clients/',
      );
      await expectEvent(port);
    } finally {
      await end(proxy);
    }
  });
});

const entities = '/api/v100/rest/spaces/demo/entities';

/** An event comes while the stream that it is in goes on. */
async function expectEvent(port: number): Promise<void> {
  const path = '/api/v100/rest/spaces/demo/changes';
  const asked = get({ ...named(port), path, headers: { ...named(port).headers, accept: 'text/event-stream' } });
  let text = '';
  asked.on('response', (answer) => {
    answer.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    answer.on('error', () => {});
  });
  asked.on('error', () => {});
  await once(asked, 'response');
  const headers = { authorization: `Basic ${btoa('demo:demo')}`, 'content-type': 'application/json' };
  const [user] = (JSON.parse((await ask(port, `${entities}/Clients?first=1`)).text) as { data: { id: string }[] }).data;
  const body = JSON.stringify({ name: 'Behind a proxy', owner_id: user?.id });
  const made = await fetch(`${server.url}${entities}/Accounts`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  const { data } = (await made.json()) as { data: { id: string } };
  await expect.poll(() => text).toContain(data.id);
  asked.destroy();
}

async function end(proxy: ChildProcess): Promise<void> {
  if (proxy.exitCode !== null) return;
  const exited = once(proxy, 'exit');
  proxy.kill();
  await exited;
}

function named(port: number) {
  const caller = { auth: 'demo:demo', servername: 'crm.example.com', headers: { host: 'crm.example.com' } };
  return { host: '127.0.0.1', port, ...caller, rejectUnauthorized: false };
}

function ask(port: number, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = get({ ...named(port), path }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
  });
}
