/**
 * The proxies that deploy/ has configurations for, each started with its own at a port of this machine, with a certificate that nobody
 * else trusts. Knows nothing of what is asked.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../databases/pooler.js';

export interface ProxyProgram {
  readonly name: string;
  readonly isInstalled: boolean;
  readonly file: string;
  /** Whether a request with a body goes to the other server when the first takes no connection. */
  readonly sendsBodiesAgain: boolean;
  /** @returns the words of the command that serves the configuration at a port of this machine */
  readonly configure: (text: string, port: number, folder: string) => string[];
}

/** The name that the configurations have for the service. */
const host = 'crm.example.com';

const succeeds = (program: string, option: string) => spawnSync(program, [option]).status === 0;
const hasCertificates = succeeds('openssl', 'version');

export const proxies: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    isInstalled: hasCertificates && succeeds('nginx', '-v'),
    file: 'nginx.conf',
    sendsBodiesAgain: true,
    configure: (text, port, folder) => {
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
    name: 'caddy',
    isInstalled: hasCertificates && succeeds('caddy', 'version'),
    file: 'Caddyfile',
    // That of Debian 12 closes the body with the first try.
    sendsBodiesAgain: false,
    configure: (text, port, folder) => {
      const certificate = `bind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`;
      const address = '{$HEADWATER_PUBLIC_URL:https://crm.example.com} {';
      const site = text.replace(address, `${host}:${port} {\n\t${certificate}`);
      writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];

/** Makes the certificate that the proxies show, where there is openssl. */
export function makeCertificate(folder: string): void {
  if (!hasCertificates) return;
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'ignore' });
}

export interface ProxySent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Sent piece by piece until there is an answer; its length only when a header says so. */
  readonly body?: Uint8Array;
  /** Bytes after which the caller leaves. */
  readonly cutAt?: number;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly text: string;
}

export class RunningProxy {
  private readonly agent = new Agent({ keepAlive: true });

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly authorization: string,
  ) {}

  /**
   * Waits until a server answers through it.
   * @param servers that it passes requests on to: host and port
   * @param authorization of all requests
   * @param folder that holds a certificate
   */
  static async start(
    program: ProxyProgram,
    servers: readonly [string, string],
    authorization: string,
    folder: string,
  ): Promise<RunningProxy> {
    const port = await freePort();
    const text = readFileSync(new URL(`../../../../deploy/${program.file}`, import.meta.url), 'utf8')
      .replace('127.0.0.1:8080', servers[0])
      .replace('127.0.0.1:8081', servers[1]);
    const child = spawn(program.name, program.configure(text, port, folder), {
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
    });
    const running = new RunningProxy(child, port, authorization);
    await running.untilReady();
    return running;
  }

  /** What `request` of Node needs to ask it. */
  named(path: string, headers: ProxySent['headers'] = {}): RequestOptions {
    const caller = { servername: host, headers: { host, authorization: this.authorization, ...headers } };
    return { host: '127.0.0.1', port: this.port, path, agent: this.agent, ...caller, rejectUnauthorized: false };
  }

  /** @throws Error when no whole answer comes */
  send(path: string, { method = 'GET', headers, body, cutAt }: ProxySent = {}): Promise<ProxyAnswer> {
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      const asked = request({ ...this.named(path, headers), method }, (answer) => {
        isAnswered = true;
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({ status: answer.statusCode ?? 0, bytes, text: bytes.toString() });
        });
      });
      asked.on('error', reject);
      if (body === undefined) {
        asked.end();
        return;
      }
      let sent = 0;
      const sendPiece = () => {
        if (isAnswered || sent >= body.length) {
          asked.end();
        } else if (sent >= (cutAt ?? body.length)) {
          asked.destroy();
        } else {
          const piece = body.subarray(sent, sent + 65_536);
          sent += piece.length;
          // What has come of an answer is seen between two pieces.
          asked.write(piece, () => setImmediate(sendPiece));
        }
      };
      sendPiece();
    });
  }

  async statusOf(path: string): Promise<number> {
    return (await this.send(path)).status;
  }

  private async untilReady(): Promise<void> {
    while ((await this.statusOf('/health/ready').catch(() => 0)) !== 200) {
      if (this.child.exitCode !== null) throw new Error('the proxy has ended');
      await delay(20);
    }
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
  }
}
