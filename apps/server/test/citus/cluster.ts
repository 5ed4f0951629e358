/**
 * A distributed PostgreSQL on this machine: a coordinator and two workers, of a PostgreSQL that has the extension `citus`. Somebody has
 * built that and says where it is; elsewhere the tests are skipped.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../databases/pooler.js';
import { unprivilegedUser } from '../failover/programs.js';

/** The folder of the programs of that PostgreSQL; undefined where nobody has named one. */
export const citusPrograms = process.env.HEADWATER_TEST_CITUS_BIN;

const reason = 'HEADWATER_TEST_CITUS_BIN names no PostgreSQL with the extension citus';
/** Of tests on such a one. */
export const title = citusPrograms === undefined ? `(skipped: ${reason})` : 'on a coordinator and two workers';

/** A database is 159 tables, each in parts: making it takes half a minute, and minutes beside other work. */
export const longMs = 900_000;

/** It says what an administrator does. */
export const page = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');
const administrator = 'postgres';
/** Of the server: no superuser. */
const role = 'crm';
const nodeCount = 3;

const settings = {
  shared_preload_libraries: 'citus,pg_stat_statements',
  // A migration alone is thousands, and those that are forgotten are counted no more.
  'pg_stat_statements.max': '100000',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  max_prepared_transactions: '200',
  // Spaces move between workers by it.
  wal_level: 'logical',
  fsync: 'off',
  jit: 'off',
  autovacuum: 'off',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': '4',
  'citus.enable_statistics_collection': 'off',
  log_min_messages: 'fatal',
  log_line_prefix: '%d: ',
} as const;

const hosts = ['coordinator.example', 'worker-1.example', 'worker-2.example'];

/** A line of docs/scale.md that names a machine. */
const machineLine = /^SELECT citus_(?:set_coordinator_host|add_node)\('(\S+)', 5432\);$/gm;

interface Node {
  readonly port: number;
  readonly data: string;
}

export class CitusCluster {
  private readonly processes = new Map<Node, ChildProcess>();

  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly nodes: readonly Node[],
  ) {}

  static async start(programs: string): Promise<CitusCluster> {
    const folder = mkdtempSync(existsSync('/dev/shm') ? '/dev/shm/headwater-citus-' : '/tmp/headwater-citus-');
    const owner = unprivilegedUser();
    if (owner) execFileSync('chown', [`${owner.uid}:${owner.gid}`, folder]);
    const nodes: Node[] = [];
    for (let index = 0; index < nodeCount; index++)
      nodes.push({ port: await freePort(), data: join(folder, `node${index}`) });
    const cluster = new CitusCluster(programs, folder, nodes);
    try {
      for (const node of nodes) {
        const options = ['--auth=trust', `--username=${administrator}`, '--encoding=UTF8', '--locale=C', '--no-sync'];
        const icu = ['--locale-provider=icu', '--icu-locale=en-US'];
        execFileSync(join(programs, 'initdb'), ['-D', node.data, ...options, ...icu], {
          ...owner,
          stdio: 'pipe',
          cwd: '/',
        });
        await cluster.startNode(node);
        await cluster.ask(node, 'postgres', [`CREATE ROLE ${role} LOGIN`]);
      }
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** @param index from 1 */
  worker(index: 1 | 2): { readonly port: number; stop(): Promise<void>; start(): Promise<void> } {
    const node = this.nodes[index]!;
    return { port: node.port, stop: () => this.stopNode(node), start: () => this.startNode(node) };
  }

  /** @returns addresses of the coordinator and the workers, for the administrator */
  get urls(): string[] {
    return this.nodes.map(({ port }) => `postgres://${administrator}@127.0.0.1:${port}/postgres`);
  }

  /** @param index of a worker, from 1 @returns how many statements the server's role has run there so far */
  async statementsOn(index: 1 | 2): Promise<number> {
    const [row] = await this.ask(this.nodes[index]!, 'postgres', [
      'CREATE EXTENSION IF NOT EXISTS pg_stat_statements',
      `SELECT coalesce(sum(calls), 0)::int AS calls, (SELECT dealloc::int FROM pg_stat_statements_info) AS forgotten
       FROM pg_stat_statements WHERE userid = '${role}'::regrole`,
    ]);
    if (row?.forgotten !== 0) throw new Error('there were too many statements to count');
    return Number(row?.calls);
  }

  /** Lets the coordinator note each statement that it sends to more than one part; for connections to come. */
  async noteStatementsOverAll(name: string): Promise<void> {
    await this.administer(
      name,
      ['citus.multi_task_query_log_level', 'log_min_messages'].map(
        (setting) => `ALTER DATABASE ${name} SET ${setting} = 'log'`,
      ),
    );
  }

  /** @returns what was noted so far */
  statementsOverAll(name: string): string[] {
    const lines = readFileSync(this.logOf(this.nodes[0]!), 'utf8');
    // A statement of several lines goes on behind a tab.
    return [...lines.matchAll(new RegExp(`^${name}: STATEMENT:  (.*(?:\\n\\t.*)*)`, 'gm'))].map(
      ([, text = '']) => text,
    );
  }

  /** @returns the address of an empty database of the role, which is on one machine until `spread` is called */
  async createDatabase(name: string): Promise<string> {
    for (const node of this.nodes) {
      await this.ask(node, 'postgres', [
        'SET citus.enable_create_database_propagation = off',
        `CREATE DATABASE ${name} OWNER ${role}`,
      ]);
    }
    return `postgres://${role}@127.0.0.1:${this.nodes[0]!.port}/${name}`;
  }

  /** What an administrator does before `headwater migrate`, by the lines of docs/scale.md. */
  async spread(name: string, workers: readonly (1 | 2)[] = [1, 2]): Promise<void> {
    for (const node of this.nodes) await this.ask(node, name, ['CREATE EXTENSION citus']);
    await this.join(name, 0);
    for (const worker of workers) await this.join(name, worker);
  }

  /** Makes a machine part of the database, by its line of docs/scale.md. @param index 0: the coordinator; else a worker */
  async join(name: string, index: 0 | 1 | 2): Promise<void> {
    const [line, host = ''] = [...page.matchAll(machineLine)].find(([, named]) => named === hosts[index]) ?? [];
    if (line === undefined) throw new Error(`docs/scale.md does not name ${hosts[index]}`);
    await this.administer(name, [line.replace(`'${host}', 5432`, `'127.0.0.1', ${this.nodes[index]!.port}`)]);
  }

  /** Runs statements on the coordinator. @returns the rows of the last one */
  administer(database: string, texts: readonly string[]): Promise<Record<string, unknown>[]> {
    return this.ask(this.nodes[0]!, database, texts);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await this.stopNode(node);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async ask({ port }: Node, database: string, texts: readonly string[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: administrator, database });
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const text of texts) rows = (await client.query(text)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }

  private async startNode(node: Node): Promise<void> {
    const values = Object.entries({ ...settings, port: node.port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const log = openSync(this.logOf(node), 'a');
    const started = spawn(join(this.programs, 'postgres'), ['-D', node.data, ...values], {
      ...unprivilegedUser(),
      cwd: '/',
      // Nodes talk to each other as clients do, which look for certificates at home.
      env: { ...process.env, HOME: this.folder },
      stdio: ['ignore', 'ignore', log],
    });
    closeSync(log);
    this.processes.set(node, started);
    for (let attempt = 1; ; attempt++) {
      const failure: unknown = await this.ask(node, 'postgres', ['SELECT 1']).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) return;
      if (attempt === 100 || started.exitCode !== null) throw failure;
      await sleep(200);
    }
  }

  private logOf({ data }: Node): string {
    return `${data}.log`;
  }

  private async stopNode(node: Node): Promise<void> {
    const running = this.processes.get(node);
    this.processes.delete(node);
    if (running === undefined || running.exitCode !== null) return;
    const exited = once(running, 'exit');
    // At once, as a machine goes away.
    running.kill('SIGQUIT');
    await exited;
  }
}
