/**
 * Chooses, round by round, which changes are made next, and remembers what was refused. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { pathText } from '../yaml/placed-yaml.js';
import { type Change, changeText } from './change.js';
import type { Comparison } from './compare-schema.js';
import { KnownFields } from './known-fields.js';
import { bringsOf, needsOfChange, needsOfField, readyChanges } from './next-changes.js';
import { lacksPlaceOf, prefixesOf, type SchemaMistake } from './schema-mistakes.js';
import { toldOnce, untie } from './twins.js';

export class ChangeRounds {
  readonly mistakes: SchemaMistake[] = [];
  /** What the refused changes would have brought. */
  private readonly missing = new Set<string>();
  private readonly made = new Set<string>();

  constructor(private readonly removes: boolean) {}

  /** @returns changes that can be made together; none: the end */
  next(comparison: Comparison, catalog: Catalog): Change[] {
    const { changes, file, space } = comparison;
    const known = new KnownFields(catalog, file, space);
    const needsOf = (change: Change) => needsOfChange(change, file, known);
    this.noteWrong(comparison);
    const wanted = toldOnce(changes.filter((change) => isOwnChange(change, comparison)));
    this.noteKeptOtherwise(wanted);
    const possible = wanted.filter(
      (change) => ![bringsOf(change), ...needsOf(change)].some((need) => this.missing.has(need)),
    );
    const ready = readyChanges(possible, needsOf);
    // When each waits for another one, the rules of records say what is wrong with them.
    if (possible.length > 0) return ready.length > 0 ? ready : possible;
    if (!this.removes || this.mistakes.length > 0) return [];
    return this.nextRemovals(comparison, known);
  }

  learnMade(change: Change): void {
    this.made.add(signature(change));
  }

  learnRefused(change: Change, mistakes: readonly SchemaMistake[]): void {
    this.missing.add(bringsOf(change));
    this.mistakes.push(...mistakes);
  }

  /** What the file says wrong is not tried, nor what needs it; the rest shows what else is wrong. */
  private noteWrong({ changes, mistakes }: Comparison): void {
    this.mistakes.push(...mistakes.filter(lacksPlaceOf(this.mistakes)));
    const isApart = lacksPlaceOf(mistakes);
    const places = new Set(mistakes.map(({ path }) => pathText(path)));
    for (const change of changes) {
      const isInside = prefixesOf(change.path).some((prefix) => places.has(prefix));
      if (isInside || !isApart(change)) this.missing.add(bringsOf(change));
    }
  }

  /** What was written and still differs is kept by the space in another form. */
  private noteKeptOtherwise(changes: readonly Change[]): void {
    for (const change of changes.filter((one) => this.made.has(signature(one)))) {
      if (this.missing.has(bringsOf(change))) continue;
      const kept = Object.entries(change.members).map(([name, { from }]) => `${name}: ${JSON.stringify(from ?? null)}`);
      const message = `the space keeps this in another form; write it as ${kept.join(', ')}`;
      this.learnRefused(change, [{ path: change.path, message }]);
    }
  }

  /** What others need goes after them, a kind after its fields. */
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
