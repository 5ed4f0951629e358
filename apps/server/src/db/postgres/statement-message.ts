/**
 * Statements that go to PostgreSQL as one message and are answered as one: a message costs as much as a statement. When one of them
 * fails, those behind it are not run. A query of the driver, of which each connection carries out one at a time.
 */
import pg from 'pg';
import type { Statement } from '../../sql/binder.js';
import type { Row } from '../database.js';

/** A statement with the name that it is prepared under; without one it is parsed and planned each time. */
export interface NamedStatement extends Statement {
  readonly name: string | undefined;
}

/** Of what a statement answers. */
interface Column {
  readonly name: string;
  /** Absent where a value stays the text that the database writes. */
  readonly read: ((text: string) => unknown) | undefined;
}

/** The statements that a connection has prepared, by their names, with their columns as soon as those are known. */
export type PreparedStatements = Map<string, readonly Column[] | undefined>;

/** Values stay as the database writes them, but for counts and booleans: records are finished texts already. */
const readers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.INT4, Number],
  [pg.types.builtins.BOOL, (text) => text === 't'],
]);

export class StatementMessage implements pg.Submittable {
  /** The rows of each statement. */
  readonly answers: Promise<Row[][]>;
  private readonly found: Row[][] = [];
  /** Sent to be parsed, not known to be. */
  private readonly parsing: (string | undefined)[] = [];
  private rows: Row[] = [];
  private columns: readonly Column[] | undefined;
  private succeed!: (answers: Row[][]) => void;
  private fail!: (error: unknown) => void;

  /** @param prepared by the connection that the message is sent over */
  constructor(
    private readonly statements: readonly NamedStatement[],
    private readonly prepared: PreparedStatements,
  ) {
    this.answers = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection;
    stream.cork();
    try {
      for (const statement of this.statements) this.send(connection, statement);
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  private send(connection: pg.Connection, { text, values, name }: NamedStatement): void {
    if (name === undefined || !(this.prepared.has(name) || this.parsing.includes(name))) {
      this.parsing.push(name);
      connection.parse({ name: name ?? '', text, types: [] }, true);
    }
    connection.bind({ statement: name ?? '', values: values.map(parameterOf) }, true);
    if (name === undefined || this.prepared.get(name) === undefined) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
  }

  /** To be called when the database has parsed what it was sent to parse, in that order. */
  handleParseComplete(): void {
    const name = this.parsing.shift();
    if (name !== undefined) this.prepared.set(name, undefined);
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readers.get(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.columns ??= this.prepared.get(this.answering?.name ?? '') ?? [];
    const row: Row = {};
    let index = 0;
    for (const { name, read } of this.columns) {
      const text = fields[index++] ?? null;
      row[name] = text === null || read === undefined ? text : read(text);
    }
    this.rows.push(row);
  }

  handleCommandComplete(): void {
    const name = this.answering?.name;
    if (name !== undefined && this.prepared.get(name) === undefined) this.prepared.set(name, this.columns ?? []);
    this.found.push(this.rows);
    this.rows = [];
    this.columns = undefined;
  }

  handleReadyForQuery(): void {
    this.succeed(this.found);
  }

  handleError(error: unknown): void {
    this.fail(error);
  }

  /** The statement whose answer is coming. */
  private get answering(): NamedStatement | undefined {
    return this.statements[this.found.length];
  }
}

/** @returns a bound value as the protocol has it: as text */
function parameterOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return `{${value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
  return String(value);
}
