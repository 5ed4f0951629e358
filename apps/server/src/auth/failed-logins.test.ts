import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FailedLogins } from './failed-logins.js';

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
