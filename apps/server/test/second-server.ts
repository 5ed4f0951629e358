/**
 * A second server on the database of a running one.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { ServerDeps } from '../src/http/server-deps.js';
import { type AppOptions, createApp } from '../src/main/app.js';
import { openDeps } from '../src/main/open-deps.js';
import type { Running } from './fixture.js';
import { TestSpace } from './test-space.js';

export interface SecondServer {
  /** The space of the first server, asked through this one. */
  readonly space: TestSpace;
  readonly deps: ServerDeps;
}

/** Runs a second server as long as the tests around the call. @returns what may be used inside tests and hooks only */
export function useSecondServer(running: Running, options: AppOptions = {}): SecondServer {
  let deps: ServerDeps;
  let http: Server;
  let space: TestSpace | undefined;
  beforeAll(async () => {
    deps = await openDeps(running.server.config);
    http = createServer(createApp(deps, options).callback());
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    const { id, authorization, readOnlyAuthorization } = running.space;
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    space = new TestSpace(origin, id, authorization, readOnlyAuthorization);
    await space.readSeedRecords();
  });
  afterAll(async () => {
    http.closeAllConnections();
    await new Promise((closed) => http.close(closed));
    await deps.db.close();
  });
  return {
    get space() {
      if (!space) throw new Error('the second server runs while tests do');
      return space;
    },
    get deps() {
      return deps;
    },
  };
}
