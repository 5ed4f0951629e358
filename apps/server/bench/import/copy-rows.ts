/**
 * What a database does in bulk by itself: the rows of a table, as an import has stored them, are written to an empty table with the same
 * indexes and foreign keys, in one transaction. The tables that they point at must be filled.
 */
import pg from 'pg';
import type { Synchronous } from '../databases.js';
import { SqliteConnection } from '../floors/sqlite-connection.js';

/** COPY. @returns how many rows @throws Error (rejects) when the rows do not fit */
export async function readPostgresRows(url: string, table: string): Promise<Buffer[]> {
  return withClient(url, async (client) => {
    const copy = new CopyOut(`COPY ${table} TO STDOUT`);
    client.query(copy);
    await copy.done;
    return copy.rows;
  });
}

/** @param rows as `readPostgresRows` gives them */
export async function copyToPostgres(url: string, table: string, rows: readonly Buffer[]): Promise<void> {
  await withClient(url, async (client) => {
    const copy = new CopyIn(`COPY ${table} FROM STDIN`, rows);
    client.query(copy);
    await copy.done;
  });
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What the driver's connection has besides what its types say. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A statement whose rows come, or go, as a stream. */
abstract class Copy {
  readonly done: Promise<void>;
  private succeed!: () => void;
  private fail!: (error: Error) => void;

  constructor(private readonly text: string) {
    this.done = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
  }

  submit(connection: pg.Connection): void {
    (connection as unknown as CopyConnection).query(this.text);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.succeed();
  }

  handleError(error: Error): void {
    this.fail(error);
  }
}

class CopyOut extends Copy implements pg.Submittable {
  readonly rows: Buffer[] = [];

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The driver reads the next rows into the same memory.
    this.rows.push(Buffer.from(chunk));
  }
}

/** So that a message costs little beside its rows. */
const rowsOfMessage = 200;

class CopyIn extends Copy implements pg.Submittable {
  constructor(
    text: string,
    private readonly rows: readonly Buffer[],
  ) {
    super(text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (let start = 0; start < this.rows.length; start += rowsOfMessage) {
      connection.sendCopyFromChunk(Buffer.concat(this.rows.slice(start, start + rowsOfMessage)));
    }
    connection.endCopyFrom();
  }
}

type SqliteRow = Readonly<Record<string, unknown>>;

export async function readSqliteRows(file: string, table: string): Promise<SqliteRow[]> {
  return withFile(file, 'NORMAL', async (connection) => {
    const select = await connection.prepare<SqliteRow>(`SELECT * FROM ${table}`);
    return select();
  });
}

/** As many values as one statement may bind. */
const maxValues = 32_766;
/** Of one statement; with more it is not faster. */
const maxRows = 500;

/** A prepared insert of many rows. @param rows all with the same columns, at least one */
export async function insertInSqlite(
  file: string,
  synchronous: Synchronous,
  table: string,
  rows: readonly SqliteRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const atOnce = Math.min(maxRows, Math.floor(maxValues / columns.length));
  const row = `(${columns.map(() => '?').join(', ')})`;
  const insert = (count: number) =>
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: count }, () => row).join(', ')}`;
  await withFile(file, synchronous, async (connection) => {
    await connection.exec('BEGIN');
    const insertMany = await connection.prepare(insert(atOnce));
    for (let start = 0; start < rows.length; start += atOnce) {
      const part = rows.slice(start, start + atOnce);
      const run = part.length === atOnce ? insertMany : await connection.prepare(insert(part.length));
      await run(...part.flatMap((one) => columns.map((column) => one[column])));
    }
    await connection.exec('COMMIT');
  });
}

async function withFile<T>(
  file: string,
  synchronous: Synchronous,
  work: (connection: SqliteConnection) => Promise<T>,
): Promise<T> {
  const connection = await SqliteConnection.open(file, synchronous);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
