/**
 * For how long requests held the event loop of a server. The first time a request also plans statements and may meet a garbage collection,
 * so one that holds it for long is sent again: what is slow for its own reasons stays slow. All times are reported.
 */

/** How often one that takes longer is sent. */
const mostTries = 4;

export class HeldTimes {
  /** Of all requests, however often they were sent. */
  private longestMs = 0;
  /** Of each request the shortest time. */
  private longestLastingMs = 0;
  /** Requests that took too long at first. */
  private passing = 0;

  /** @param mostMs what others may have to wait for one request, in milliseconds */
  constructor(private readonly mostMs: number) {}

  /** @returns whether a request that has held the event loop for so long each time is to be sent again */
  isSentAgain(tries: readonly number[]): boolean {
    return tries.length < mostTries && tries.every((ms) => ms > this.mostMs);
  }

  /**
   * @param tries milliseconds of one request, each time it was sent
   * @returns what is wrong; undefined when nothing is
   */
  problemOf(tries: readonly number[]): string | undefined {
    const [longest, shortest] = [Math.max(...tries), Math.min(...tries)];
    this.longestMs = Math.max(this.longestMs, longest);
    this.longestLastingMs = Math.max(this.longestLastingMs, shortest);
    if (shortest > this.mostMs) return `others waited ${tries.map(Math.round).join(', ')} ms`;
    if (longest > this.mostMs) this.passing++;
    return undefined;
  }

  report(): string {
    const [longest, lasting] = [this.longestMs, this.longestLastingMs].map(Math.round);
    return (
      `the event loop was held for ${longest} ms at most; ${this.passing} requests held it for longer than ${this.mostMs} ms, but not when ` +
      `they were sent again; without these ${lasting} ms at most`
    );
  }
}
