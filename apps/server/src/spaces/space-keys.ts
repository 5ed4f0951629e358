/**
 * Makes, lists and revokes the keys of a space. Shows a password once, when the key is made, and stores only its hash. Every key has
 * an ApiAccess record, which changes in the same transaction. Knows nothing of requests.
 */
import type { BasicCredentials } from '../auth/basic-credentials.js';
import type { KeyRing } from '../auth/key-ring.js';
import { randomPassword, randomToken } from '../auth/password-hash.js';
import type { Database } from '../db/database.js';
import { syncDescribed } from '../metadata/sync-described.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { inTransaction } from '../records/write/run-write.js';
import type { WriteContext } from '../records/write/write-context.js';
import { revokeKeyOf, upsertKey } from '../sql/tables/api-keys.js';
import { describeKeys } from './describe-keys.js';

export type Credentials = BasicCredentials;

/** The user for whom a key asks. */
export interface KeyUser {
  readonly id: string;
  readonly email: string | null;
  /** The key opens nothing while its user is deleted. */
  readonly isDeleted: boolean;
}

/** A key as an administrator sees it; date-times are ISO texts in UTC. */
export interface ApiKey {
  readonly token: string;
  readonly label: string | null;
  readonly readOnly: boolean;
  /** Null: it speaks for no user. */
  readonly user: KeyUser | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
}

export interface NewApiKey {
  readonly space: string;
  readonly label?: string;
  readonly readOnly?: boolean;
  /** Id of a user of the space, for whom the key asks. */
  readonly client?: string;
  readonly expiresAt?: Date;
  /** Fixed instead of random, for keys that must be known beforehand. */
  readonly credentials?: Credentials;
}

/** What keys are made with: the database that stores them, and the key ring that will check them. */
export type KeyMaking = RecordStore & { readonly keys: KeyRing };

/**
 * Stores a key. Fixed credentials replace an earlier key of that token, revoked or not.
 * @returns token and password; the password is not to be had again
 * @throws Error when there is no such space
 */
export async function createKey(making: KeyMaking, key: NewApiKey): Promise<Credentials> {
  const { token, password } = key.credentials ?? { token: randomToken(), password: randomPassword() };
  const statement = upsertKey(making.db.dialect, {
    space: key.space,
    token,
    passwordHash: making.keys.hash(key.space, token, password),
    label: key.label ?? null,
    readOnly: key.readOnly ?? false,
    clientId: key.client ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: new Date().toISOString(),
  });
  await inTransaction(making, systemCall(key.space), async (context) => {
    await context.transaction.run(statement);
    await showKeys(context);
  });
  return { token, password };
}

/** @returns false when the space has no such key that still counts */
export async function revokeKey(store: RecordStore, space: string, token: string): Promise<boolean> {
  const statement = revokeKeyOf(store.db.dialect, space, token, new Date().toISOString());
  return inTransaction(store, systemCall(space), async (context) => {
    const [revoked] = await context.transaction.run(statement);
    if (revoked) await showKeys(context);
    return revoked !== undefined;
  });
}

/** Brings the ApiAccess records in step with the keys. */
async function showKeys(context: WriteContext): Promise<void> {
  // Of several changes at a time, each reads the keys once the ones before it have ended.
  await context.revision();
  await syncDescribed(context, await describeKeys(context.dialect, context.transaction, context.space));
}

interface ListedKey {
  readonly token: string;
  readonly label: string | null;
  /** SQLite gives 0 or 1. */
  readonly read_only: boolean | number;
  readonly client_id: string | null;
  readonly email: string | null;
  readonly is_deleted: boolean | number | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
}

/** @returns the keys of a space, oldest first, revoked ones included */
export async function listKeys(db: Database, space: string): Promise<ApiKey[]> {
  const rows: ListedKey[] = await db
    .knex('api_keys as k')
    .leftJoin('clients as c', (on) => on.on('c.space_id', 'k.space_id').andOn('c.id', 'k.client_id'))
    .where({ 'k.space_id': space })
    .orderBy(['k.created_at', 'k.token'])
    .select('k.token', 'k.label', 'k.read_only', 'k.client_id', 'k.expires_at', 'k.revoked_at', 'k.created_at')
    .select('c.email', 'c.is_deleted');
  return rows.map((row) => ({
    token: row.token,
    label: row.label,
    readOnly: Boolean(row.read_only),
    user: row.client_id === null ? null : { id: row.client_id, email: row.email, isDeleted: Boolean(row.is_deleted) },
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }));
}
