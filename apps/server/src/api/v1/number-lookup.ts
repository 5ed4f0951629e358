/**
 * Looks up the numbers of users and units in a body: those that are asked for side by side with one statement.
 */

/** @returns the ids of those that there are, by number */
type FindIds = (entityType: string, numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>;

export class NumberLookup {
  /** What the next statement looks up, by entity type. */
  private readonly next = new Map<string, { readonly numbers: Set<number>; readonly ids: ReturnType<FindIds> }>();

  constructor(private readonly findIds: FindIds) {}

  /** @returns the uuid of the record of a numbered entity type; undefined when none has the number */
  async find(entityType: string, number: number): Promise<string | undefined> {
    let wanted = this.next.get(entityType);
    if (wanted === undefined) {
      const numbers = new Set<number>();
      wanted = { numbers, ids: this.findLater(entityType, numbers) };
      this.next.set(entityType, wanted);
    }
    wanted.numbers.add(number);
    return (await wanted.ids).get(number);
  }

  /** By then all rows of a list have asked. */
  private async findLater(entityType: string, numbers: ReadonlySet<number>): ReturnType<FindIds> {
    await new Promise((resolve) => setImmediate(resolve));
    this.next.delete(entityType);
    return this.findIds(entityType, [...numbers]);
  }
}
