/**
 * Who comes to have a unique value when many records are written together: as if they were written one after another. Asks no
 * database.
 */
import { notUnique } from '../../plan/mistakes.js';
import type { UniqueValue } from './check-draft.js';
import { type Draft, keptDrafts } from './draft.js';
import type { Settlement } from './settlement.js';

export class UniqueValues {
  /** Values taken, with entity type and field. */
  private readonly takers = new Set<string>();
  /** Records written earlier, by id. */
  private readonly written = new Map<string, Draft>();

  constructor(private readonly settlement: Settlement) {}

  /**
   * Adds a mistake for each value of a draft or its rows that another record has, or takes in this write.
   * @returns whether a record that is written earlier gives such a value up: the draft can only be written after it
   */
  mustWait(root: Draft): boolean {
    let waits = false;
    const own = new Set<string>();
    for (const draft of keptDrafts(root)) {
      for (const unique of this.settlement.uniqueOf(draft)) {
        const key = keyOf(draft, unique);
        const isTaken = this.takers.has(key) || own.has(key);
        own.add(key);
        const holder = isTaken ? null : this.settlement.found(unique.holder);
        if (holder !== null && this.isGivenUp(holder, unique.field)) waits = true;
        else if (isTaken || holder !== null) draft.mistakes.push(notUnique(unique.field, unique.value));
      }
    }
    return waits;
  }

  /** Notes a record that will be written. */
  take(root: Draft): void {
    for (const draft of keptDrafts(root)) {
      for (const unique of this.settlement.uniqueOf(draft)) this.takers.add(keyOf(draft, unique));
      this.written.set(draft.id, draft);
    }
  }

  private isGivenUp(holder: string, field: string): boolean {
    const draft = this.written.get(holder);
    return draft !== undefined && (draft.act === 'delete' || draft.changes(field));
  }
}

function keyOf({ entityType }: Draft, { field, value }: UniqueValue): string {
  return `${entityType.name} ${field} ${JSON.stringify(value)}`;
}
