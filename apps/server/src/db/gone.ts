/**
 * Whether a caller has gone, for the statements that are run for him. It does what an `AbortSignal` does; each request has one, and a
 * signal costs as much as a small request.
 */
export class Gone {
  #isGone = false;
  #listeners: (() => void)[] = [];

  get isGone(): boolean {
    return this.#isGone;
  }

  /** @param listener called when the caller goes; not when he has gone already */
  add(listener: () => void): void {
    this.#listeners.push(listener);
  }

  remove(listener: () => void): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }

  /** Nobody waits any more. */
  go(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    for (const listener of this.#listeners) listener();
  }
}
