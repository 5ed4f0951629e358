/**
 * Two server processes on one database, and a space that clients of both write in.
 */
import { type DatabaseName, keysOf, newDatabase, type TestDatabase } from '../fixture.js';
import { templateSpace } from '../prepare-databases.js';
import { type Answer, basic, type Sent, type TestRecord, TestSpace } from '../test-space.js';
import { ServerProcess } from './server-process.js';

const spaceId = templateSpace;

export class TwoServers {
  private constructor(
    private readonly stored: TestDatabase,
    private readonly authorization: string,
    readonly servers: readonly [ServerProcess, ServerProcess],
  ) {}

  static async start(database: DatabaseName): Promise<TwoServers> {
    const stored = await newDatabase(database, 'space');
    const { dataDir, databaseUrl } = stored.location;
    const env = {
      // Links are the same, whichever server answers.
      HEADWATER_PUBLIC_URL: 'http://crm.example',
      HEADWATER_DATA_DIR: dataDir,
      // Processes are killed, and the power stays on.
      HEADWATER_SQLITE_SYNCHRONOUS: 'NORMAL',
      ...(databaseUrl !== undefined && { HEADWATER_DATABASE_URL: databaseUrl }),
    };
    const both = new TwoServers(stored, basic(keysOf(database).writer), [
      new ServerProcess(env),
      new ServerProcess(env),
    ]);
    await Promise.all(both.servers.map((server) => server.start()));
    return both;
  }

  /** @returns the space as one of the servers shows it */
  async space(which: 0 | 1): Promise<TestSpace> {
    const { url } = this.servers[which];
    if (url === undefined) throw new Error('the server is dead');
    const space = new TestSpace(url, spaceId, this.authorization, '');
    await space.readSeedRecords();
    return space;
  }

  /** @returns undefined when the server is dead, or dies before it has answered whole */
  async send(which: 0 | 1, method: string, path: string, sent: Sent = {}): Promise<Answer | undefined> {
    const { url } = this.servers[which];
    if (url === undefined) return undefined;
    try {
      return await new TestSpace(url, spaceId, this.authorization, '').send(method, path, sent);
    } catch (error) {
      // Fetch says so of every answer that did not come.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** @returns all records of a collection that are not deleted, as one of the servers shows them */
  async all(which: 0 | 1, collection: string): Promise<TestRecord[]> {
    const space = await this.space(which);
    const found: TestRecord[] = [];
    for (let query: Sent['query'] = { first: 100 }; ; ) {
      const { data, page_info } = await space.list(collection, query);
      found.push(...data);
      if (!page_info.has_next_page) return found;
      query = { first: 100, after: page_info.end_cursor ?? '' };
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.stored.drop();
  }

  /** What both have logged as failures. */
  get failures(): readonly string[] {
    return this.servers.flatMap(({ failures }) => failures);
  }
}
