/**
 * A server on a distributed database, which notes the statements that it runs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { createApp } from '../../src/main/app.js';
import { type DepsConfig, openDeps } from '../../src/main/open-deps.js';
import type { Statement } from '../../src/sql/binder.js';
import { testConfig } from '../fixture.js';
import { openTestSpace, TestSpace } from '../test-space.js';

export class CitusServer {
  private constructor(
    readonly deps: ServerDeps,
    private readonly http: Server,
    readonly dataDir: string,
    private readonly listener: { note: (statement: Statement) => void },
  ) {}

  /** @param config what differs from the usual */
  static async start(databaseUrl: string, config: Partial<DepsConfig> = {}): Promise<CitusServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'headwater-citus-files-'));
    const listener = { note: (_: Statement): void => {} };
    const deps = await openDeps({ ...testConfig, dataDir, databaseUrl, ...config }, (statement) =>
      listener.note(statement),
    );
    const http = createServer(createApp(deps, { onFailure: () => {} }).callback());
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    return new CitusServer(deps, http, dataDir, listener);
  }

  get origin(): string {
    const { port } = this.http.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  newSpace(id: string): Promise<TestSpace> {
    return openTestSpace(this.deps, this.origin, id);
  }

  /** @returns a space that another server has made, as this one serves it */
  spaceAsHere({ id, authorization, readOnlyAuthorization }: TestSpace): TestSpace {
    return new TestSpace(this.origin, id, authorization, readOnlyAuthorization);
  }

  /** @returns the statements that `work` causes */
  async statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = [];
    this.listener.note = (statement) => statements.push(statement);
    try {
      await work();
    } finally {
      this.listener.note = () => {};
    }
    return statements;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((closed) => this.http.close(closed));
    await this.deps.db.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
