/**
 * Makes, lists and revokes the keys of a space. Shows a password once, when the key is made, and stores only its hash.
 * Knows nothing of requests.
 */
import type { KeyObject } from 'node:crypto';
import type { Database } from '../db/database.js';
import { hashPassword, randomPassword, randomToken } from './password-hash.js';

/** What a check needs of a stored key; date-times are ISO texts in UTC. */
export interface StoredKey {
  readonly password_hash: string;
  /** SQLite gives 0 or 1. */
  readonly read_only: boolean | number;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** A key as an administrator sees it. */
export interface ApiKey {
  readonly token: string;
  readonly label: string | null;
  readonly readOnly: boolean;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
}

export interface Credentials {
  readonly token: string;
  readonly password: string;
}

export interface NewApiKey {
  readonly space: string;
  readonly label?: string;
  readonly readOnly?: boolean;
  readonly expiresAt?: Date;
  /** Fixed instead of random, for keys that must be known beforehand. */
  readonly credentials?: Credentials;
}

/**
 * Stores a key. Fixed credentials replace an earlier key of that token, revoked or not.
 * @returns token and password; the password is not to be had again
 */
export async function createKey(db: Database, secret: KeyObject, key: NewApiKey): Promise<Credentials> {
  const { token, password } = key.credentials ?? { token: randomToken(), password: randomPassword() };
  await db
    .knex('api_keys')
    .insert({
      space_id: key.space,
      token,
      password_hash: hashPassword(secret, key.space, token, password).toString('hex'),
      label: key.label ?? null,
      read_only: key.readOnly ?? false,
      expires_at: key.expiresAt?.toISOString() ?? null,
      revoked_at: null,
      created_at: new Date().toISOString(),
    })
    .onConflict(['space_id', 'token'])
    .merge();
  return { token, password };
}

interface ListedKey extends Omit<StoredKey, 'password_hash'> {
  readonly token: string;
  readonly label: string | null;
  readonly created_at: string;
}

/** @returns the keys of a space, oldest first, revoked ones included */
export async function listKeys(db: Database, space: string): Promise<ApiKey[]> {
  const rows: ListedKey[] = await db
    .knex('api_keys')
    .where({ space_id: space })
    .orderBy(['created_at', 'token'])
    .select('token', 'label', 'read_only', 'expires_at', 'revoked_at', 'created_at');
  return rows.map((row) => ({
    token: row.token,
    label: row.label,
    readOnly: Boolean(row.read_only),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }));
}

/** @returns false when the space has no such key that still counts */
export async function revokeKey(db: Database, space: string, token: string): Promise<boolean> {
  const changed: number = await db
    .knex('api_keys')
    .where({ space_id: space, token, revoked_at: null })
    .update({ revoked_at: new Date().toISOString() });
  return changed > 0;
}
