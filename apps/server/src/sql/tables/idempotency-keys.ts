/**
 * Writes the statements over idempotency records: the answers to requests that named themselves by a key. Pure.
 */
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { WriteDialect } from '../dialects/writes.js';

const table = 'idempotency_keys';

/** Leaves out what another transaction is about to delete, so that neither waits for the other. Nobody looks for what it deletes. */
export function deleteKeysBefore(dialect: BindingDialect & WriteDialect, space: string, moment: string): Statement {
  const binder = spaceBinder(dialect, space);
  const old =
    `SELECT r."key" FROM "idempotency_keys" r WHERE r."space_id" = ${binder.space} AND r."created_at" < ${binder.bind(moment)}` +
    dialect.forUpdateOfFree;
  const statement = binder.statement(
    `DELETE FROM "idempotency_keys" WHERE "space_id" = ${binder.space} AND "key" IN (${old})`,
  );
  return { ...statement, touches: [] };
}

/** Waits for another transaction that inserts the key. @returns a row when there was none */
export function insertKey(
  dialect: BindingDialect & WriteDialect,
  space: string,
  key: string,
  requestDigest: string,
  moment: string,
): Statement {
  const binder = spaceBinder(dialect, space);
  const values = [binder.space, ...[key, requestDigest, moment].map((value) => binder.bind(value))].join(', ');
  return binder.statement(
    `INSERT INTO "idempotency_keys" ("space_id", "key", "request_digest", "created_at") VALUES (${values}) ` +
      'ON CONFLICT ("space_id", "key") DO NOTHING RETURNING "key"',
  );
}

/** What a key was answered with; `headers` is JSON text. */
export interface AnswerColumns {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

export function setAnswer(
  dialect: BindingDialect & WriteDialect,
  space: string,
  key: string,
  answer: AnswerColumns,
): Statement {
  const binder = spaceBinder(dialect, space);
  const { status, headers, body } = answer;
  const assignments = Object.entries({ status, headers, body }).map(
    ([name, value]) => `"${name}" = ${binder.bind(value)}`,
  );
  return binder.statement(`UPDATE "idempotency_keys" SET ${assignments.join(', ')} WHERE ${ofKey(binder, key)}`);
}

/** Takes a key and stores its answer; fails when the key is taken. */
export function insertAnswer(
  dialect: BindingDialect & WriteDialect,
  space: string,
  row: AnswerColumns & { readonly key: string; readonly requestDigest: string; readonly moment: string },
): Statement {
  const binder = spaceBinder(dialect, space);
  const { key, requestDigest, moment, status, headers, body } = row;
  const columns = { key, request_digest: requestDigest, created_at: moment, status, headers, body };
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const values = Object.values(columns).map((value) => binder.bind(value));
  const statement = binder.statement(
    `INSERT INTO "idempotency_keys" ("space_id", ${names.join(', ')}) VALUES (${[binder.space, ...values].join(', ')})`,
  );
  return { ...statement, touches: [{ table, ids: [key] }] };
}

/** @returns a row with all columns */
export function selectAnswer(dialect: BindingDialect & WriteDialect, space: string, key: string): Statement {
  const binder = spaceBinder(dialect, space);
  const statement = binder.statement(`SELECT * FROM "idempotency_keys" WHERE ${ofKey(binder, key)}`);
  return { ...statement, touches: [{ table, ids: [key] }] };
}

function ofKey(binder: Binder, key: string): string {
  return `"space_id" = ${binder.space} AND "key" = ${binder.bind(key)}`;
}
