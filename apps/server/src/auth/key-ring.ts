/**
 * Checks who asks: HTTP Basic credentials against the keys of a space. Knows nothing of what the caller wants.
 */
import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.js';
import { ApiError } from '../errors/api-error.js';
import { FieldRights } from '../rights/field-rights.js';
import { Rights } from '../rights/rights.js';
import { selectKey } from '../sql/tables/api-keys.js';
import { hashPassword, parseBasicCredentials, secretFingerprint, serverSecret } from './credentials.js';
import { KeyUses } from './key-uses.js';
import { isInNetworks, parseNetworks } from './networks.js';
import { isSpaceId, type Principal } from './principal.js';

/** How long a process goes on using a key row it has read: the delay with which a revocation counts everywhere. */
const rowLifetimeMs = 2_000;
const maxCachedRows = 10_000;

/** What a check needs of a stored key; date-times are ISO texts in UTC, booleans 0 and 1 on SQLite. */
interface StoredKey {
  readonly password_hash: string;
  readonly read_only: boolean | number;
  /** A JSON array; null: all, or what `read_only` says. */
  readonly scopes: string | null;
  /** A JSON array of names; null: none. */
  readonly hidden_fields: string | null;
  /** A JSON array; null: any. */
  readonly networks: string | null;
  /** The password before the last rotation. */
  readonly old_password_hash: string | null;
  readonly old_until: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** The user for whom the key asks. */
  readonly client_id: string | null;
  /** It may no more than that user. */
  readonly as_user: boolean | number;
  /** Null when it asks for no user. */
  readonly client_is_deleted: boolean | number | null;
}

interface CachedRow {
  readonly row: Promise<StoredKey | undefined>;
  readonly readAt: number;
}

interface OpenedKey {
  readonly row: StoredKey;
  readonly readAt: number;
  /** False: by the password before the last rotation. */
  readonly isCurrent: boolean;
}

interface RightHeader {
  readonly principal: Principal;
  /** From which it may be used; undefined: from any. */
  readonly networks: BlockList | undefined;
  /** When it must be looked at again: the key's row grows old, or the key or its password expires. In milliseconds, as Date.now(). */
  readonly until: number;
}

/**
 * Opens the key ring of a database.
 * @param configuredSecret the secret of the environment, if it sets one
 * @param readsOnly stores no secret where there is none
 */
export async function openKeyRing(
  db: Database,
  configuredSecret: string | undefined,
  readsOnly = false,
): Promise<KeyRing> {
  return new KeyRing(db, await serverSecret(db, configuredSecret, readsOnly));
}

export class KeyRing {
  readonly #db: Database;
  readonly #secret: KeyObject;
  readonly #failedLogins = new FailedLogins();
  /** Of keys that were right. */
  readonly uses: KeyUses;
  /** By space and token, oldest first. Only keys that exist stay, so callers that guess tokens cannot make it grow. */
  readonly #cached = new Map<string, CachedRow>();

  /** By header, oldest first: what was right a moment ago needs no second look. */
  readonly #right = new Map<string, RightHeader>();

  constructor(db: Database, secret: KeyObject) {
    this.#db = db;
    this.#secret = secret;
    this.uses = new KeyUses(db);
  }

  /** @returns what is to be stored of a password, so that this ring lets it in */
  hash(space: string, token: string, password: string): string {
    return hashPassword(this.#secret, space, token, password).toString('hex');
  }

  /** @returns which secret keys the hashes, without telling the secret */
  fingerprint(): string {
    return secretFingerprint(this.#secret);
  }

  /**
   * Asks the database at most once in 2 seconds for each key that is used with the right password; for wrong credentials every time.
   * @param space as in the address
   * @param address of the caller, by which wrong credentials are counted
   * @throws ApiError `ERROR_RATE_LIMIT` while too many wrong credentials of the address wait for their answers;
   * `ERROR_UNAUTHORIZED`, the same for missing, malformed or wrong credentials, another or unknown space,
   * a key that is revoked or expired, and one whose user is deleted; `ERROR_FORBIDDEN` for a right one from outside of its networks
   */
  async authenticate(space: string, authorizationHeader: string | undefined, address = ''): Promise<Principal> {
    const known = this.known(space, authorizationHeader, () => address);
    if (known !== undefined) return known;
    const right = await this.#check(space, authorizationHeader, address);
    this.#right.delete(authorizationHeader ?? '');
    this.#right.set(authorizationHeader ?? '', right);
    if (this.#right.size > maxCachedRows) dropOldest(this.#right);
    requireNetwork(right, address);
    this.uses.note(space, right.principal.token);
    return right.principal;
  }

  /**
   * @param addressOf the caller
   * @returns who asks, when the same credentials were right a moment ago
   * @throws ApiError `ERROR_FORBIDDEN` from outside of the key's networks
   */
  known(space: string, authorizationHeader: string | undefined, addressOf: () => string): Principal | undefined {
    const known = this.#right.get(authorizationHeader ?? '');
    if (known?.principal.space === space && Date.now() < known.until) {
      if (known.networks !== undefined) requireNetwork(known, addressOf());
      return known.principal;
    }
    return undefined;
  }

  async #check(space: string, authorizationHeader: string | undefined, address: string): Promise<RightHeader> {
    const credentials = parseBasicCredentials(authorizationHeader);
    if (credentials === undefined || !isSpaceId(space)) throw unauthorized();
    const { token, password } = credentials;
    this.#failedLogins.check(address, token);
    const opened = await this.#open(space, token, hashPassword(this.#secret, space, token, password));
    if (opened === undefined) {
      await this.#failedLogins.failed(address, token);
      throw unauthorized();
    }
    this.#failedLogins.succeeded(address, token);
    const { row, isCurrent, readAt } = opened;
    const ends = [row.expires_at, isCurrent ? null : row.old_until].flatMap((end) =>
      end === null ? [] : [Date.parse(end)],
    );
    return {
      principal: {
        ...{ space, token, rights: rightsOf(row), client: row.client_id },
        ...(row.as_user && { asUser: true }),
        ...(!isCurrent && { byOldPassword: true }),
      },
      networks: row.networks === null ? undefined : (parseNetworks(JSON.parse(row.networks)) ?? new BlockList()),
      until: Math.min(readAt + rowLifetimeMs, ...ends),
    };
  }

  /**
   * Wrong credentials cost one look into the database in any case: how long their answer takes does not tell whether there is such a key.
   * @returns the key that the password opens, as it was read at most 2 seconds ago
   */
  async #open(space: string, token: string, given: Buffer): Promise<OpenedKey | undefined> {
    const name = cacheKey(space, token);
    const cached = this.#cached.get(name);
    const isFresh = cached !== undefined && Date.now() - cached.readAt < rowLifetimeMs;
    return (isFresh ? await openedBy(cached, given) : undefined) ?? openedBy(this.#read(name, space, token), given);
  }

  #read(name: string, space: string, token: string): CachedRow {
    const row = this.#db
      .read(selectKey(this.#db.dialect, space, token))
      .then(([found]) => found as StoredKey | undefined);
    const read = { row, readAt: Date.now() };
    this.#cached.delete(name);
    this.#cached.set(name, read);
    if (this.#cached.size > maxCachedRows) dropOldest(this.#cached);
    const forget = () => {
      if (this.#cached.get(name) === read) this.#cached.delete(name);
    };
    row.then((found) => found ?? forget(), forget);
    return read;
  }
}

function cacheKey(space: string, token: string): string {
  return JSON.stringify([space, token]);
}

/** A Map keeps the order of insertion. */
function dropOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

function rightsOf({ read_only: isReadOnly, scopes, hidden_fields: hidden }: StoredKey): Rights {
  const whole = isReadOnly ? Rights.reading : Rights.everything;
  const rights = scopes === null ? whole : Rights.of(JSON.parse(scopes));
  return hidden === null ? rights : rights.withFields(FieldRights.of({ hidden: JSON.parse(hidden), readOnly: [] }));
}

/** Both passwords are compared in any case, so that all rejections take the same time. */
async function openedBy({ row: read, readAt }: CachedRow, given: Buffer): Promise<OpenedKey | undefined> {
  const row = await read;
  const now = new Date();
  const isCurrent = matches(row?.password_hash, given);
  const isOld = matches(row?.old_password_hash, given) && (row?.old_until ?? '') > now.toISOString();
  if (row === undefined || !(isCurrent || isOld) || !isValid(row, now)) return undefined;
  return { row, readAt, isCurrent };
}

/** Without a hash the comparison is with zeros. */
function matches(hash: string | null | undefined, given: Buffer): boolean {
  const wanted = Buffer.from(hash ?? '', 'hex');
  const hasLength = wanted.length === given.length;
  return timingSafeEqual(hasLength ? wanted : Buffer.alloc(given.length), given) && hasLength;
}

/** Who has the right password may learn why it is of no use there. */
function requireNetwork({ networks }: RightHeader, address: string): void {
  if (networks === undefined || isInNetworks(networks, address)) return;
  const message = `This key may not be used from ${address === '' ? 'there' : address}. Use it from one of its networks.`;
  throw new ApiError('ERROR_FORBIDDEN', message);
}

function isValid(key: StoredKey, now: Date): boolean {
  const isOver = key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now.toISOString());
  return !isOver && !key.client_is_deleted;
}

function unauthorized(): ApiError {
  return new ApiError('ERROR_UNAUTHORIZED', 'Missing or wrong token or password for this space.');
}

// Slows those who guess credentials: the more wrong ones came from an address or for a token in the last minute, the longer the answer to
// the next wrong one waits, and only a few may wait. Right credentials do not wait; while those few wait, an address may only use tokens
// that were right from there before. Whether a token exists makes no difference. Each process counts for itself.

/** Milliseconds to wait after so many wrong credentials in a minute. */
const delays = [
  { after: 2_000, ms: 500 },
  { after: 100, ms: 50 },
] as const;
/** Answers that wait for one address; what comes beside them is rejected before it is checked. */
const maxWaiting = 32;
const windowMs = 60_000;
/** What a guesser makes up must not fill the memory. As a size: for a number of entries the cache takes all of its memory at once. */
const bound = { maxSize: 50_000, sizeCalculation: () => 1 } as const;
/** An address from which a token was right keeps its access while others guess from there, such as from behind the same proxy. */
const trustMs = 24 * 60 * 60 * 1_000;

export class FailedLogins {
  /** Wrong credentials by address and by token; the minute of an entry begins with its first one. */
  readonly #failures = new LRUCache<string, number>({ ...bound, ttl: windowMs, noUpdateTTL: true, perf: Date });
  readonly #trusted = new LRUCache<string, true>({ ...bound, ttl: trustMs });
  readonly #waiting = new Map<string, number>();

  /**
   * @param address of the caller
   * @param token as it was given, whether there is such a key or not
   * @throws ApiError `ERROR_RATE_LIMIT` when too many wrong credentials of the address are waiting for their answers
   */
  check(address: string, token: string): void {
    if ((this.#waiting.get(address) ?? 0) < maxWaiting || this.#trusted.has(JSON.stringify([address, token]))) return;
    throw new ApiError('ERROR_RATE_LIMIT', 'Too many wrong credentials came from this address. Try again later.', {
      retryAfterSeconds: 1,
    });
  }

  /** Counts wrong credentials. @returns when their answer may be sent */
  async failed(address: string, token: string): Promise<void> {
    const counts = [JSON.stringify([address]), JSON.stringify([null, token])].map((name) => this.#count(name));
    const most = Math.max(...counts);
    const ms = delays.find(({ after }) => most > after)?.ms;
    if (ms === undefined) return;
    this.#waiting.set(address, (this.#waiting.get(address) ?? 0) + 1);
    try {
      await sleep(ms);
    } finally {
      const left = (this.#waiting.get(address) ?? 1) - 1;
      if (left > 0) this.#waiting.set(address, left);
      else this.#waiting.delete(address);
    }
  }

  succeeded(address: string, token: string): void {
    this.#trusted.set(JSON.stringify([address, token]), true);
  }

  #count(name: string): number {
    const count = (this.#failures.get(name) ?? 0) + 1;
    this.#failures.set(name, count);
    return count;
  }
}
