/**
 * Slows those who guess credentials: the more wrong ones came from an address or for a token in the last minute, the longer the answer to
 * the next wrong one waits, and only a few may wait. Right credentials do not wait; while those few wait, an address may only use tokens
 * that were right from there before. Whether a token exists makes no difference. Each process counts for itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors/api-error.js';

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
