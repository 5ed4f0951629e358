/**
 * Iterators whose `return` counts at once, also while they wait. Must not know what they wait for.
 */

/**
 * An async generator whose `return` ends what the pending `next` waits for, which then gives `done`. That of the language would wait for
 * `next` itself.
 * @param begin makes the generator, which is to end what it waits for, and throw, once the signal is aborted
 * @param signal of the caller: what the generator throws then is thrown
 */
export function ending<Item>(
  begin: (signal: AbortSignal) => AsyncGenerator<Item, void, void>,
  signal?: AbortSignal,
): AsyncGenerator<Item, void, void> {
  const over = new AbortController();
  const items = begin(signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]));
  const unlessOver = (work: Promise<IteratorResult<Item, void>>): Promise<IteratorResult<Item, void>> =>
    work.catch((error) => {
      if (over.signal.aborted) return { value: undefined, done: true };
      throw error;
    });
  const methods: Pick<AsyncGenerator<Item, void, void>, 'next' | 'return' | 'throw'> = {
    next: () => unlessOver(items.next()),
    return() {
      over.abort();
      return unlessOver(items.return());
    },
    throw: (error) => items.throw(error),
  };
  // What else the language gives its generators, such as disposal, is made of these.
  return Object.assign(Object.create(Object.getPrototypeOf(items)), methods);
}
