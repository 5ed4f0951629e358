/**
 * Makes, lists and revokes the keys of a space. Shows a password once, when the key is made, and stores only its hash. Every key has
 * an ApiAccess record, which changes in the same transaction. Knows nothing of requests.
 */

import { v5 as uuidFromName } from 'uuid';
import { type BasicCredentials, randomPassword, randomToken } from '../auth/credentials.js';
import type { KeyRing } from '../auth/key-ring.js';
import { parseNetworks } from '../auth/networks.js';
import type { Database, Row, Transaction } from '../db/database.js';
import { type ListedKey, listedKeys } from '../db/listed-keys.js';
import { suggestion } from '../errors/closest-name.js';
import {
  type DescribedRecord,
  type DescribedType,
  removeDescribed,
  syncDescribed,
} from '../metadata/sync-described.js';
import type { Operand } from '../plan/list/predicate.js';
import { type Call, systemCall } from '../records/call.js';
import { listRecords } from '../records/read/list-records.js';
import type { RecordStore } from '../records/record-store.js';
import { inTransaction } from '../records/write/run-write.js';
import { readAllStored } from '../records/write/stored-record.js';
import type { WriteContext } from '../records/write/write-context.js';
import { parseFieldName } from '../rights/field-rights.js';
import { Rights } from '../rights/rights.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import { deleteKeyOf, revokeKeyOf, rotateKeyOf, selectKeys, upsertKey } from '../sql/tables/api-keys.js';

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
  /** What it may do, such as `Accounts:read`; those of a key without scopes are `*:*`, or `*:read`. */
  readonly scopes: readonly string[];
  /** Fields that it never sees or writes, such as `Accounts.comments`. */
  readonly hiddenFields: readonly string[];
  /** Addresses and networks from which it may be used; null: any. */
  readonly networks: readonly string[] | null;
  /** Give or take some minutes, as JSON shows date-times; null: not yet. */
  readonly lastUsed: string | null;
  /** Until when the password before the last rotation is taken, too; null: there is none. */
  readonly oldPasswordUntil: string | null;
  /** Null: it speaks for no user. */
  readonly user: KeyUser | null;
  /** It may no more than its user. */
  readonly asUser: boolean;
  /** Token of the key that made it; null: the operator of the service. */
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
}

export interface NewApiKey {
  readonly space: string;
  readonly label?: string;
  readonly readOnly?: boolean;
  /** What it may do; left out: all, or what `readOnly` says. */
  readonly scopes?: readonly string[];
  /** Fields that it never sees or writes, such as `Accounts.comments`; left out: none. */
  readonly hiddenFields?: readonly string[];
  /** Addresses and networks from which it may be used; left out: any. */
  readonly networks?: readonly string[];
  /** Id of a user of the space, for whom the key asks. */
  readonly client?: string;
  /** It may no more than that user; left out: false. */
  readonly asUser?: boolean;
  readonly expiresAt?: Date;
  /** Token of the key that makes it; left out: the operator of the service does. */
  readonly createdBy?: string;
  /** Fixed instead of random, for keys that must be known beforehand. */
  readonly credentials?: Credentials;
}

/** What keys are made with: the database that stores them, and the key ring that will check them. */
export type KeyMaking = RecordStore & { readonly keys: KeyRing };

/**
 * Stores a key. Fixed credentials replace an earlier key of that token, revoked or not.
 * @param call under which its record is written
 * @returns token and password; the password is not to be had again
 * @throws Error when there is no such space; ScopeError, HiddenFieldError, NetworkError
 */
export async function createKey(
  making: KeyMaking,
  key: NewApiKey,
  call: Call = systemCall(key.space),
): Promise<Credentials> {
  // A key hands on its scopes and what it hides, also what the space does not have at the moment.
  if (key.createdBy === undefined) {
    if (key.scopes !== undefined) await checkScopes(making, key.space, key.scopes);
    if (key.hiddenFields !== undefined) await checkHiddenFields(making, key.space, key.hiddenFields);
  }
  if (key.networks !== undefined) checkNetworks(key.networks);
  if (key.asUser && key.client === undefined) throw new Error('a key that may no more than a user is made for one');
  const { token, password } = key.credentials ?? { token: randomToken(), password: randomPassword() };
  const statement = upsertKey(making.db.dialect, {
    space: key.space,
    token,
    passwordHash: making.keys.hash(key.space, token, password),
    label: key.label ?? null,
    readOnly: key.readOnly ?? false,
    scopes: key.scopes,
    hiddenFields: key.hiddenFields,
    networks: key.networks,
    clientId: key.client ?? null,
    asUser: key.asUser ?? false,
    createdBy: key.createdBy ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: new Date().toISOString(),
  });
  await inTransaction(making, call, async (context) => {
    await context.transaction.run(statement);
    await showKeys(context);
  });
  return { token, password };
}

/**
 * Gives a key another password, which is not to be had again. The one before opens the space, too, until a moment, so that those who use
 * the key can change over one after the other; an even older one ends now.
 * @returns undefined when the space has no such key that still counts
 */
export async function rotateKey(
  making: KeyMaking,
  space: string,
  token: string,
  oldUntil: Date,
  call: Call = systemCall(space),
): Promise<Credentials | undefined> {
  const password = randomPassword();
  const passwordHash = making.keys.hash(space, token, password);
  const statement = rotateKeyOf(making.db.dialect, { space, token, passwordHash, oldUntil: oldUntil.toISOString() });
  return inTransaction(making, call, async (context) => {
    const [rotated] = await context.transaction.run(statement);
    if (rotated) await showKeys(context);
    return rotated && { token, password };
  });
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

/** Deletes a key and its record. @returns false when the space has no such key */
export async function deleteKey(store: RecordStore, call: Call, token: string): Promise<boolean> {
  const statement = deleteKeyOf(store.db.dialect, call.principal.space, token);
  return inTransaction(store, call, async (context) => {
    const [deleted] = await context.transaction.run(statement);
    if (deleted)
      await removeDescribed(context, 'ApiAccess', { id: keyRecordId(token), values: new Map([['is_active', false]]) });
    return deleted !== undefined;
  });
}

/** Brings the ApiAccess records in step with the keys. */
async function showKeys(context: WriteContext): Promise<void> {
  // Of several changes at a time, each reads the keys once the ones before it have ended.
  await context.revision();
  await syncDescribed(context, await describeKeys(context.dialect, context.transaction, context.space));
}

/** Shows all keys as such that open nothing: the space has come here without them. */
export async function showKeysGone(context: WriteContext): Promise<void> {
  const entityType = context.catalog.existing('ApiAccess');
  const shown = ['name', 'username', 'permissions', 'is_delete_protected'] as const;
  const records = (await readAllStored(context, entityType)).map((record): DescribedRecord => {
    const values = shown.map((name) => [name, record[name] as string | boolean | null] as const);
    return { id: String(record.id), values: new Map<string, Operand>([...values, ['is_active', false]]) };
  });
  await syncDescribed(context, { entityType: 'ApiAccess', records });
}

/** @returns the keys of a space, oldest first, revoked ones included */
export async function listKeys(db: Database, space: string): Promise<ApiKey[]> {
  const rows = await listedKeys(db, space);
  return rows.map((row) => ({
    token: row.token,
    label: row.label,
    readOnly: Boolean(row.read_only),
    scopes: scopesOf(row),
    hiddenFields: hiddenFieldsOf(row),
    networks: row.networks === null ? null : JSON.parse(row.networks),
    lastUsed: row.last_used === null ? null : momentOf(row.last_used),
    oldPasswordUntil: row.old_until !== null && row.old_until > new Date().toISOString() ? row.old_until : null,
    user: row.client_id === null ? null : { id: row.client_id, email: row.email, isDeleted: Boolean(row.is_deleted) },
    asUser: Boolean(row.as_user),
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }));
}

// The ApiAccess records, which show the keys of a space to those who may enter it. They never contain a password.

const namespace = 'd0f7a1a6-53c1-5a0f-8d5e-64b1c2a7e903';

/** @returns one record for each key of the space, revoked ones included */
export async function describeKeys(dialect: Dialect, transaction: Transaction, space: string): Promise<DescribedType> {
  const rows = await transaction.run(selectKeys(dialect, space));
  return { entityType: 'ApiAccess', records: rows.map(describeKey) };
}

function describeKey(row: Row): DescribedRecord {
  const token = String(row.token);
  const values = new Map<string, string | boolean>([
    ['name', row.label === null ? token : String(row.label)],
    ['username', token],
    ['is_active', row.revoked_at === null],
    ['permissions', JSON.stringify(permissionsOf(row))],
    ['is_delete_protected', true],
  ]);
  return { id: keyRecordId(token), values };
}

/** @returns the id of a key's record, made of the token, which no other key of the space has */
export function keyRecordId(token: string): string {
  return uuidFromName(token, namespace);
}

function permissionsOf(row: Row) {
  const networks = typeof row.networks === 'string' ? JSON.parse(row.networks) : null;
  return {
    read_only: Boolean(row.read_only),
    scopes: scopesOf(row),
    networks,
    as_user: Boolean(row.as_user),
    expires_at: row.expires_at,
    // Only where they say something: records of other keys are as an older version shows them.
    ...(row.hidden_fields !== null && { hidden_fields: hiddenFieldsOf(row) }),
    ...(row.created_by !== null && { created_by: row.created_by }),
    ...(row.old_until !== null && { old_password_until: row.old_until }),
  };
}

/** PostgreSQL gives a Date. */
function momentOf(stored: unknown): string {
  return stored instanceof Date ? stored.toISOString() : `${String(stored).replace(' ', 'T').slice(0, 19)}Z`;
}

/** @returns the scopes of a stored key; those of one without scopes are `*:*`, or `*:read` */
export function scopesOf({ read_only: isReadOnly, scopes }: Row | ListedKey): readonly string[] {
  if (typeof scopes === 'string') return JSON.parse(scopes);
  return (isReadOnly ? Rights.reading : Rights.everything).scopes;
}

/** @returns the names of the fields that a stored key hides */
export function hiddenFieldsOf({ hidden_fields: hidden }: Row | ListedKey): readonly string[] {
  return typeof hidden === 'string' ? JSON.parse(hidden) : [];
}

/** Scopes that nothing of the space goes by: most likely misspelt. */
export class ScopeError extends Error {}

/** A field that cannot be hidden, or that the space does not have. */
export class HiddenFieldError extends Error {}

/** Not a list of addresses and networks. */
export class NetworkError extends Error {}

/** @throws NetworkError */
export function checkNetworks(networks: readonly string[]): void {
  const wrong = networks.find((one) => parseNetworks([one]) === undefined);
  if (networks.length > 0 && wrong === undefined) return;
  throw new NetworkError(`"${wrong ?? ''}" is not an address or a network; write 192.0.2.7, 10.0.0.0/8 or fd00::/8`);
}

/** @throws HiddenFieldError */
export async function checkHiddenFields(making: KeyMaking, space: string, names: readonly string[]): Promise<void> {
  const { catalog } = (await making.renew?.(space)) ?? making;
  for (const name of names) {
    try {
      parseFieldName(catalog, name);
    } catch (error) {
      throw new HiddenFieldError(error instanceof Error ? error.message : String(error));
    }
  }
}

/** @throws ScopeError */
export async function checkScopes(making: KeyMaking, space: string, scopes: readonly string[]): Promise<void> {
  const { catalog } = (await making.renew?.(space)) ?? making;
  const { entityTypes } = catalog;
  let rights: Rights;
  try {
    rights = Rights.of(scopes);
  } catch (error) {
    throw new ScopeError(error instanceof Error ? error.message : String(error));
  }
  const [unknown] = rights.unknownScopes(entityTypes);
  if (unknown === undefined) return;
  const name = unknown.slice(0, unknown.indexOf(':'));
  const names = entityTypes.map((one) => one.collection);
  throw new ScopeError(`"${unknown}": the space has no entity type "${name}".${suggestion(name, names)}`);
}

// Finds users of a space, who are not deleted.

/** @returns the ids of the users that have the address, whatever its case: the first two of them */
export function findUsersByEmail(store: RecordStore, space: string, email: string): Promise<readonly string[]> {
  return usersWhere(store, space, 'email', 'ieq', email);
}

export async function hasUser(store: RecordStore, space: string, id: string): Promise<boolean> {
  return (await usersWhere(store, space, 'id', 'eq', id)).length > 0;
}

/** @returns the ids of the first two users */
async function usersWhere(
  store: RecordStore,
  space: string,
  member: string,
  operator: 'eq' | 'ieq',
  value: string,
): Promise<readonly string[]> {
  const { texts } = await listRecords(store, systemCall(space), {
    entityType: 'Client',
    filter: { kind: 'condition', path: [member], operator, operands: [value], at: member },
    sort: [],
    window: { kind: 'cursor', first: 2 },
    includeDeleted: false,
    selection: { kind: 'rest', expand: {}, only: { id: {} } },
    withTotal: false,
  });
  return texts.map((text) => (JSON.parse(text) as { readonly id: string }).id);
}
