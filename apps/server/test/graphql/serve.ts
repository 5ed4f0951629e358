/**
 * A running server with one space of its own, for tests over HTTP: on an empty SQLite database, or on the PostgreSQL database
 * that `HEADWATER_TEST_DATABASE_URL` names.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { createApp } from '../../src/app.js';
import { createKey } from '../../src/auth/api-keys.js';
import { openKeyRing } from '../../src/auth/key-ring.js';
import { serverSecret } from '../../src/auth/server-secret.js';
import { migrate } from '../../src/db/migrate.js';
import { openDatabase } from '../../src/db/open-database.js';
import { createRecordStore } from '../../src/records/record-store.js';
import type { ServerDeps } from '../../src/server-deps.js';
import { createSpace } from '../../src/spaces/create-space.js';

export interface AnsweredError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly errors?: readonly AnsweredError[] };
}

type Variables = Readonly<Record<string, unknown>>;

export class TestServer {
  private constructor(
    private readonly server: Server,
    readonly deps: ServerDeps,
    private readonly dataDir: string,
    private readonly statements: string[],
    readonly space: string,
    readonly credentials: { readonly token: string; readonly password: string },
    private readonly readerCredentials: { readonly token: string; readonly password: string },
  ) {}

  static async start(more: Partial<ServerDeps['limits']> = {}): Promise<TestServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'headwater-graphql-'));
    const statements: string[] = [];
    const url = process.env.HEADWATER_TEST_DATABASE_URL;
    const db = await openDatabase(url === undefined ? { dataDir } : { url }, ({ text }) => statements.push(text));
    const space = randomUUID();
    const catalog = buildCatalog(entityTypes);
    await migrate(db, catalog);
    const deps: ServerDeps = {
      ...createRecordStore(catalog, db),
      keys: await openKeyRing(db, undefined),
      publicUrl: undefined,
      isTrustedProxy: () => false,
      limits: { maxBodyBytes: 1_000_000, ...more },
    };
    await createSpace(deps, { id: space });
    const secret = await serverSecret(db, undefined);
    const writer = await createKey(db, secret, { space });
    const reader = await createKey(db, secret, { space, readOnly: true });
    const app = createApp(deps);
    app.silent = true;
    const server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    return new TestServer(server, deps, dataDir, statements, space, writer, reader);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The space's GraphQL address. */
  get url(): string {
    return `${this.origin}/api/v100/graphql/spaces/${this.space}`;
  }

  get authorization(): string {
    return basic(this.credentials);
  }

  /** Of a key that may only read. */
  get readerAuthorization(): string {
    return basic(this.readerCredentials);
  }

  /** Sends an operation. @returns its data @throws Error when the answer has errors */
  async query<Data>(query: string, variables: Variables = {}): Promise<Data> {
    const { body } = await this.send(query, variables);
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    return body.data as Data;
  }

  /** Sends an operation. @returns the answer as it is */
  async send(
    query: string,
    variables: Variables = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        Authorization: this.authorization,
        Accept: 'application/graphql-response+json',
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** @returns the statements over records that `work` causes */
  async statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const before = this.statements.length;
    await work();
    return this.statements.slice(before);
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
    await this.deps.db.close();
    rmSync(this.dataDir, { recursive: true });
  }
}

function basic({ token, password }: { readonly token: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}
