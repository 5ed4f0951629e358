/**
 * Chooses, round by round, which changes are made next, and remembers what was rejected. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { pathText } from '../../yaml/located-yaml.js';
import { type Change, changeText } from '../compare/change.js';
import type { Comparison } from '../compare/compare-schema.js';
import { KnownFields } from '../known-fields.js';
import { reportedOnce, untie } from '../paired-fields.js';
import { isApartFrom, prefixesOf, type SchemaError } from '../schema-errors.js';
import { bringsOf, needsOfChange, needsOfField, readyChanges } from './next-changes.js';

export class ChangeRounds {
  readonly errors: SchemaError[] = [];
  /** What the rejected changes would have made. */
  private readonly missing = new Set<string>();
  private readonly made = new Set<string>();

  constructor(private readonly removes: boolean) {}

  /** @returns changes that can be made together; none: the end */
  next(comparison: Comparison, catalog: Catalog): Change[] {
    const { changes, file, space } = comparison;
    const known = new KnownFields(catalog, file, space);
    const needsOf = (change: Change) => needsOfChange(change, file, known);
    this.noteWrong(comparison);
    const wanted = reportedOnce(changes.filter((change) => isOwnChange(change, comparison)));
    this.noteStoredOtherwise(wanted);
    const possible = wanted.filter(
      (change) => ![bringsOf(change), ...needsOf(change)].some((need) => this.missing.has(need)),
    );
    const ready = readyChanges(possible, needsOf);
    // When each waits for another one, the rules of records say what is wrong with them.
    if (possible.length > 0) return ready.length > 0 ? ready : possible;
    if (!this.removes || this.errors.length > 0) return [];
    return this.nextRemovals(comparison, known);
  }

  learnMade(change: Change): void {
    this.made.add(signature(change));
  }

  learnRejected(change: Change, errors: readonly SchemaError[]): void {
    this.missing.add(bringsOf(change));
    this.errors.push(...errors);
  }

  /** What the file says wrong is not tried, nor what needs it; the rest shows what else is wrong. */
  private noteWrong({ changes, errors }: Comparison): void {
    this.errors.push(...errors.filter(isApartFrom(this.errors)));
    const isApart = isApartFrom(errors);
    const places = new Set(errors.map(({ path }) => pathText(path)));
    for (const change of changes) {
      const isInside = prefixesOf(change.path).some((prefix) => places.has(prefix));
      if (isInside || !isApart(change)) this.missing.add(bringsOf(change));
    }
  }

  /** What was written and still differs is stored in another form. */
  private noteStoredOtherwise(changes: readonly Change[]): void {
    for (const change of changes.filter((one) => this.made.has(signature(one)))) {
      if (this.missing.has(bringsOf(change))) continue;
      const stored = Object.entries(change.members).map(
        ([name, { from }]) => `${name}: ${JSON.stringify(from ?? null)}`,
      );
      const message = `the space stores this in another form; write it as ${stored.join(', ')}`;
      this.learnRejected(change, [{ path: change.path, message }]);
    }
  }

  /** What others need is removed after them, a custom entity type after its fields. */
  private nextRemovals({ changes, file, space }: Comparison, known: KnownFields): Change[] {
    const left = changes.filter(
      (change) =>
        change.action === 'remove' && !this.missing.has(bringsOf(change)) && !this.made.has(signature(change)),
    );
    const untied = untie(left, space);
    if (untied.length > 0) return untied;
    const needed = new Set(
      left.flatMap(({ what, name }) => {
        const members = what === 'field' ? space.fields?.find((field) => field.name === name)?.members : undefined;
        return members === undefined ? [] : needsOfField(name, members, file, known);
      }),
    );
    const ready = left.filter((change) => !needed.has(bringsOf(change)));
    return ready.length > 0 ? ready : left;
  }
}

/** Options of a new set are made with its first field. */
function isOwnChange({ action, what, of }: Change, { setOf }: Comparison): boolean {
  return action !== 'remove' && (what !== 'option' || setOf.has(of ?? ''));
}

function signature(change: Change): string {
  return `${changeText(change)} ${JSON.stringify(change.members)}`;
}
