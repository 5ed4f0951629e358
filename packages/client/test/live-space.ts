/** What tests of live lists share: a space of a real server, lists that are followed until a test ends, and a counted connection. */
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';
import { createClient, type HeadwaterClient } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

export type Database = 'SQLite' | 'PostgreSQL';
/** PostgreSQL too where every test runs on both. */
export const databases: readonly Database[] =
  process.env.HEADWATER_TEST_ALL === '1' ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

/** What a list has shown, one text for each list: the names of its records. */
export interface Shown {
  readonly lists: readonly string[];
  /** Waits until the newest list is that. */
  becomes(list: string): Promise<void>;
  readonly ended: Promise<unknown>;
  stop(): void;
}

/** Follows a list until the test ends. */
export function follow<Item>(
  open: (signal: AbortSignal) => AsyncIterable<readonly Item[]>,
  nameOf: (item: Item) => string | null,
): Shown {
  const lists: string[] = [];
  const over = new AbortController();
  const read = async () => {
    for await (const list of open(over.signal)) lists.push(list.map(nameOf).join());
  };
  const ended = read().catch((error) => error);
  const stop = () => over.abort(new Error('enough'));
  onTestFinished(async () => {
    stop();
    await ended;
  });
  const becomes = async (list: string) => expect.poll(() => lists.at(-1), { timeout: 10_000, interval: 10 }).toBe(list);
  return { lists, becomes, ended, stop };
}

/** Counts the requests of a client, and can be cut off from the server. */
export class Line {
  isCut = false;
  readonly sent: string[] = [];
  /** Requests without an answer. */
  waiting = 0;
  #under: AbortController[] = [];

  readonly fetch = async (request: Request): Promise<Response> => {
    this.sent.push(new URL(request.url).pathname.replace(/^.*\/spaces\/[^/]+/, ''));
    if (this.isCut) throw new TypeError('no connection');
    const cut = new AbortController();
    this.#under.push(cut);
    this.waiting += 1;
    return fetch(request, { signal: AbortSignal.any([request.signal, cut.signal]) }).finally(() => {
      this.waiting -= 1;
    });
  };

  cut() {
    this.isCut = true;
    for (const one of this.#under.splice(0)) one.abort(new TypeError('the connection broke'));
  }

  readings(collection: string): number {
    return this.sent.filter((path) => path === `/entities/${collection}`).length;
  }
}

/** A space on a database, from before the first test of a suite until after its last. */
export class LiveSpace {
  server!: RealServer;
  #stopDatabase = async () => {};

  constructor(database: Database) {
    beforeAll(async () => {
      if (database === 'PostgreSQL') {
        const postgres = await startTestPostgres();
        this.server = await startRealServer('live', { databaseUrl: await postgres.createDatabase() });
        this.#stopDatabase = postgres.stop;
      } else this.server = await startRealServer('live');
    });
    afterAll(async () => {
      await this.server.close();
      await this.#stopDatabase();
    });
  }

  get client() {
    return this.server.client;
  }

  get ownerId(): string {
    return this.server.ownerId;
  }

  openClient(line: Line): HeadwaterClient {
    const { url: baseUrl, space, credentials } = this.server;
    return createClient({ ...{ baseUrl, space, ...credentials }, fetch: line.fetch });
  }

  newContact(last_name: string, more: object = {}) {
    return this.client.contacts.create({ owner_id: this.ownerId, last_name, ...more });
  }

  /** Contacts of a city, which each test has to itself. */
  inCity(client: Pick<HeadwaterClient, 'contacts'>, city: string, more: object = {}): Shown {
    return follow(
      (signal) => client.contacts.live({ where: { city }, orderBy: ['last_name'], throttleMs: 50, signal, ...more }),
      ({ last_name }) => last_name,
    );
  }
}
