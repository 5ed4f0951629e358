/**
 * A running server with one space of its own on an empty SQLite database, for tests of REST v1 over HTTP.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.js';
import { createKey } from '../../src/auth/api-keys.js';
import { serverSecret } from '../../src/auth/server-secret.js';
import { openDeps } from '../../src/open-deps.js';
import { inOneWrite, type WriteSession } from '../../src/records/write-session.js';
import type { ServerDeps } from '../../src/server-deps.js';
import { createSpace } from '../../src/spaces/create-space.js';
import { systemCall } from '../../src/spaces/system-call.js';

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

export interface TestServer {
  readonly origin: string;
  readonly authorization: string;
  readonly readOnlyAuthorization: string;
  /** @param path below the space; '' is the space itself. Sent with the credentials of a key that may write. */
  call(path: string, sent?: Sent): Promise<Received>;
  /** @returns the array that a collection GET answers. @throws Error for any status but 200 */
  list(path: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Called ahead of every statement over records; what it throws, the statement fails with. */
  onStatement: () => void;
  /** Writes past the door. */
  write<T>(work: (session: WriteSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const space = 'acme';

const maxBodyBytes = 100_000;

export async function serve(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-v1-'));
  let testServer: TestServer | undefined;
  const config = {
    dataDir,
    databaseUrl: undefined,
    publicUrl: undefined,
    secret: undefined,
    isTrustedProxy: () => false,
  };
  const deps = await openDeps({ ...config, maxBodyBytes }, () => testServer?.onStatement());
  await createSpace(deps, { id: space });
  const authorization = await newAuthorization(deps, false);
  const server = createServer(createApp(deps).callback());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  const call = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> => {
    const answer = await fetch(`${origin}/rest_services/v1/${space}${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  testServer = {
    origin,
    authorization,
    readOnlyAuthorization: await newAuthorization(deps, true),
    onStatement: () => {},
    call,
    list: async (path) => {
      const { status, body } = await call(path);
      if (status !== 200 || !Array.isArray(body)) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    write: (work) => inOneWrite(deps, systemCall(space), work),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await deps.db.close();
      rmSync(dataDir, { recursive: true });
    },
  };
  return testServer;
}

async function newAuthorization({ db }: ServerDeps, readOnly: boolean): Promise<string> {
  const { token, password } = await createKey(db, await serverSecret(db, undefined), { space, readOnly });
  return basic(token, password);
}

export function basic(token: string, password: string): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}
