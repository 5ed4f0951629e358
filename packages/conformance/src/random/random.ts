/**
 * Random choices that a seed repeats exactly. Not for secrets.
 */
export class Random {
  private state: [number, number, number, number];

  /** @param seed any text; the same text gives the same choices */
  constructor(seed: string) {
    this.state = spread(seed);
    for (let round = 0; round < 16; round += 1) this.next();
  }

  /** A number from 0, included, to 1, excluded. */
  fraction(): number {
    return this.next() / 2 ** 32;
  }

  /** A whole number, both bounds included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  /** @param probability from 0 (never) to 1 (always) */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** @throws RangeError when there is nothing to pick from */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** @returns a new list of the same items in another order */
  shuffle<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, rank: this.fraction() }))
      .sort((left, right) => left.rank - right.rank)
      .map(({ item }) => item);
  }

  /** One step of sfc32: 32 random bits. */
  private next(): number {
    const [a, b, c, counter] = this.state;
    const sum = (((a + b) | 0) + counter) | 0;
    this.state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + sum) | 0, (counter + 1) | 0];
    return sum >>> 0;
  }
}

/** Four words from a text, each by FNV-1a with a start of its own. */
function spread(seed: string): [number, number, number, number] {
  const word = (start: number) => {
    let hash = start;
    for (const byte of Buffer.from(seed, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193);
    return hash | 0;
  };
  return [word(0x811c9dc5), word(0x9e3779b9), word(0x85ebca6b), 1];
}
