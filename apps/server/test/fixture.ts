/**
 * A running server on either database with spaces of its own, for tests that ask it over HTTP as any client would.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { createTestDatabase, dropTestDatabase } from '../../../tools/test-postgres.mjs';
import type { ServerDeps } from '../src/http/server-deps.js';
import { type JobWorker, startJobWorker } from '../src/jobs/job-worker.js';
import { createApp } from '../src/main/app.js';
import { type DepsConfig, openDeps } from '../src/main/open-deps.js';
import { now } from '../src/records/clock.js';
import type { Statement } from '../src/sql/binder.js';
import { DeclaredAnswers } from './declared-answers.js';
import { brokenRules } from './distributed-rules.js';
import { keptNumbers, miscounted } from './miscounted.js';
import { sqliteFile, type Templates, templateSpace } from './prepare-databases.js';
import { ownDocuments } from './space-documents.js';
import { basic, openTestSpace, type SeedRecords, TestSpace } from './test-space.js';

export type DatabaseName = 'sqlite' | 'postgres';

/** `HEADWATER_TEST_ALL=1` (`npm run test:all`, which CI runs) takes both databases everywhere, so that a wrong choice is found all the same. */
const isAll = process.env.HEADWATER_TEST_ALL === '1';

/** The databases of tests about what the dialects do differently: SQL, types of values, migrations, locks, limits of a database. */
export const databases: readonly DatabaseName[] = ['sqlite', 'postgres'];

/**
 * The database of tests in which the dialect cannot matter, because what they test ends before the first statement or begins
 * after the last one: grammar, validation, rules of entity types, error bodies, HTTP, the command line, documents of the interface.
 */
export const oneDatabase: readonly DatabaseName[] = isAll ? databases : ['sqlite'];

/**
 * @returns the databases of the file that asks, whose tests are about what both databases do alike: in `npm test` one of them,
 *   chosen by the name of the file, so that each has half of these files
 */
export function databaseInTurn(): readonly DatabaseName[] {
  if (isAll) return databases;
  const { testPath = '' } = expect.getState();
  const sum = [...relative(import.meta.dirname, testPath)].reduce((all, letter) => all + letter.charCodeAt(0), 0);
  return [databases[sum % databases.length] as DatabaseName];
}

/** @param which `sqlite`, `postgres` or `both`, as the command of a long test says; undefined in a usual run: the one whose turn it is */
export function wantedDatabases(which: string | undefined): readonly DatabaseName[] {
  if (which === undefined) return databaseInTurn();
  return databases.filter((name) => which === 'both' || which === name);
}

/** Where a test keeps its records, and how it is thrown away. */
export interface TestDatabase {
  readonly location: Pick<DepsConfig, 'dataDir' | 'databaseUrl'>;
  drop(): Promise<void>;
}

/**
 * What a new database holds: nothing, the tables as a server makes them at its start, or the space `acme` with two keys as well.
 * Only tests of migrations and of the first start need an empty one, which takes far longer to fill than a copy of the others.
 */
export type DatabaseContents = 'nothing' | 'tables' | 'space';

/**
 * @param contents or a database to copy, which nobody is connected to
 * @returns a database and a folder; for PostgreSQL one on the server of this run
 */
export async function newDatabase(
  name: DatabaseName,
  contents: DatabaseContents | TestDatabase['location'],
): Promise<TestDatabase> {
  const templates = inject(name === 'sqlite' ? 'sqliteTemplates' : 'postgresTemplates');
  const copied = contents === 'nothing' ? undefined : typeof contents === 'string' ? templates[contents] : contents;
  if (name === 'sqlite') {
    const dataDir = mkdtempSync(join(inject('testFolder'), 'sqlite-'));
    if (copied) copyFileSync(sqliteFile(copied.dataDir), sqliteFile(dataDir));
    const drop = async () => rmSync(dataDir, { recursive: true, force: true });
    return { location: { dataDir, databaseUrl: undefined }, drop };
  }
  const server = inject('postgresUrl');
  const direct = await createTestDatabase(server, copied?.databaseUrl);
  const databaseUrl = throughPooler(direct);
  const dataDir = mkdtempSync(join(inject('testFolder'), 'postgres-'));
  const drop = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await dropTestDatabase(server, direct);
  };
  return { location: { dataDir, databaseUrl }, drop };
}

/** `HEADWATER_TEST_PGBOUNCER=1` puts a connection pooler between the servers and their databases. */
function throughPooler(url: string): string {
  const host = inject('poolerHost');
  if (host === '') return url;
  const through = new URL(url);
  through.host = host;
  return through.href;
}

/** What a server is started with, besides where it keeps its records. */
export const testConfig = {
  publicUrl: undefined,
  isTrustedProxy: () => false,
  secret: undefined,
  maxBodyBytes: 200_000,
  maxUploadBytes: 1_000_000,
  timeoutMs: 60_000,
  receiveTimeoutMs: undefined,
  files: undefined,
  graphql: { introspection: true, timeoutMs: 30_000, documents: undefined, onlyDocuments: false },
  databaseSettings: {
    silenceMs: 4_000,
    startMs: 10_000,
    isPrepared: !process.env.HEADWATER_TEST_PGBOUNCER,
    synchronous: 'NORMAL',
  },
} as const;

/** @returns the keys of the space in a database that was made with one */
export function keysOf(database: DatabaseName): Pick<Templates, 'writer' | 'reader'> {
  return inject(database === 'sqlite' ? 'sqliteTemplates' : 'postgresTemplates');
}

/** Ids of the records that the template's space begins with; they are the same in all copies. */
const seedRecords = new Map<DatabaseName, SeedRecords>();

async function openTemplateSpace(database: DatabaseName, origin: string): Promise<TestSpace> {
  const { writer, reader } = keysOf(database);
  const space = new TestSpace(origin, templateSpace, basic(writer), basic(reader));
  seedRecords.set(database, await space.readSeedRecords(seedRecords.get(database)));
  return space;
}

/** Tables that statements of usual length write, which keep the rules, on any server: looking takes longer than running many of them. */
const keepingRules = new Map<string, readonly string[]>();

/** @returns the tables whose rows a statement adds, changes or removes */
function tablesWritten(text: string): string[] {
  return [...text.matchAll(/\b(?:INTO|UPDATE|DELETE FROM) "(\w+)"/g)].map(([, table]) => table as string);
}

export class TestServer {
  /** What went wrong inside, as the log would have it. */
  readonly failures: unknown[] = [];
  /** Statements that a distributed database would reject; closing the server fails when there are some. */
  private readonly undistributable = new Set<string>();
  /** Tables whose numbers are compared with their records when the server closes. */
  private readonly written = new Set<string>();
  /** What was kept of them at the start: another process may write as well. */
  private numbersAtStart: ReadonlySet<string> | undefined;
  /** Answers that no document declares; closing the server fails when there are some. */
  private readonly answers = new DeclaredAnswers();
  private isSpoilt = false;
  private readonly expectedProblems: RegExp[] = [];
  /** Called with every statement over records before it runs; when it throws, the statement fails. */
  onStatement: (statement: Statement) => void = () => {};
  /** Tells the server the moment it is. */
  clock: () => string = now;

  private constructor(
    readonly database: DatabaseName,
    private readonly stored: TestDatabase,
    readonly config: DepsConfig,
  ) {}

  private opened:
    | {
        readonly deps: ServerDeps;
        readonly http: Server;
        readonly space: TestSpace;
        readonly worker: JobWorker;
      }
    | undefined;

  /** @param config what differs from the usual */
  static async start(database: DatabaseName, config: Partial<DepsConfig> = {}): Promise<TestServer> {
    // The first requests of a process load what they need: on a busy machine for longer than short limits allow.
    if (!seedRecords.has(database) && Object.keys(config).length > 0) await (await TestServer.start(database)).close();
    const stored = await newDatabase(database, 'space');
    const server = new TestServer(database, stored, { ...testConfig, ...stored.location, ...config });
    try {
      await server.open();
    } catch (error) {
      await stored.drop();
      throw error;
    }
    return server;
  }

  private async open(): Promise<void> {
    const watch = (statement: Statement) => {
      for (const table of this.checkRules(statement.text)) this.written.add(table);
      this.onStatement(statement);
    };
    const deps = await openDeps(this.config, watch, () => this.clock());
    this.numbersAtStart ??= new Set((await keptNumbers(deps)).map(([, line]) => line));
    const app = createApp(deps, { onFailure: (error) => this.failures.push(error) });
    this.answers.partsOfSpace = ownDocuments(deps);
    const http = createServer(this.answers.watch(app.callback()));
    // As the service itself: a connection that is closed after a few idle seconds meets the next request of a slow test.
    http.keepAliveTimeout = 75_000;
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    const { port } = http.address() as AddressInfo;
    const space = await openTemplateSpace(this.database, `http://127.0.0.1:${port}`);
    const worker = startJobWorker(deps, (error) => this.failures.push(error));
    this.opened = { deps, http, space, worker };
  }

  /** @returns the tables that the statement writes */
  private checkRules(text: string): readonly string[] {
    const known = keepingRules.get(text);
    if (known !== undefined) return known;
    const broken = brokenRules(text);
    for (const rule of broken) this.undistributable.add(`${rule} in ${text}`);
    const tables = tablesWritten(text);
    if (broken.length === 0 && text.length < 20_000) keepingRules.set(text, tables);
    return tables;
  }

  private get running() {
    if (!this.opened) throw new Error('the server is not running');
    return this.opened;
  }

  get deps(): ServerDeps {
    return this.running.deps;
  }

  /** The space that most tests write in. */
  get space(): TestSpace {
    return this.running.space;
  }

  get origin(): string {
    return this.space.origin;
  }

  newSpace(id: string): Promise<TestSpace> {
    return openTestSpace(this.deps, this.origin, id);
  }

  /** @returns one line for each answer so far that no document declares */
  undeclaredAnswers(): Promise<ReadonlySet<string>> {
    return this.answers.problems();
  }

  /** Expects answers that no document declares, because a test has spoilt stored records behind the service's back. */
  expectUndeclared(problem: RegExp): void {
    this.expectedProblems.push(problem);
    this.answers.isExpected = (line) => this.isExpected(line);
  }

  private isExpected(problem: string): boolean {
    return this.expectedProblems.some((expected) => expected.test(problem));
  }

  /** To be called by a test that writes records behind the service's back: the numbers of collections are not compared. */
  spoilNumbers(): void {
    this.isSpoilt = true;
  }

  /** @returns the statements over records that `work` causes; the looks at the key, at what the space has defined and at what has changed are none */
  async statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = [];
    this.onStatement = (statement) => {
      if (!/FROM api_keys|^SELECT s\."metadata_revision"|^SELECT c\."table_name" AS t/.test(statement.text))
        statements.push(statement);
    };
    try {
      await work();
    } finally {
      this.onStatement = () => {};
    }
    return statements;
  }

  async close(): Promise<void> {
    const { deps, http, worker } = this.running;
    await worker.stop();
    http.closeAllConnections();
    await new Promise((closed) => http.close(closed));
    const problems = await this.answers.problems();
    for (const [table, line] of this.isSpoilt ? [] : await keptNumbers(deps)) {
      if (!this.numbersAtStart?.has(line)) this.written.add(table);
    }
    const wrongNumbers = this.isSpoilt ? [] : await miscounted(deps, this.written);
    await deps.db.close();
    await this.stored.drop();
    if (wrongNumbers.length > 0) throw new Error(`numbers of collections are wrong:\n${wrongNumbers.join('\n')}`);
    if (this.undistributable.size > 0) throw new Error([...this.undistributable].join('\n'));
    const unexpected = [...problems].filter((problem) => !this.isExpected(problem));
    if (unexpected.length > 0) throw new Error(`not declared in the documents:\n${unexpected.join('\n')}`);
  }
}

/** The server of the database that tests are running on. */
export interface Running {
  readonly server: TestServer;
  readonly space: TestSpace;
}

type Tests = (running: Running, database: DatabaseName) => void;

/**
 * Defines the same tests for each of `databases`, with a server that runs as long as they do.
 * @param tests get what may be used inside tests and hooks only
 */
export function onBothDatabases(tests: Tests, config: Partial<DepsConfig> = {}): void {
  onDatabases(databases, tests, config);
}

/** Defines tests for `databaseInTurn`, with a server that runs as long as they do. @param tests as for `onBothDatabases` */
export function onDatabaseInTurn(tests: Tests, config: Partial<DepsConfig> = {}): void {
  onDatabases(databaseInTurn(), tests, config);
}

/** Defines tests for `oneDatabase`, with a server that runs as long as they do. @param tests as for `onBothDatabases` */
export function onOneDatabase(tests: Tests, config: Partial<DepsConfig> = {}): void {
  onDatabases(oneDatabase, tests, config);
}

function onDatabases(names: readonly DatabaseName[], tests: Tests, config: Partial<DepsConfig>): void {
  describe.each(names)('on %s', (database) => {
    let server: TestServer | undefined;
    beforeAll(async () => {
      server = await TestServer.start(database, config);
    });
    afterAll(() => server?.close());
    const running: Running = {
      get server() {
        if (!server) throw new Error('the server runs while tests do');
        return server;
      },
      get space() {
        return running.server.space;
      },
    };
    tests(running, database);
  });
}
