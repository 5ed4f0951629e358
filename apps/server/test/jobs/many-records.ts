/**
 * Fills spaces with more records than requests could make in a test: copies of one record, written by the database.
 */
import type { ServerDeps } from '../../src/http/server-deps.js';
import { recount } from '../miscounted.js';

/** What a copy has in a column, written for the number `n.i` of the copy, from 1. */
export type CopiedColumns = Readonly<Record<string, string>>;

export class Copier {
  private readonly isSqlite: boolean;

  constructor(
    private readonly deps: Pick<ServerDeps, 'db'>,
    private readonly space: string,
  ) {
    this.isSqlite = deps.db.dialect.name === 'sqlite';
  }

  /** The id of a copy, as text. */
  static id(group: number, number: number): string {
    return `0192000${group}-0000-7000-8000-${String(number).padStart(12, '0')}`;
  }

  /** The id of each copy, for statements. @param group 0 to 9, distinguishes copies of different records */
  idOf(group: number): string {
    const number = this.isSqlite ? "printf('%012d', n.i)" : "lpad(n.i::text, 12, '0')";
    return this.uuid(`'0192000${group}-0000-7000-8000-' || ${number}`);
  }

  async copy(table: string, id: string, count: number, group: number, columns: CopiedColumns = {}): Promise<void> {
    const { knex } = this.deps.db;
    // Work in the background may hold the database for longer than usual where other tests run.
    if (this.isSqlite) await knex.raw('PRAGMA busy_timeout = 60000');
    const names = Object.keys(await knex(table).columnInfo()).filter((name) => name !== 'id');
    const values = names.map((name) => columns[name] ?? `t."${name}"`);
    await knex.raw(
      `INSERT INTO ${table} ("id", ${names.map((name) => `"${name}"`).join(', ')}) ` +
        `SELECT ${this.idOf(group)}, ${values.join(', ')} FROM ${table} t, ${this.numbers(count)} ` +
        `WHERE t.space_id = '${this.space}' AND t.id = '${id}'`,
    );
    await recount(this.deps.db, table);
  }

  /** Gives the copies values in a custom field. @param record,value written for the number `n.i` */
  async give(table: string, fieldId: string, count: number, record: string, value: string): Promise<void> {
    const no = this.isSqlite ? '0' : 'FALSE';
    await this.deps.db.knex.raw(
      `INSERT INTO ${table} ("space_id", "field_id", "record_id", "value", "is_held") ` +
        `SELECT '${this.space}', ${this.uuid(`'${fieldId}'`)}, ${record}, ${value}, ${no} FROM ${this.numbers(count)}`,
    );
  }

  uuid(text: string): string {
    return this.isSqlite ? `(${text})` : `(${text})::uuid`;
  }

  private numbers(count: number): string {
    return this.isSqlite
      ? `(WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${count}) SELECT i FROM c) n`
      : `generate_series(1, ${count}) AS n(i)`;
  }
}
