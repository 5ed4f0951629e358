/**
 * What a server does behind its requests: it looks for work now and then, and when it learns of some, and does several pieces of it at
 * a time until it is stopped.
 */
import { v4 as randomUuid } from 'uuid';
import { outsideOfTraces } from '../tracing/spans.js';

export class WorkLoop {
  /** Names this loop among those of all processes. */
  readonly owner = randomUuid();
  private readonly stopping = new AbortController();
  private readonly active = new Map<string, Promise<void>>();
  private looking: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires, in milliseconds since 1970. */
  private nextLookAt = Number.POSITIVE_INFINITY;

  /**
   * @param everyMs from one look to the next one at the longest
   * @param look finds work and begins it
   * @param onFailure gets each failure; what failed is tried again after a while
   */
  constructor(
    private readonly everyMs: number,
    private readonly look: () => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Aborted when the loop is stopped. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Pieces of work that have begun and not ended. */
  get size(): number {
    return this.active.size;
  }

  has(name: string): boolean {
    return this.active.has(name);
  }

  /** Looks within a time; an earlier look that is planned serves as well. */
  lookAfter(ms: number): void {
    const at = Date.now() + ms;
    if (at >= this.nextLookAt || this.signal.aborted) return;
    clearTimeout(this.timer);
    this.nextLookAt = at;
    this.timer = outsideOfTraces(() => setTimeout(() => this.lookNow(), ms));
    this.timer.unref();
  }

  /** @param name of a piece of work; what has failed waits for a look that is planned, behind any other there is room at once */
  begin(name: string, work: Promise<void>): void {
    const ended = work
      .then(
        () => 0,
        (error) => {
          this.onFailure(error);
          return this.everyMs;
        },
      )
      .then((ms) => {
        this.active.delete(name);
        this.lookAfter(ms);
      });
    this.active.set(name, ended);
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.looking;
    await Promise.all(this.active.values());
  }

  private lookNow(): void {
    this.nextLookAt = Number.POSITIVE_INFINITY;
    this.looking = this.looking.then(() => this.lookOnce()).catch(this.onFailure);
  }

  private async lookOnce(): Promise<void> {
    if (this.signal.aborted) return;
    this.lookAfter(this.everyMs);
    await this.look();
  }
}
