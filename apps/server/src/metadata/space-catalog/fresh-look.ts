/**
 * Looks something up for many who ask at the same time: each gets an answer that was looked up after he asked, and those who ask while
 * a look is under way share the next one.
 */
interface Look<T> {
  /** Resolves when the look has ended, well or not. */
  readonly ended: Promise<unknown>;
  /** The look after it, once somebody waits for it. */
  next?: Promise<T>;
}

export class FreshLook<T> {
  /** By what is looked up; only looks under way. */
  private readonly looks = new Map<string, Look<T>>();

  constructor(private readonly ask: (key: string) => Promise<T>) {}

  /** @throws what `ask` throws, to all who share the look */
  of(key: string): Promise<T> {
    const look = this.looks.get(key);
    if (!look) return this.begin(key);
    look.next ??= look.ended.then(() => this.begin(key));
    return look.next;
  }

  private begin(key: string): Promise<T> {
    const answer = this.ask(key);
    const look: Look<T> = { ended: answer.then(ignore, ignore) };
    this.looks.set(key, look);
    void look.ended.then(() => {
      if (look.next === undefined) this.looks.delete(key);
    });
    return answer;
  }
}

function ignore(): void {}
