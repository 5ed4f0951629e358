/**
 * The plain floor's records in PostgreSQL: each request is one prepared statement on a connection of a pool.
 */
import pg from 'pg';
import type { Body, ContactStore, Expansion, Place } from './contact-store.js';
import { newContact } from './new-contact.js';
import { insertMembers, statements } from './postgres-sql.js';
import { textBehind } from './text-behind.js';

/** As many as the callers have. */
const connections = 16;

export class PostgresContactStore implements ContactStore {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: connections });
  }

  newest(): Promise<string[]> {
    return this.run('newest');
  }

  newestAfter({ created, id }: Place): Promise<string[]> {
    return this.run('newestAfter', created, id);
  }

  newestWith(expansion: Expansion): Promise<string[]> {
    return this.run(expansion === 'owner-and-accounts' ? 'ownerAndAccounts' : 'ownerAndPrimaryAccount');
  }

  inCity(city: string, prefix: string): Promise<string[]> {
    return this.run('inCity', city, prefix, textBehind(prefix));
  }

  async get(id: string): Promise<string | undefined> {
    return (await this.run('get', id))[0];
  }

  async create(body: Body): Promise<string> {
    const row: Body = newContact(body);
    const [json] = await this.run('create', ...insertMembers.map((member) => row[member] ?? null));
    return json!;
  }

  async update(id: string, { position, comments }: Body): Promise<string | undefined> {
    return (await this.run('update', id, position, comments))[0];
  }

  async createMany(bodies: readonly Body[]): Promise<string[]> {
    const rows = bodies.map((body, index) => ({ ...newContact(body), revision: index + 1 }));
    await this.run('createMany', rows.length, JSON.stringify(rows));
    return rows.map(({ id }) => id);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async run(name: keyof typeof statements, ...values: unknown[]): Promise<string[]> {
    const { rows } = await this.pool.query<[string]>({ name, text: statements[name], values, rowMode: 'array' });
    return rows.map(([json]) => json);
  }
}
