/**
 * Asks a database whether it can be used: once for all who want to know at the same time, and not for longer than a probe may wait. Health
 * needs no credentials, so that however many ask, the database is not asked more often.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** The database has not answered in time. */
const silent = 'database silent';

/** What is wrong with the database, in words; undefined when nothing is. */
type Trouble = string | undefined;

export class SharedCheck {
  private looking: Promise<Trouble> | undefined;
  private answering: Promise<Trouble> | undefined;

  /**
   * @param look asks the database; is not called again before it has ended
   * @param limitMs how long an answer is waited for
   */
  constructor(
    private readonly look: () => Promise<Trouble>,
    private readonly limitMs: number,
  ) {}

  /**
   * @returns what `look` returns, or that the database is silent
   * @throws what `look` throws
   */
  run(): Promise<Trouble> {
    this.answering ??= this.answer().finally(() => {
      this.answering = undefined;
    });
    return this.answering;
  }

  private answer(): Promise<Trouble> {
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
    });
    const answered = new AbortController();
    const late = sleep(this.limitMs, silent, { ref: false, signal: answered.signal });
    // Many ask for the health: none of their timers stays.
    return Promise.race([this.looking, late]).finally(() => {
      late.catch(() => {});
      answered.abort();
    });
  }
}
