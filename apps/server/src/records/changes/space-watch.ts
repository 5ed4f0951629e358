/**
 * Wakes those who wait for changes of a space. One statement asks for the revisions of all spaces that somebody in this
 * process waits for, a few times a second, and none while nobody waits: other processes write as well, and databases that are spread send
 * no notifications.
 */
import type { Database } from '../../db/database.js';
import { revisionsOfReachable } from '../../db/spaces.js';
import { ApiError } from '../../errors/api-error.js';

const everyMs = 250;

/** Who follows changes at the same time; each holds a connection. */
const maxFollowers = { ofSpace: 200, inAll: 2_000 } as const;

interface Waiter {
  /** The last revision that it knows. */
  readonly revision: number;
  /** @param hasChanged false: it need not look */
  readonly wake: (hasChanged: boolean) => void;
}

export class SpaceWatch {
  private readonly waiting = new Map<string, Set<Waiter>>();
  private readonly followers = new Map<string, number>();
  private followersInAll = 0;
  private timer: NodeJS.Timeout | undefined;
  private isEnding = false;

  constructor(private readonly db: Database) {}

  /** The server stops: nobody waits any more. */
  get hasEnded(): boolean {
    return this.isEnding;
  }

  /**
   * Counts one who follows the changes of a space.
   * @returns what it calls when it follows them no longer; the second call does nothing
   * @throws ApiError `ERROR_OVERLOADED`
   */
  follow(space: string): () => void {
    const ofSpace = this.followers.get(space) ?? 0;
    if (ofSpace >= maxFollowers.ofSpace || this.followersInAll >= maxFollowers.inAll) {
      const message = `Too many follow the changes of this space already; ${maxFollowers.ofSpace} may. Close some, or ask without wait.`;
      throw new ApiError('ERROR_OVERLOADED', message);
    }
    this.count(space, 1);
    let isCounted = true;
    return () => {
      if (isCounted) this.count(space, -1);
      isCounted = false;
    };
  }

  /**
   * @param revision the last one that is known
   * @param ms how long to wait at most
   * @param gone ends the wait
   * @returns true when the space has a later revision; false when time is up, `gone` or the server stops
   */
  changed(space: string, revision: number, ms: number, gone: AbortSignal): Promise<boolean> {
    if (this.isEnding || gone.aborted || ms <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        revision,
        wake: (hasChanged) => {
          clearTimeout(timer);
          gone.removeEventListener('abort', leave);
          this.remove(space, waiter);
          resolve(hasChanged);
        },
      };
      const leave = () => waiter.wake(false);
      const timer = setTimeout(leave, ms);
      gone.addEventListener('abort', leave);
      this.add(space, waiter);
    });
  }

  /** Ends all waits, now and from now on. */
  end(): void {
    this.isEnding = true;
    for (const waiters of this.waiting.values()) for (const { wake } of waiters) wake(false);
  }

  private count(space: string, by: 1 | -1): void {
    const ofSpace = (this.followers.get(space) ?? 0) + by;
    if (ofSpace === 0) this.followers.delete(space);
    else this.followers.set(space, ofSpace);
    this.followersInAll += by;
  }

  private add(space: string, waiter: Waiter): void {
    this.waiting.set(space, (this.waiting.get(space) ?? new Set()).add(waiter));
    this.timer ??= setTimeout(() => this.look(), everyMs);
  }

  private remove(space: string, waiter: Waiter): void {
    const waiters = this.waiting.get(space);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.waiting.delete(space);
    if (this.waiting.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    // Who comes while this looks is seen by the next look.
    const timer = this.timer;
    const rows = await revisionsOfReachable(this.db, [...this.waiting.keys()]).catch(() => {
      // Who waits until the time is up reads then, and gets the error of the database.
      return [];
    });
    for (const row of rows) {
      const revision = Number(row.revision);
      for (const waiter of this.waiting.get(String(row.space_id)) ?? []) {
        if (waiter.revision < revision) waiter.wake(true);
      }
    }
    if (this.timer === timer && timer !== undefined) this.timer = setTimeout(() => this.look(), everyMs);
  }
}
