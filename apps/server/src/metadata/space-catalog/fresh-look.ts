/**
 * Looks something up for many who ask at the same time: each gets an answer that was looked up after he asked, and those who ask while
 * a look is under way share the next one. A look that takes long, because its connection hangs, keeps nobody else.
 */
import { endDeadline, startDeadline } from '../../db/deadlines.js';

interface Look<T> {
  /** Resolves when the look has ended, well or not. */
  readonly ended: Promise<unknown>;
  /** The look after it, once somebody waits for it. */
  next?: Promise<T>;
}

export class FreshLook<T> {
  /** By what is looked up; only looks under way. */
  private readonly looks = new Map<string, Look<T>>();

  /** @param longestMs how long the next look waits for the one under way */
  constructor(
    private readonly ask: (key: string) => Promise<T>,
    private readonly longestMs: number,
  ) {}

  /** @throws what `ask` throws, to all who share the look */
  of(key: string): Promise<T> {
    const look = this.looks.get(key);
    if (!look) return this.begin(key);
    look.next ??= this.afterwards(look.ended).then(() => this.begin(key));
    return look.next;
  }

  /** Resolves when the look has ended, or has taken too long. */
  private afterwards(ended: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const deadline = startDeadline(this.longestMs, resolve);
      void ended.then(() => {
        endDeadline(deadline);
        resolve();
      });
    });
  }

  private begin(key: string): Promise<T> {
    const answer = this.ask(key);
    const look: Look<T> = { ended: answer.then(ignore, ignore) };
    this.looks.set(key, look);
    void look.ended.then(() => {
      if (look.next === undefined && this.looks.get(key) === look) this.looks.delete(key);
    });
    return answer;
  }
}

function ignore(): void {}
