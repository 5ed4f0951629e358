/**
 * Rate limits of keys and spaces, by the minute. Each process counts what it does and admits; more than twice a second it adds that to what
 * all processes have used and reads what they have, so that they agree within a second and no request waits for a count.
 */

import type { Database, Row } from '../db/database.js';
import { ApiError } from '../errors/api-error.js';
import { addUsage, selectUsage } from '../sql/tables/rate-usage.js';
import type { Principal } from './principal.js';

/** What is counted: requests, records created, changed or deleted, and milliseconds of GraphQL operations and reports. */
export const measures = ['requests', 'records', 'cost'] as const;
export type Measure = (typeof measures)[number];
type Scope = 'key' | 'space';

/** How much may be used in a minute; 0: as much as wanted. */
export type RateLimitSettings = Readonly<Record<Scope, Readonly<Record<Measure, number>>>>;

export const noRateLimits: RateLimitSettings = {
  key: { requests: 0, records: 0, cost: 0 },
  space: { requests: 0, records: 0, cost: 0 },
};

const windowSeconds = 60;
/** What one process adds the others find by the flush after next: within a second. */
const flushEveryMs = 400;
/** How long what others have used is followed after a key or a space was last asked for. */
const followedMs = 2_000;
/** Spaces whose counts are written at the same time, so that some hundreds take no second. */
const sharedAtOnce = 8;

interface Policy {
  readonly scope: Scope;
  readonly measure: Measure;
  readonly quota: number;
}

/** One policy's count for a key or a space. */
interface Counter {
  readonly space: string;
  /** Token of the key; empty for the space. */
  readonly subject: string;
  readonly measure: Measure;
  minute: number;
  /** When it was asked for last, in milliseconds since 1970. */
  askedAt: number;
  /** What all processes have used, as of the last flush. */
  shared: number;
  /** What this process has used since then. */
  pending: number;
}

const unlimited = undefined;

export class RateLimits {
  readonly #db: Database;
  readonly #policies: readonly Policy[];
  readonly #now: () => number;
  /** Of this minute; older ones go at the next flush. */
  readonly #counters = new Map<string, Counter>();
  #flushing: Promise<void> = Promise.resolve();

  /** @param now milliseconds since 1970 */
  constructor(db: Database, settings: RateLimitSettings, now: () => number = () => Date.now()) {
    this.#db = db;
    this.#now = now;
    this.#policies = (['key', 'space'] as const)
      .flatMap((scope) => measures.map((measure) => ({ scope, measure, quota: settings[scope][measure] })))
      .filter(({ quota }) => quota > 0);
  }

  /** @returns the meter of a request by a key; undefined where nothing is limited */
  meterOf(principal: Principal): RateMeter | undefined {
    return this.#policies.length === 0 ? unlimited : new RateMeter(this, principal);
  }

  /**
   * @param measure undefined: all of them
   * @returns the policies that hold, with what is left of each now
   */
  stateOf(principal: Principal, measure?: Measure): { readonly policy: Policy; readonly left: number }[] {
    return this.#policies
      .filter((policy) => measure === undefined || policy.measure === measure)
      .map((policy) => {
        const { shared, pending } = this.#counterOf(principal, policy);
        return { policy, left: Math.max(0, policy.quota - shared - pending) };
      });
  }

  add(principal: Principal, measure: Measure, amount: number): void {
    for (const policy of this.#policies) {
      if (policy.measure === measure) this.#counterOf(principal, policy).pending += amount;
    }
  }

  /** @returns whole seconds until the next minute, at least 1 */
  secondsLeft(): number {
    return windowSeconds - Math.floor((this.#now() / 1_000) % windowSeconds);
  }

  /** @param onFailure gets what kept counts from being shared; they are at the next flush */
  flushRegularly(onFailure: (error: unknown) => void): { stop(): Promise<void> } {
    if (this.#policies.length === 0) return { stop: async () => {} };
    let isFlushing = false;
    const flush = async () => {
      isFlushing = true;
      await this.flush().catch(onFailure);
      isFlushing = false;
    };
    const timer = setInterval(() => {
      // What takes longer than the time between two is not made longer by more of them.
      if (!isFlushing) this.#flushing = flush();
    }, flushEveryMs);
    timer.unref();
    return {
      stop: async () => {
        clearInterval(timer);
        await this.#flushing;
      },
    };
  }

  /** Adds what was counted to what all processes have used, and finds out what that is of each space that was asked for just now. */
  async flush(): Promise<void> {
    const minute = this.#minute();
    const followedSince = this.#now() - followedMs;
    const bySpace = new Map<string, Counter[]>();
    for (const [name, counter] of this.#counters) {
      if (counter.minute < minute) this.#counters.delete(name);
      else if (counter.pending > 0 || counter.askedAt > followedSince) {
        const ofSpace = bySpace.get(counter.space);
        if (ofSpace === undefined) bySpace.set(counter.space, [counter]);
        else ofSpace.push(counter);
      }
    }
    const left = [...bySpace];
    const shareNext = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await this.#share(...next);
    };
    await Promise.all(Array.from({ length: sharedAtOnce }, shareNext));
  }

  async #share(space: string, counters: readonly Counter[]): Promise<void> {
    const used = counters.filter(({ pending }) => pending > 0);
    if (used.length > 0) await this.#add(space, used);
    // Others may have used what this process has not since. A read that waits behind those of a crowd keeps no other space's counts.
    if (used.length < counters.length) {
      const statement = selectUsage(this.#db.dialect, space, this.#minute());
      takeShared(counters, await this.#db.read(statement, { ms: flushEveryMs }).catch(readAgainLater));
    }
  }

  async #add(space: string, counters: readonly Counter[]): Promise<void> {
    const added = counters.map(({ subject, measure, minute, pending }) => ({
      subject,
      measure,
      minute,
      used: Math.round(pending),
    }));
    const rows = await this.#db.write((transaction) => transaction.run(addUsage(this.#db.dialect, space, added)));
    counters.forEach((counter, index) => {
      counter.pending = Math.max(0, counter.pending - (added[index]?.used ?? 0));
    });
    takeShared(counters, rows);
  }

  #counterOf({ space, token }: Principal, { scope, measure }: Policy): Counter {
    const subject = scope === 'key' ? token : '';
    const name = JSON.stringify([space, subject, measure]);
    const minute = this.#minute();
    const found = this.#counters.get(name);
    if (found?.minute === minute) {
      found.askedAt = this.#now();
      return found;
    }
    const counter = { space, subject, measure, minute, askedAt: this.#now(), shared: 0, pending: 0 };
    this.#counters.set(name, counter);
    return counter;
  }

  #minute(): number {
    return Math.floor(this.#now() / 1_000 / windowSeconds);
  }
}

/** @param rows what all processes have used, of some subjects and measures */
function takeShared(counters: readonly Counter[], rows: readonly Row[]): void {
  const byName = new Map(rows.map((row) => [`${row.measure} ${row.subject}`, row]));
  for (const counter of counters) {
    const row = byName.get(`${counter.measure} ${counter.subject}`);
    if (Number(row?.minute) === counter.minute) counter.shared = Number(row?.used);
  }
}

/** What the next flush reads is not missed: a database that is away is reported by what is written. */
function readAgainLater(): Row[] {
  return [];
}

/** Counts one request for its key and its space. */
export class RateMeter {
  readonly #limits: RateLimits;
  readonly #principal: Principal;

  constructor(limits: RateLimits, principal: Principal) {
    this.#limits = limits;
    this.#principal = principal;
  }

  /** @throws ApiError `ERROR_RATE_LIMIT` when a limit of the measure is reached */
  require(measure: Measure): void {
    const reached = this.#limits.stateOf(this.#principal, measure).find(({ left }) => left <= 0);
    if (reached === undefined) return;
    const { scope, quota } = reached.policy;
    const what = { requests: 'requests', records: 'written records', cost: 'milliseconds of GraphQL and reports' }[
      measure
    ];
    const whose = scope === 'key' ? 'this key' : 'this space';
    const seconds = this.#limits.secondsLeft();
    throw new ApiError(
      'ERROR_RATE_LIMIT',
      `The limit of ${quota} ${what} a minute for ${whose} is reached. Try again in ${seconds} s.`,
      { retryAfterSeconds: seconds },
    );
  }

  add(measure: Measure, amount: number): void {
    this.#limits.add(this.#principal, measure, amount);
  }

  requireRecords(): void {
    this.require('records');
  }

  addRecords(count: number): void {
    this.add('records', count);
  }

  /** @returns the headers `RateLimit` and `RateLimit-Policy` */
  headers(): Record<string, string> {
    const states = this.#limits.stateOf(this.#principal);
    const nearest = states.reduce((least, one) => (shareLeft(one) < shareLeft(least) ? one : least));
    return {
      RateLimit: `"${nameOf(nearest.policy)}";r=${Math.floor(nearest.left)};t=${this.#limits.secondsLeft()}`,
      'RateLimit-Policy': states
        .map(({ policy }) => `"${nameOf(policy)}";q=${policy.quota};w=${windowSeconds}`)
        .join(', '),
    };
  }
}

function shareLeft({ policy, left }: { readonly policy: Policy; readonly left: number }): number {
  return left / policy.quota;
}

function nameOf({ scope, measure }: Policy): string {
  return `${scope}-${measure}`;
}
