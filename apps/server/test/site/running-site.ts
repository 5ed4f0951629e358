/**
 * A running server as an operator starts it, asked byte by byte: what `fetch` adds to a request and takes off an answer is what
 * these tests are about.
 */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type RunningServer, type StartOptions, startServer } from '../../src/index.js';
import { type DatabaseName, keysOf, newDatabase } from '../fixture.js';
import { templateSpace } from '../prepare-databases.js';
import { basic } from '../test-space.js';

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As they came. */
  readonly bytes: Buffer;
  /** Without its compression. */
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** The space that is there, unless `isEmpty`. */
export const space = templateSpace;

interface SiteOptions extends StartOptions {
  readonly database?: DatabaseName;
  readonly isEmpty?: boolean;
}

export class RunningSite {
  private constructor(
    readonly server: RunningServer,
    readonly authorization: string,
    readonly credentials: { readonly token: string; readonly password: string },
    /** Takes the database away from under the server; PostgreSQL only. */
    readonly dropDatabase: () => Promise<void>,
  ) {}

  /** @param options what differs from the usual */
  static async start({ database = 'sqlite', isEmpty = false, ...options }: SiteOptions = {}): Promise<RunningSite> {
    const stored = await newDatabase(database, isEmpty ? 'tables' : 'space');
    const server = await startServer({
      port: 0,
      logLevel: 'silent',
      databaseSettings: { synchronous: 'NORMAL' },
      ...stored.location,
      ...options,
    });
    const credentials = isEmpty ? { token: '', password: '' } : keysOf(database).writer;
    return new RunningSite(server, basic(credentials), credentials, stored.drop);
  }

  get origin(): string {
    return this.server.url;
  }

  /** Sends nothing but what is given; without credentials. */
  ask(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.origin}${path}`, { method, headers }, async (response) => {
        try {
          const bytes = Buffer.concat(await response.toArray());
          const text = decompress(bytes, response.headers['content-encoding']).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** With the credentials of the space. */
  askSpace(path: string, { headers, ...sent }: Sent = {}): Promise<Received> {
    return this.ask(path, { ...sent, headers: { authorization: this.authorization, ...headers } });
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.dropDatabase();
  }
}

function decompress(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}
