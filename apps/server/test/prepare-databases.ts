/**
 * Makes what a test run keeps its databases in, before its first file: a PostgreSQL, and a folder for SQLite files. Both go away
 * after the last one, with whatever a test that failed has left behind.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server's administrative database. */
    postgresUrl: string;
    /** For the files of this run. */
    testFolder: string;
  }
}

export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgresUrl', postgres.url);
  const folder = mkdtempSync(join(tmpdir(), 'headwater-test-'));
  project.provide('testFolder', folder);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await postgres.stop();
  };
}
