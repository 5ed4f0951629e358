/**
 * The plain floor's records in a SQLite file. Reads have a connection of their own; writes are transactions, one after the other.
 */
import type { Synchronous } from '../../databases.js';
import { type Prepared, SqliteConnection } from '../sqlite-connection.js';
import { contactMembers } from './columns.js';
import type { Body, ContactStore, Expansion, Place } from './contact-store.js';
import { newContact } from './new-contact.js';
import { statements } from './sqlite-sql.js';
import { textBehind } from './text-behind.js';

interface JsonRow {
  readonly json: string;
}

type Statements = { readonly [K in keyof typeof statements]: Prepared<JsonRow & { readonly revision: number }> };

async function prepareAll(connection: SqliteConnection): Promise<Statements> {
  const prepared: Partial<Record<keyof typeof statements, unknown>> = {};
  for (const [name, text] of Object.entries(statements) as [keyof typeof statements, string][]) {
    prepared[name] = await connection.prepare(text);
  }
  return prepared as Statements;
}

export class SqliteContactStore implements ContactStore {
  private lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly connections: readonly SqliteConnection[],
    private readonly reads: Statements,
    private readonly writes: Statements,
  ) {}

  static async open(file: string, synchronous: Synchronous): Promise<SqliteContactStore> {
    const [reader, writer] = [
      await SqliteConnection.open(file, synchronous),
      await SqliteConnection.open(file, synchronous),
    ];
    return new SqliteContactStore([reader, writer], await prepareAll(reader), await prepareAll(writer));
  }

  async newest(): Promise<string[]> {
    return texts(await this.reads.newest());
  }

  async newestAfter({ created, id }: Place): Promise<string[]> {
    return texts(await this.reads.newestAfter(created, id));
  }

  async newestWith(expansion: Expansion): Promise<string[]> {
    const { ownerAndAccounts, ownerAndPrimaryAccount } = this.reads;
    return texts(await (expansion === 'owner-and-accounts' ? ownerAndAccounts : ownerAndPrimaryAccount)());
  }

  async inCity(city: string, prefix: string): Promise<string[]> {
    return texts(await this.reads.inCity(city, prefix, textBehind(prefix)));
  }

  async get(id: string): Promise<string | undefined> {
    return (await this.reads.get(id))[0]?.json;
  }

  create(body: Body): Promise<string> {
    const row = newContact(body);
    return this.transact(1, async (revision) => {
      const values: Body = { ...row, revision };
      const [written] = await this.writes.insert(...contactMembers.map((member) => values[member] ?? null));
      return written!.json;
    });
  }

  update(id: string, { position, comments }: Body): Promise<string | undefined> {
    return this.transact(1, async (revision) => {
      return (await this.writes.update(id, new Date().toISOString(), revision, position, comments))[0]?.json;
    });
  }

  createMany(bodies: readonly Body[]): Promise<string[]> {
    const rows = bodies.map(newContact);
    return this.transact(rows.length, async (last) => {
      const numbered = rows.map((row, index) => ({ ...row, revision: last - rows.length + index + 1 }));
      await this.writes.insertMany(JSON.stringify(numbered));
      return rows.map(({ id }) => id);
    });
  }

  async close(): Promise<void> {
    await this.lastWrite;
    for (const connection of this.connections) await connection.close();
  }

  /** @param work gets the last of the revisions that were taken */
  private transact<T>(revisions: number, work: (revision: number) => Promise<T>): Promise<T> {
    const result = this.lastWrite.then(async () => {
      await this.writes.begin();
      try {
        const [counter] = await this.writes.takeRevisions(revisions);
        const answer = await work(counter!.revision);
        await this.writes.commit();
        return answer;
      } catch (error) {
        await this.writes.rollback();
        throw error;
      }
    });
    this.lastWrite = result.catch(() => {});
    return result;
  }
}

function texts(rows: readonly JsonRow[]): string[] {
  return rows.map(({ json }) => json);
}
