/**
 * Writes the statements over the keys of a space. Pure.
 */
import { type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { Dialect } from '../dialects/dialect.js';

/** A key as it is stored; date-times are ISO texts in UTC. */
export interface KeyRow {
  readonly space: string;
  readonly token: string;
  readonly passwordHash: string;
  readonly label: string | null;
  readonly readOnly: boolean;
  /** Undefined: all, or what `readOnly` says. */
  readonly scopes: readonly string[] | undefined;
  /** Names such as `Accounts.comments`; undefined: none. */
  readonly hiddenFields: readonly string[] | undefined;
  /** Undefined: any. */
  readonly networks: readonly string[] | undefined;
  readonly clientId: string | null;
  /** It may no more than its user. */
  readonly asUser: boolean;
  /** Token of the key that made it; null: the operator of the service. */
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** Stores a key that is not revoked, in place of an earlier one of its token. */
export function upsertKey(dialect: BindingDialect, key: KeyRow): Statement {
  const binder = spaceBinder(dialect, key.space);
  const columns = {
    token: key.token,
    password_hash: key.passwordHash,
    label: key.label,
    read_only: dialect.encode('boolean', key.readOnly),
    scopes: key.scopes === undefined ? null : JSON.stringify(key.scopes),
    hidden_fields: key.hiddenFields === undefined ? null : JSON.stringify(key.hiddenFields),
    networks: key.networks === undefined ? null : JSON.stringify(key.networks),
    old_password_hash: null,
    old_until: null,
    client_id: key.clientId,
    as_user: dialect.encode('boolean', key.asUser),
    created_by: key.createdBy,
    expires_at: key.expiresAt,
    revoked_at: null,
    created_at: key.createdAt,
  };
  const names = Object.keys(columns);
  const values = [binder.space, ...Object.values(columns).map((value) => binder.bind(value))].join(', ');
  const replaced = names.filter((name) => name !== 'token').map((name) => `${name} = excluded.${name}`);
  return binder.statement(
    `INSERT INTO api_keys (space_id, ${names.join(', ')}) VALUES (${values}) ` +
      `ON CONFLICT (space_id, token) DO UPDATE SET ${replaced.join(', ')}`,
  );
}

/** @returns a row when the space has such a key that is not revoked yet */
export function revokeKeyOf(dialect: BindingDialect, space: string, token: string, moment: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE api_keys SET revoked_at = ${binder.bind(moment)} WHERE space_id = ${binder.space} ` +
      `AND token = ${binder.bind(token)} AND revoked_at IS NULL RETURNING token`,
  );
}

/** @returns a row when the space had such a key */
export function deleteKeyOf(dialect: BindingDialect, space: string, token: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `DELETE FROM api_keys WHERE space_id = ${binder.space} AND token = ${binder.bind(token)} RETURNING token`,
  );
}

/** Gives a key another password; the one before opens the space, too, until a moment. @returns a row when there is such a key that is not revoked */
export function rotateKeyOf(
  dialect: BindingDialect,
  {
    space,
    token,
    passwordHash,
    oldUntil,
  }: Pick<KeyRow, 'space' | 'token' | 'passwordHash'> & { readonly oldUntil: string },
): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE api_keys SET old_password_hash = password_hash, old_until = ${binder.bind(oldUntil)}, ` +
      `password_hash = ${binder.bind(passwordHash)} WHERE space_id = ${binder.space} ` +
      `AND revoked_at IS NULL AND token = ${binder.bind(token)} RETURNING token`,
  );
}

/**
 * Shows in the ApiAccess records when keys were last used. Their revisions stay: it is no change that anybody follows.
 * @param tokens at least one
 * @param moment `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC
 */
export function noteLastUse(dialect: Dialect, space: string, tokens: readonly string[], moment: string): Statement {
  const binder = spaceBinder(dialect, space);
  const used = binder.bind(dialect.encode('datetime', moment));
  const names = tokens.map((token) => binder.bind(token)).join(', ');
  return binder.statement(
    `UPDATE api_accesses SET last_used = ${used} WHERE space_id = ${binder.space} AND username IN (${names})`,
  );
}

/** @returns a row with what the check of a password needs, and whether the key's user is deleted */
export function selectKey(dialect: BindingDialect, space: string, token: string): Statement {
  const binder = spaceBinder(dialect, space);
  const isDeleted = `SELECT c.is_deleted FROM clients c WHERE c.space_id = ${binder.space} AND c.id = k.client_id`;
  return binder.statement(
    `SELECT k.password_hash, k.read_only, k.scopes, k.hidden_fields, k.networks, k.old_password_hash, k.old_until, k.expires_at, k.revoked_at, k.client_id, k.as_user, (${isDeleted}) AS client_is_deleted ` +
      `FROM api_keys k WHERE k.space_id = ${binder.space} AND k.token = ${binder.bind(token)}`,
  );
}

/** @returns a row for each key, oldest first, revoked ones included */
export function selectKeys(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    'SELECT token, label, read_only, scopes, hidden_fields, networks, as_user, created_by, old_until, expires_at, revoked_at FROM api_keys ' +
      `WHERE space_id = ${binder.space} ORDER BY created_at, token`,
  );
}
