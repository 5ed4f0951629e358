/**
 * Admits requests to work, so that a crowd in one space does not slow down the others: a bounded number works at a time, the others
 * wait in one queue per space, and the space that has used the least time goes next. Nothing here reaches the database.
 */
import { ApiError } from '../errors/api-error.js';

export interface AdmissionLimits {
  /** Requests that work at the same time, while those of several spaces come. */
  readonly maxActive: number;
  /** Requests that wait to be admitted, of all spaces. */
  readonly maxWaiting: number;
  /** Milliseconds after which a waiting request is rejected. */
  readonly maxWaitMs: number;
}

/** More at a time make neither database answer more of them in a second, and let a quiet space wait for longer. */
export const defaultAdmission: AdmissionLimits = { maxActive: 8, maxWaiting: 1_000, maxWaitMs: 30_000 };

/** Ends the work of one request; the second call does nothing. */
export type Release = () => void;

/** The place of one request among those that work. It is given back while the server waits for what the caller sends. */
export class Slot {
  #release: Release | undefined;
  #hasEnded = false;

  /** @param enter waits until the request may work */
  constructor(private readonly enter: () => Release | Promise<Release>) {}

  /** @throws what `enter` throws */
  async take(): Promise<void> {
    if (this.#release !== undefined) return;
    const release = await this.enter();
    if (this.#hasEnded) release();
    else this.#release = release;
  }

  giveBack(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /**
   * @param wait for the caller, who may take any time
   * @returns what it returns, when the request may work again
   */
  async whileWaiting<Value>(wait: () => Promise<Value>): Promise<Value> {
    this.giveBack();
    const value = await wait();
    await this.take();
    return value;
  }

  /** The request is done: it works no more. */
  end(): void {
    this.#hasEnded = true;
    this.giveBack();
  }
}

interface Waiter {
  /** Of `performance.now()`, when it is rejected. */
  readonly until: number;
  readonly admit: () => void;
  readonly reject: (error: ApiError) => void;
}

interface Line {
  readonly space: string;
  active: number;
  /**
   * Milliseconds of work that the space has used, as start-time fair queueing counts them: a space that comes back after a pause begins
   * where the others are, so that pauses earn nothing.
   */
  used: number;
  /** First in, first out. */
  readonly waiting: Set<Waiter>;
}

/** How often as many requests may work while they are all of one space: nobody else is slowed down by them. */
const aloneFactor = 4;
/** How long after the requests of two spaces met the limits of several spaces hold. */
const sharedMs = 10_000;
/** How often it is looked whether requests have waited for too long. */
const sweepEveryMs = 100;

/** What `Retry-After` of a rejected request asks for. */
const retryAfterMs = 1_000;

/** What a request is counted as until it has ended, so that those admitted at the same moment come from different spaces. */
const assumedMs = 1;

export class Admission {
  readonly #limits: AdmissionLimits;
  /** Slots that one of several spaces may take: the request of another one finds one free, or about to be. */
  readonly #maxActiveOfSpace: number;
  /** The same of a crowd, which gets no more done with more of them; what it does slows down the work of the others. */
  readonly #maxActiveOfCrowd: number;
  /** Only spaces with requests are in it. */
  readonly #lines = new Map<string, Line>();
  #active = 0;
  /** How many of them were admitted only because all were of one space. When another one comes they leave it the slots of several spaces. */
  #surplus = 0;
  #sharedAt = Number.NEGATIVE_INFINITY;
  #sweeping: NodeJS.Timeout | undefined;
  #waiting = 0;
  #rejected = 0;
  /** When the caller behind a connection may ask again. */
  readonly #retryAt = new WeakMap<object, number>();
  /** `used` of the space that was admitted last. */
  #now = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#maxActiveOfSpace = Math.max(1, Math.ceil(limits.maxActive * 0.75));
    this.#maxActiveOfCrowd = Math.max(1, Math.ceil(limits.maxActive * 0.25));
  }

  get active(): number {
    return this.#active;
  }

  /** Of all that came since the start, how many were rejected because too many waited or for too long. */
  get rejected(): number {
    return this.#rejected;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Waits until a request of the space may work.
   * @param onGone takes what is to be called when the caller has gone away: the request leaves the queue then
   * @returns what the caller calls when the work has ended
   * @throws ApiError `ERROR_OVERLOADED` when too many requests wait, or this one has waited too long
   */
  async enter(space: string, onGone?: (leave: () => void) => void): Promise<Release> {
    const release = this.enterAtOnce(space);
    if (release !== undefined) return release;
    const line = this.#lineOf(space);
    this.#makeRoom(line);
    return this.#wait(line, onGone);
  }

  /** @returns what `enter` does; undefined when the request would have to wait, and nothing has happened */
  enterAtOnce(space: string): Release | undefined {
    const line = this.#lineOf(space);
    if (this.#lines.size > 1) this.#sharedAt = performance.now();
    if (this.#mayWork(line)) return this.#start(line);
    this.#dropIdle(line);
    return undefined;
  }

  /**
   * Returns at once, unless an earlier request over the same connection was rejected and `Retry-After` is not over: a crowd that asks
   * again at once takes no time from what is admitted. Takes a second at most, however many requests the caller has sent ahead.
   * @param connection of the rejected request
   * @param onGone takes what is to be called when the caller has gone away: nothing is waited for then
   */
  async holdBack(connection: object, onGone: (leave: () => void) => void): Promise<void> {
    const now = performance.now();
    const waitMs = Math.min((this.#retryAt.get(connection) ?? now) - now, retryAfterMs);
    this.#retryAt.set(connection, now + Math.max(waitMs, 0) + retryAfterMs);
    if (waitMs <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      onGone(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #lineOf(space: string): Line {
    const found = this.#lines.get(space);
    if (found !== undefined) return found;
    const line: Line = { space, active: 0, used: this.#now, waiting: new Set() };
    this.#lines.set(space, line);
    return line;
  }

  #mayWork(line: Line): boolean {
    const { maxActive } = this.#limits;
    if (this.#isAlone) return this.#active < maxActive * aloneFactor;
    const isCrowd = line.waiting.size > maxActive;
    const mayBeActive = isCrowd ? this.#maxActiveOfCrowd : this.#maxActiveOfSpace;
    return this.#active - this.#surplus < maxActive && line.active < mayBeActive;
  }

  /** Whether all requests of the last seconds were of one space. */
  get #isAlone(): boolean {
    return performance.now() - this.#sharedAt > sharedMs;
  }

  #start(line: Line): Release {
    const startedAt = performance.now();
    const isSurplus = this.#isAlone && this.#active - this.#surplus >= this.#maxActiveOfSpace;
    if (isSurplus) this.#surplus += 1;
    this.#active += 1;
    line.active += 1;
    this.#now = Math.max(this.#now, line.used);
    line.used += assumedMs;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      if (isSurplus) this.#surplus -= 1;
      this.#active -= 1;
      line.active -= 1;
      line.used += performance.now() - startedAt - assumedMs;
      this.#admitWaiting();
      this.#dropIdle(line);
    };
  }

  /** Rejects a request of the space that has most of them waiting, when the queue is full: that one is the crowd. */
  #makeRoom(line: Line): void {
    if (this.#waiting < this.#limits.maxWaiting) return;
    let longest = line;
    for (const other of this.#lines.values()) if (other.waiting.size > longest.waiting.size) longest = other;
    if (longest === line) {
      this.#dropIdle(line);
      throw this.#tooMany();
    }
    // The one that has come last: the others have waited for longer.
    const last = [...longest.waiting].at(-1);
    last?.reject(this.#tooMany());
  }

  #wait(line: Line, onGone: ((leave: () => void) => void) | undefined): Promise<Release> {
    return new Promise<Release>((resolve, reject) => {
      const leave = () => {
        if (line.waiting.delete(waiter)) this.#waiting -= 1;
      };
      const waiter: Waiter = {
        until: performance.now() + this.#limits.maxWaitMs,
        admit: () => {
          leave();
          resolve(this.#start(line));
        },
        reject: (error) => {
          leave();
          this.#dropIdle(line);
          reject(error);
        },
      };
      line.waiting.add(waiter);
      this.#waiting += 1;
      this.#sweeping ??= setInterval(() => this.#sweep(), sweepEveryMs);
      onGone?.(() => {
        if (line.waiting.has(waiter)) waiter.reject(new ApiError('ERROR_OVERLOADED', 'The caller has gone away.'));
      });
    });
  }

  /** Rejects what has waited for too long; those of one space come in the order in which they are due. */
  #sweep(): void {
    const now = performance.now();
    for (const { waiting } of this.#lines.values()) {
      for (const waiter of waiting) {
        if (waiter.until > now) break;
        waiter.reject(this.#tooMany());
      }
    }
    if (this.#waiting > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  #admitWaiting(): void {
    for (let next = this.#nextLine(); next !== undefined; next = this.#nextLine()) {
      const [first] = next.waiting;
      first?.admit();
    }
  }

  /** @returns the space that has used the least time among those that wait and may work */
  #nextLine(): Line | undefined {
    if (this.#waiting === 0) return undefined;
    let least: Line | undefined;
    for (const line of this.#lines.values()) {
      if (line.waiting.size === 0 || !this.#mayWork(line)) continue;
      if (least === undefined || line.used < least.used) least = line;
    }
    return least;
  }

  #dropIdle(line: Line): void {
    if (line.active === 0 && line.waiting.size === 0) this.#lines.delete(line.space);
  }

  #tooMany(): ApiError {
    this.#rejected += 1;
    return new ApiError(
      'ERROR_OVERLOADED',
      'Too many requests of this space wait already. Send fewer at the same time.',
    );
  }
}
