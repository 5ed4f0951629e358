/**
 * A map of bounded weight that forgets what was not used for longest.
 */
export interface KeepOptions<Key, Value> {
  /** What the entries kept may weigh together. */
  readonly capacity: number;
  /** What an entry weighs; 1 unless given. */
  readonly weigh?: (key: Key, value: Value) => number;
  /** Told of what is dropped. */
  readonly forget?: (value: Value) => void;
}

export class LeastRecentlyUsed<Key, Value> {
  private readonly entries = new Map<Key, Value>();
  private weight = 0;

  constructor(private readonly options: KeepOptions<Key, Value>) {}

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
    this.weight += this.weigh(key, value);
    this.dropOldest(key);
    return value;
  }

  /** Forgets an entry before its time, if it is there. */
  drop(key: Key): void {
    const value = this.entries.get(key);
    if (value !== undefined) this.remove(key, value);
  }

  values(): IterableIterator<Value> {
    return this.entries.values();
  }

  private weigh(key: Key, value: Value): number {
    return this.options.weigh?.(key, value) ?? 1;
  }

  /** The newest stays, whatever it weighs: it is about to be used. */
  private dropOldest(newest: Key): void {
    for (const [key, value] of this.entries) {
      if (this.weight <= this.options.capacity || key === newest) return;
      this.remove(key, value);
    }
  }

  private remove(key: Key, value: Value): void {
    this.entries.delete(key);
    this.weight -= this.weigh(key, value);
    this.options.forget?.(value);
  }
}
