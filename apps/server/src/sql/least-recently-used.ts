/**
 * A map of bounded size that forgets what was not used for longest.
 */
export class LeastRecentlyUsed<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  /**
   * @param capacity entries kept at most
   * @param forget called with what is dropped
   */
  constructor(
    private readonly capacity: number,
    private readonly forget: (value: Value) => void = () => {},
  ) {}

  getOrMake(key: Key, make: () => Value): Value {
    const found = this.entries.get(key);
    if (found !== undefined) {
      // A Map keeps the order of insertion: what is used goes to its end.
      this.entries.delete(key);
      this.entries.set(key, found);
      return found;
    }
    const value = make();
    this.entries.set(key, value);
    if (this.entries.size > this.capacity) this.dropOldest();
    return value;
  }

  values(): IterableIterator<Value> {
    return this.entries.values();
  }

  private dropOldest(): void {
    for (const [key, value] of this.entries) {
      this.entries.delete(key);
      this.forget(value);
      return;
    }
  }
}
