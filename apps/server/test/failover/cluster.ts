/**
 * A PostgreSQL cluster on this machine: nodes under Patroni, which agree through etcd on who leads, and HAProxy before them. Every process
 * of a node can be killed, stopped and continued at once, as if its machine were.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { freePort } from '../databases/pooler.js';
import { type Programs, processTree, unprivilegedUser } from './programs.js';

/** Seconds, as Patroni counts them: who leads must say so within `ttl`, and all look every `loop_wait`. */
const timing = { ttl: 5, loop_wait: 1, retry_timeout: 2 } as const;
const readyMs = 90_000;
const password = 'failover';

interface Node {
  readonly name: string;
  readonly port: number;
  /** Of Patroni's REST. */
  readonly statePort: number;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export class Cluster {
  private readonly owner = unprivilegedUser();
  private readonly children = new Map<string, ChildProcess>();
  private leaderName = '';

  private constructor(
    private readonly programs: Programs,
    private readonly folder: string,
    private readonly nodes: readonly Node[],
    private readonly proxyPort: number,
  ) {}

  /** @throws Error when no node leads in time; what the programs said is in files of `folder`, which stays then */
  static async start(programs: Programs, nodeCount: number): Promise<Cluster> {
    const folder = mkdtempSync('/tmp/headwater-failover-');
    const nodes: Node[] = [];
    for (let index = 1; index <= nodeCount; index++)
      nodes.push({ name: `node${index}`, port: await freePort(), statePort: await freePort() });
    const cluster = new Cluster(programs, folder, nodes, await freePort());
    try {
      await cluster.startAll();
    } catch (error) {
      await cluster.end();
      throw new Error(`the cluster did not start; see ${folder}/*.log`, { cause: error });
    }
    return cluster;
  }

  /** The address of its database through HAProxy. */
  get proxyUrl(): string {
    return `postgres://postgres:${password}@127.0.0.1:${this.proxyPort}/postgres`;
  }

  /** The address that names all nodes. */
  get hostsUrl(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://postgres:${password}@${hosts}/postgres?target_session_attrs=read-write`;
  }

  get leader(): string {
    return this.leaderName;
  }

  private async startAll(): Promise<void> {
    chmodSync(this.folder, 0o755);
    if (this.owner) execFileSync('chown', [`${this.owner.uid}:${this.owner.gid}`, this.folder]);
    const [clientPort, peerPort] = [await freePort(), await freePort()];
    this.run('etcd', this.programs.etcd, [
      ...['--name', 'etcd', '--data-dir', join(this.folder, 'etcd'), '--log-level', 'warn', '--enable-v2'],
      ...['--listen-client-urls', at(clientPort), '--advertise-client-urls', at(clientPort)],
      ...['--listen-peer-urls', at(peerPort), '--initial-advertise-peer-urls', at(peerPort)],
      ...['--initial-cluster', `etcd=${at(peerPort)}`],
    ]);
    await poll('etcd', async () => (await fetch(`${at(clientPort)}/health`)).ok);
    for (const node of this.nodes)
      writeFileSync(this.settingsOf(node), stringify(patroniSettings(node, this.folder, this.programs, clientPort)));
    for (const node of this.nodes) {
      this.startNode(node.name);
      // The first one makes the database, the others copy it.
      if (node === this.nodes[0]) await poll('a leader', async () => (await this.members()).some(isLeader));
    }
    writeFileSync(join(this.folder, 'haproxy.cfg'), this.proxySettings());
    this.run('haproxy', this.programs.haproxy, ['-db', '-f', join(this.folder, 'haproxy.cfg')]);
    await this.untilWhole();
  }

  private settingsOf({ name }: Node): string {
    return join(this.folder, `${name}.yml`);
  }

  /** Asks each node who leads, every second, and drops the connections to one that no longer does. */
  private proxySettings(): string {
    const servers = this.nodes.map(
      ({ name, port, statePort }) => `  server ${name} 127.0.0.1:${port} check port ${statePort}`,
    );
    return [
      ...['defaults', '  mode tcp', '  timeout connect 2s', '  timeout client 1h', '  timeout server 1h'],
      '  timeout check 1s',
      ...['listen leader', `  bind 127.0.0.1:${this.proxyPort}`, '  option httpchk GET /primary'],
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
      '',
    ].join('\n');
  }

  startNode(name: string): void {
    this.run(name, this.programs.patroni, [join(this.folder, `${name}.yml`)]);
  }

  private run(name: string, program: string, options: readonly string[]): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const child = spawn(program, options, {
      ...this.owner,
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      // An interrupt from the terminal reaches us first.
      detached: true,
    });
    child.on('error', () => {});
    this.children.set(name, child);
  }

  /** Sends a signal to all processes of a node: Patroni first, which starts no others then. */
  signal(name: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.processesOf(name)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended with the one before it.
      }
    }
  }

  private processesOf(name: string): number[] {
    const patroni = this.children.get(name)?.pid;
    const pidFile = join(this.folder, name, 'postmaster.pid');
    const postmaster = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : undefined;
    const roots = [patroni, postmaster].filter((pid) => pid !== undefined);
    return [...new Set(roots.flatMap(processTree))];
  }

  /** @throws Error when Patroni does not carry it out */
  async switchOver(): Promise<void> {
    const node = this.nodes.find(({ name }) => name === this.leaderName);
    const answer = await fetch(`${at(node?.statePort ?? 0)}/switchover`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ leader: this.leaderName }),
    });
    if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
  }

  /** @returns when one node leads and another one has all that was acknowledged */
  async untilWhole(): Promise<void> {
    await poll('a whole cluster', async () => {
      const members = await this.members();
      this.leaderName = members.find(isLeader)?.name ?? '';
      const synchronous = members.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state));
      const running = members.filter(({ state }) => /running|streaming/.test(state));
      return this.leaderName !== '' && synchronous && running.length === this.nodes.length;
    });
  }

  private async members(): Promise<readonly Member[]> {
    const answers = this.nodes.map(async ({ statePort }) => {
      const answer = await fetch(`${at(statePort)}/cluster`, { signal: AbortSignal.timeout(1_000) });
      return ((await answer.json()) as { readonly members: readonly Member[] }).members;
    });
    return await Promise.any(answers);
  }

  /** Kills everything. */
  async end(): Promise<void> {
    for (const name of this.nodes.map((node) => node.name)) this.signal(name, 'SIGKILL');
    for (const child of this.children.values()) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const isLeader = ({ role, state }: Member) => role === 'leader' && state === 'running';
const at = (port: number) => `http://127.0.0.1:${port}`;

function patroniSettings({ name, port, statePort }: Node, folder: string, { postgres }: Programs, etcdPort: number) {
  const local = (one: number) => `127.0.0.1:${one}`;
  return {
    scope: 'headwater',
    name,
    restapi: { listen: local(statePort), connect_address: local(statePort) },
    // The older API: with the other one, Patroni before 3.0.3 lets a leader that was silent take the lead back from the next one.
    etcd: { host: local(etcdPort) },
    bootstrap: {
      dcs: {
        ...timing,
        // Nothing is acknowledged before another node has it, and only such a node may lead.
        synchronous_mode: true,
        // A leader whose PostgreSQL has crashed does not wait for its recovery.
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: local(port),
      connect_address: local(port),
      data_dir: join(folder, name),
      bin_dir: postgres,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  };
}

async function poll(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await isThere().catch(() => false))) {
    if (performance.now() - start > readyMs) throw new Error(`there was not ${what} within ${readyMs / 1_000} seconds`);
    await sleep(200);
  }
}
