/** The types of test-postgres.mjs. */

export interface TestPostgres {
  /** Of the server's administrative database. */
  readonly url: string;
  /** @returns the address of a new database, empty or a copy of `template`; dropped by `stop` at the latest */
  createDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}

export function startTestPostgres(options?: { readonly onDisk?: boolean }): Promise<TestPostgres>;
export function startLastingPostgres(): Promise<Omit<TestPostgres, 'createDatabase'>>;
export function createTestDatabase(serverUrl: string, template?: string): Promise<string>;
export function dropTestDatabase(serverUrl: string, url: string): Promise<void>;
