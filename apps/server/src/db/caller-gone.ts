/**
 * Whether a caller has gone, for the statements that run for that caller. It does what an `AbortController` does, which costs each
 * request as much as a small read.
 */
export class CallerGone {
  #isAborted = false;
  #listeners: (() => void)[] = [];

  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** @param listener called when the caller goes; not when he has gone already */
  add(listener: () => void): void {
    this.#listeners.push(listener);
  }

  remove(listener: () => void): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }

  /** Nobody waits for the answer any more. */
  abort(): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    for (const listener of this.#listeners) listener();
  }
}
