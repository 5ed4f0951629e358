/**
 * Starts the PostgreSQL that a test run uses, before its first file; each file makes a database of its own on it.
 */
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server's administrative database. */
    postgresUrl: string;
  }
}

export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
