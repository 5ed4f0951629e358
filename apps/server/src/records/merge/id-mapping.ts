/**
 * Which record replaces which in a merge. Pure data.
 */

export interface Successor {
  /** Id of the record that stays. */
  readonly id: string;
  /** Place of the one that goes among all that become this record, from 1; the record that stays counts as 0. */
  readonly rank: number;
}

export class IdMapping {
  private readonly successors = new Map<string, Successor>();
  private readonly keptIds = new Set<string>();

  /** Adds a record that goes; those that go first fill and lead before those that go later. */
  add(gone: string, kept: string): void {
    this.successors.set(gone, { id: kept, rank: this.successors.size + 1 });
    this.keptIds.add(kept);
  }

  get isEmpty(): boolean {
    return this.successors.size === 0;
  }

  /** Ids of the records that go. */
  get gone(): readonly string[] {
    return [...this.successors.keys()];
  }

  /** Ids of the records that stay. */
  get kept(): readonly string[] {
    return [...this.keptIds];
  }

  /** Ids of the records that go and of those that stay in their place. */
  get all(): readonly string[] {
    return [...this.successors.keys(), ...this.keptIds];
  }

  /** Ids of the records that go, each with the one that stays. */
  get pairs(): readonly (readonly [gone: string, kept: string])[] {
    return [...this.successors].map(([gone, { id }]) => [gone, id]);
  }

  /** The id that stands for a record afterwards: that of its successor, else its own. */
  idOf(id: string): string {
    return this.successors.get(id)?.id ?? id;
  }

  /** 0 for a record that stays. */
  rankOf(id: string): number {
    return this.successors.get(id)?.rank ?? 0;
  }
}
