/**
 * A running server on either database, asked over REST v1 in its one space.
 */

import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import type { WriteContext } from '../../src/records/write/write-context.js';
import { type DatabaseName, TestServer } from '../fixture.js';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed. */
  readonly body: unknown;
}

/** A record under its REST v1 names. */
export type LegacyRecord = Readonly<Record<string, unknown>>;

export class LegacyServer {
  private constructor(readonly server: TestServer) {}

  static async start(database: DatabaseName): Promise<LegacyServer> {
    return new LegacyServer(await TestServer.start(database));
  }

  /** The address of the space. */
  get url(): string {
    return `${this.server.origin}/rest_services/v1/${this.server.space.id}`;
  }

  /** Of a key that may write. */
  get authorization(): string {
    return this.server.space.authorization;
  }

  /** @param path below the space; '' is the space itself. Sent with the credentials of a key that may write. */
  async call(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> {
    const { authorization } = this;
    const answer = await fetch(this.url + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** @returns the array that a GET answers. @throws Error for any status but 200 */
  async list(path: string): Promise<readonly LegacyRecord[]> {
    const { status, body } = await this.call(path);
    if (status !== 200 || !Array.isArray(body)) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** @returns the record as the answer shows it, and its address. @throws Error for any status but 201 */
  async create(collection: string, body: LegacyRecord): Promise<{ record: LegacyRecord; location: string }> {
    const answer = await this.call(`/${collection}`, { method: 'POST', body });
    if (answer.status !== 201) throw new Error(`${collection}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return { record: answer.body as LegacyRecord, location: answer.headers.get('location') ?? '' };
  }

  /** Writes without the API. */
  write<T>(work: (context: WriteContext) => Promise<T>): Promise<T> {
    return inTransaction(this.server.deps, systemCall(this.server.space.id), work);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
