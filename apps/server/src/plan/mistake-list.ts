/**
 * Gathers the mistakes of one record body, those of nested items included, within a bound: a body may hold more of them than
 * anybody reads. Pure.
 */
import { suggestion } from '../errors/closest-name.js';
import { type FieldLeaf, unlisted } from './mistakes.js';

/** Mistakes that are told one by one. */
const maxListed = 100;

/** Unknown names for which the one that was meant is looked for; each is compared with every name there is. */
const maxSuggestions = 10;

export class MistakeList {
  private readonly listed: FieldLeaf[] = [];
  private unlistedCount = 0;
  private suggestionsLeft = maxSuggestions;

  add(mistake: FieldLeaf): void {
    if (this.listed.length < maxListed) this.listed.push(mistake);
    else this.unlistedCount += 1;
  }

  /**
   * @param names asked for only when they are compared
   * @returns ` Did you mean "x"?` when a name is close and few were looked for yet, else ''
   */
  suggest(given: string, names: () => Iterable<string>): string {
    if (this.suggestionsLeft === 0) return '';
    this.suggestionsLeft -= 1;
    return suggestion(given, names());
  }

  /** @returns the mistakes in the order found; after 100 of them the last one says how many more there are */
  all(): FieldLeaf[] {
    return this.unlistedCount > 0 ? [...this.listed, unlisted(this.unlistedCount)] : [...this.listed];
  }
}
