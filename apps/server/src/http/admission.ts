/**
 * Admits requests to work, so that a crowd in one space does not slow down the others: a bounded number works at a time, the others
 * wait in one queue per space, and the space that has used the least time goes next. Nothing here reaches the database.
 */
import { ApiError } from '../errors/api-error.js';

export interface AdmissionLimits {
  /** Requests that work at the same time, of all spaces. */
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

interface Waiter {
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

/** What a request is counted as until it has ended, so that those admitted at the same moment come from different spaces. */
const assumedMs = 1;

export class Admission {
  readonly #limits: AdmissionLimits;
  /** Slots that one space may not take: another one's request finds one free, or about to be. */
  readonly #maxActiveOfSpace: number;
  /** Only spaces with requests are in it. */
  readonly #lines = new Map<string, Line>();
  #active = 0;
  #waiting = 0;
  #rejected = 0;
  /** `used` of the space that was admitted last. */
  #now = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#maxActiveOfSpace = Math.max(1, Math.ceil(limits.maxActive * 0.75));
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
   * @param signal makes a signal that aborts when the caller has gone away, upon which the request leaves the queue
   * @returns what the caller calls when the work has ended
   * @throws ApiError `ERROR_OVERLOADED` when too many requests wait, or this one has waited too long
   */
  async enter(space: string, signal?: () => AbortSignal): Promise<Release> {
    const line = this.#lineOf(space);
    if (this.#mayWork(line)) return this.#start(line);
    this.#makeRoom(line);
    return this.#wait(line, signal?.());
  }

  #lineOf(space: string): Line {
    const found = this.#lines.get(space);
    if (found !== undefined) return found;
    const line: Line = { space, active: 0, used: this.#now, waiting: new Set() };
    this.#lines.set(space, line);
    return line;
  }

  #mayWork(line: Line): boolean {
    return this.#active < this.#limits.maxActive && line.active < this.#maxActiveOfSpace;
  }

  #start(line: Line): Release {
    const startedAt = performance.now();
    this.#active += 1;
    line.active += 1;
    this.#now = Math.max(this.#now, line.used);
    line.used += assumedMs;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
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

  #wait(line: Line, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise<Release>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (line.waiting.delete(waiter)) this.#waiting -= 1;
      };
      const waiter: Waiter = {
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
      const onAbort = () => waiter.reject(new ApiError('ERROR_OVERLOADED', 'The caller has gone away.'));
      const timer = setTimeout(() => waiter.reject(this.#tooMany()), this.#limits.maxWaitMs);
      line.waiting.add(waiter);
      this.#waiting += 1;
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #admitWaiting(): void {
    for (let next = this.#nextLine(); next !== undefined; next = this.#nextLine()) {
      const [first] = next.waiting;
      first?.admit();
    }
  }

  /** @returns the space that has used the least time among those that wait and may work */
  #nextLine(): Line | undefined {
    if (this.#waiting === 0 || this.#active >= this.#limits.maxActive) return undefined;
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
