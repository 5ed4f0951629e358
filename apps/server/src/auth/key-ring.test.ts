import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.js';
import { migrate } from '../db/migrations/migrate.js';
import { openDatabase } from '../db/open-database.js';
import { createRecordStore } from '../records/record-store.js';
import { entityRules } from '../records/rules/entity-rules.js';
import { Rights } from '../rights/rights.js';
import { enterSpace } from '../spaces/space-directory.js';
import { createKey, type KeyMaking, listKeys, revokeKey, rotateKey } from '../spaces/space-keys.js';
import { serverSecret } from './credentials.js';
import { FailedLogins, type KeyRing, openKeyRing } from './key-ring.js';

const dataDir = mkdtempSync(join(tmpdir(), 'headwater-keys-'));
let db: Database;
let reads = 0;
let keys: KeyRing;
let making: KeyMaking;

beforeAll(async () => {
  const settings = { silenceMs: 4_000, startMs: 0, isPrepared: true, synchronous: 'NORMAL' } as const;
  db = await openDatabase({ dataDir }, settings, () => {
    reads += 1;
  });
  const catalog = buildCatalog(entityTypes);
  await migrate(db, catalog);
  keys = await openKeyRing(db, undefined);
  making = { ...createRecordStore(catalog, db, entityRules), keys };
  await db.write(async (transaction) => {
    for (const space of ['acme', 'other', 'listed']) await enterSpace(db.dialect, transaction, space, space);
  });
});

afterAll(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const newKey = (more: Partial<Parameters<typeof createKey>[1]> = {}) => createKey(making, { space: 'acme', ...more });

function basic(token: string, password: string): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}

describe('KeyRing.authenticate', () => {
  it('answers who asks', async () => {
    const { token, password } = await newKey();
    expect(await keys.authenticate('acme', basic(token, password))).toEqual({
      space: 'acme',
      token,
      rights: Rights.everything,
      client: null,
    });
    const reader = await newKey({ readOnly: true });
    const principal = await keys.authenticate('acme', basic(reader.token, reader.password));
    expect(principal.rights).toBe(Rights.reading);
  });

  it('takes the scheme in any case, and passwords with colons and letters beyond ASCII', async () => {
    const credentials = { token: 'fixed', password: 'pä:ss–Ω' };
    await newKey({ credentials });
    const header = basic(credentials.token, credentials.password).replace('Basic', 'bASIC');
    expect((await keys.authenticate('acme', header)).token).toBe('fixed');
  });

  it('rejects everything else in the same way', async () => {
    const { token, password } = await newKey();
    const expired = await newKey({ expiresAt: new Date(Date.now() - 1) });
    const revoked = await newKey();
    await revokeKey(making, 'acme', revoked.token);
    const attempts: [string, string | undefined][] = [
      ['acme', undefined],
      ['acme', ''],
      ['acme', 'Basic'],
      ['acme', 'Basic !!!'],
      ['acme', `Bearer ${password}`],
      ['acme', `Basic ${Buffer.from('no colon').toString('base64')}`],
      ['acme', `Basic ${'A'.repeat(5000)}`],
      ['acme', 'Basic ÿþ\u0000'],
      ['acme', basic(token, `${password}x`)],
      ['acme', basic(token, '')],
      ['acme', basic('unknown', password)],
      ['acme', basic(`${token}\u0000`, password)],
      ['other', basic(token, password)],
      ['no such space', basic(token, password)],
      ['a\u0000', basic(token, password)],
      ['acme', basic(expired.token, expired.password)],
      ['acme', basic(revoked.token, revoked.password)],
    ];
    const rejections = await Promise.all(
      attempts.map(([space, header]) => keys.authenticate(space, header).then(() => 'let in', describeError)),
    );
    expect(new Set(rejections)).toEqual(
      new Set(['ERROR_UNAUTHORIZED 401 Missing or wrong token or password for this space.']),
    );
  });

  it('asks the database once in 2 seconds for each key, however many requests come at once', async () => {
    const { token, password } = await newKey();
    vi.useFakeTimers({ toFake: ['Date'] });
    reads = 0;
    await Promise.all(Array.from({ length: 50 }, () => keys.authenticate('acme', basic(token, password))));
    expect(reads).toBe(1);
    vi.advanceTimersByTime(1_999);
    await keys.authenticate('acme', basic(token, password));
    expect(reads).toBe(1);
    vi.advanceTimersByTime(1);
    await keys.authenticate('acme', basic(token, password));
    expect(reads).toBe(2);
  });

  it('asks the database once for wrong credentials, whether there is such a key or not', async () => {
    const { token, password } = await newKey();
    const unused = await newKey();
    const revoked = await newKey();
    await revokeKey(making, 'acme', revoked.token);
    await keys.authenticate('acme', basic(token, password));
    const wrong = [
      basic(token, 'wrong'),
      basic(unused.token, 'wrong'),
      basic('unknown', 'wrong'),
      basic(revoked.token, 'wrong'),
      basic(revoked.token, revoked.password),
    ];
    for (const header of [...wrong, ...wrong]) {
      reads = 0;
      await expect(keys.authenticate('acme', header)).rejects.toThrow('Missing or wrong');
      expect(reads).toBe(1);
    }
    reads = 0;
    await keys.authenticate('acme', basic(token, password));
    expect(reads).toBe(0);
  });

  it('takes the password of a rotation at once that another process has made', async () => {
    const { token, password } = await newKey();
    await keys.authenticate('acme', basic(token, password));
    const rotated = await rotateKey(making, 'acme', token, new Date(Date.now() + 60_000));
    await keys.authenticate('acme', basic(token, rotated?.password ?? ''));
  });

  it('lets a revoked key in for 2 seconds at most', async () => {
    const { token, password } = await newKey();
    vi.useFakeTimers({ toFake: ['Date'] });
    await keys.authenticate('acme', basic(token, password));
    await revokeKey(making, 'acme', token);
    vi.advanceTimersByTime(2_000);
    await expect(keys.authenticate('acme', basic(token, password))).rejects.toThrow('Missing or wrong');
  });

  it('rejects a key from the moment it expires', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { token, password } = await newKey({ expiresAt });
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(expiresAt.getTime() - 1);
    await keys.authenticate('acme', basic(token, password));
    vi.setSystemTime(expiresAt);
    await expect(keys.authenticate('acme', basic(token, password))).rejects.toThrow('Missing or wrong');
  });

  it('rejects the password before a rotation from the moment on that was chosen', async () => {
    const { token, password } = await newKey();
    const oldUntil = new Date(Date.now() + 60_000);
    const rotated = await rotateKey(making, 'acme', token, oldUntil);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(oldUntil.getTime() - 1);
    await keys.authenticate('acme', basic(token, password));
    vi.setSystemTime(oldUntil);
    await expect(keys.authenticate('acme', basic(token, password))).rejects.toThrow('Missing or wrong');
    await keys.authenticate('acme', basic(token, rotated?.password ?? ''));
  });

  it('lets a new key in at once although its token was rejected a moment before', async () => {
    const credentials = { token: 'soon', password: 'x'.repeat(20) };
    await expect(keys.authenticate('acme', basic('soon', credentials.password))).rejects.toThrow();
    await newKey({ credentials });
    await keys.authenticate('acme', basic('soon', credentials.password));
  });
});

describe('api keys', () => {
  it('stores no password', async () => {
    const { token, password } = await newKey({ label: 'till' });
    const row = await db.knex('api_keys').where({ token }).first();
    expect(JSON.stringify(row)).not.toContain(password);
    expect(password).toMatch(/^[\w-]{43}$/);
  });

  it('lists the keys of a space only', async () => {
    const { token } = await newKey({ space: 'listed', label: 'till', readOnly: true });
    expect(await listKeys(db, 'listed')).toEqual([
      expect.objectContaining({ token, label: 'till', readOnly: true, user: null, expiresAt: null, revokedAt: null }),
    ]);
  });

  it('revokes once, and only in its own space', async () => {
    const { token } = await newKey();
    expect(await revokeKey(making, 'other', token)).toBe(false);
    expect(await revokeKey(making, 'acme', token)).toBe(true);
    expect(await revokeKey(making, 'acme', token)).toBe(false);
  });

  it('brings a fixed key back when it is made again', async () => {
    const credentials = { token: 'again', password: 'first' };
    await newKey({ credentials });
    await revokeKey(making, 'acme', 'again');
    await newKey({ credentials: { ...credentials, password: 'second' } });
    await keys.authenticate('acme', basic('again', 'second'));
  });
});

describe('serverSecret', () => {
  it('is made once for all processes on a database', async () => {
    const [one, two] = await Promise.all([serverSecret(db, undefined), serverSecret(db, undefined)]);
    expect(one.equals(two)).toBe(true);
  });

  it('of the environment makes keys of another secret useless', async () => {
    const { token, password } = await newKey();
    const other = await openKeyRing(db, 'another secret of the environment');
    await expect(other.authenticate('acme', basic(token, password))).rejects.toThrow('Missing or wrong');
  });
});

function describeError(error: { errorName: string; status: number; message: string }): string {
  return `${error.errorName} ${error.status} ${error.message}`;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets so many wrong credentials be answered that further ones have to wait. */
async function failOften(logins: FailedLogins, address: string): Promise<void> {
  for (let count = 0; count < 100; count++) await logins.failed(address, `token ${count}`);
}

/** @returns whether the answer to wrong credentials waits */
async function waits(logins: FailedLogins, address: string, token: string): Promise<boolean> {
  let isDone = false;
  const done = logins.failed(address, token).then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  const hasWaited = !isDone;
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  return hasWaited;
}

describe('FailedLogins', () => {
  it('lets the answers of an address wait after many wrong credentials, for a minute', async () => {
    const logins = new FailedLogins();
    await failOften(logins, '192.0.2.1');
    expect(await waits(logins, '192.0.2.1', 'any')).toBe(true);
    expect(await waits(logins, '192.0.2.2', 'any')).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await waits(logins, '192.0.2.1', 'any')).toBe(false);
  });

  it('counts by token as well', async () => {
    const logins = new FailedLogins();
    for (let count = 0; count < 100; count++) await logins.failed(`192.0.2.${count}`, 'guessed');
    expect(await waits(logins, '198.51.100.1', 'guessed')).toBe(true);
    expect(await waits(logins, '198.51.100.1', 'another')).toBe(false);
  });

  it('rejects at once what comes while many wait, but not a token that was right from there', async () => {
    const logins = new FailedLogins();
    logins.succeeded('192.0.2.1', 'trusted');
    await failOften(logins, '192.0.2.1');
    const waiting = Array.from({ length: 32 }, (_, index) => logins.failed('192.0.2.1', `more ${index}`));
    expect(() => logins.check('192.0.2.1', 'any')).toThrow(
      expect.objectContaining({ status: 429, retryAfterSeconds: 1 }),
    );
    expect(() => logins.check('192.0.2.1', 'trusted')).not.toThrow();
    expect(() => logins.check('192.0.2.2', 'any')).not.toThrow();
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(waiting);
    expect(() => logins.check('192.0.2.1', 'any')).not.toThrow();
  });
});
