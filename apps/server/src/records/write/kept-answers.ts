/**
 * Answers to requests that named themselves, kept in the transaction that made them: a crash loses neither the change nor the answer.
 */
import type { Transaction } from '../../db/database.js';
import type { Dialect } from '../../sql/dialects/dialect.js';

/** What a write is answered with. */
export interface Answer {
  readonly status: number;
  /** Only what belongs to this answer: not what every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer and the request that it was given to. */
export interface KeptAnswer {
  readonly requestDigest: string;
  readonly answer: Answer;
}

export class KeptAnswers {
  constructor(
    private readonly transaction: Transaction,
    private readonly dialect: Dialect,
    private readonly space: string,
  ) {}

  /**
   * Forgets what was kept ahead of a moment, `YYYY-MM-DDTHH:MM:SS.ffffff`. What another transaction is about to forget is left to it:
   * nobody waits for that.
   */
  async forgetBefore(moment: string): Promise<void> {
    const [space, before] = this.placeholders();
    const old =
      `SELECT r."key" FROM "idempotency_keys" r WHERE r."space_id" = ${space} AND r."created_at" < ${before}` +
      this.dialect.forUpdateOfFree;
    await this.transaction.run({
      text: `DELETE FROM "idempotency_keys" WHERE "space_id" = ${space} AND "key" IN (${old})`,
      values: [this.space, moment],
    });
  }

  /**
   * Takes a key for this transaction. While another transaction that took the key is under way, this one waits for its end.
   * @returns false when an answer is kept under it
   */
  async take(key: string, requestDigest: string, moment: string): Promise<boolean> {
    const columns = '("space_id", "key", "request_digest", "created_at")';
    const rows = await this.transaction.run({
      text:
        `INSERT INTO "idempotency_keys" ${columns} VALUES (${this.placeholders().join(', ')}) ` +
        'ON CONFLICT ("space_id", "key") DO NOTHING RETURNING "key"',
      values: [this.space, key, requestDigest, moment],
    });
    return rows.length > 0;
  }

  async keep(key: string, { status, headers, body }: Answer): Promise<void> {
    const [space, name, ...values] = this.placeholders(5);
    const assignments = ['"status"', '"headers"', '"body"'].map((column, index) => `${column} = ${values[index]}`);
    await this.transaction.run({
      text: `UPDATE "idempotency_keys" SET ${assignments.join(', ')} WHERE "space_id" = ${space} AND "key" = ${name}`,
      values: [this.space, key, status, JSON.stringify(headers), body],
    });
  }

  /** @throws Error when nothing is kept under the key */
  async get(key: string): Promise<KeptAnswer> {
    const [space, name] = this.placeholders();
    const [row] = await this.transaction.run({
      text: `SELECT * FROM "idempotency_keys" WHERE "space_id" = ${space} AND "key" = ${name}`,
      values: [this.space, key],
    });
    if (!row) throw new Error('no answer is kept under this key');
    const headers = JSON.parse(String(row.headers)) as Record<string, string>;
    return {
      requestDigest: String(row.request_digest),
      answer: { status: Number(row.status), headers, body: String(row.body) },
    };
  }

  private placeholders(count = 4): string[] {
    return Array.from({ length: count }, (_, index) => this.dialect.placeholder(index + 1));
  }
}
