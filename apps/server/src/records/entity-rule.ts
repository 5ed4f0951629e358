/**
 * A rule that the interface gives one entity type of its own. Each lives in a file under rules/.
 */
import type { Catalog } from '@headwater/catalog';
import type { Lookups } from '../sql/lookups.js';
import type { Draft } from './draft.js';
import type { RowSet } from './row-set.js';

export interface RuleContext {
  readonly catalog: Catalog;
  readonly lookups: Lookups;
  /** `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC: the moment of the write. */
  readonly now: string;
  /** The owned rows that the write sets, and those that a rule wants. */
  readonly rowSets: readonly RowSet[];
}

export interface EntityRule {
  /** The write-only member that brings the content of a file as base64; `complete` finds a token in its place (staged-content.ts). */
  readonly contentMember?: string;
  /** Names the owned relations whose stored rows it needs, although the body does not set them. */
  wantRows?(draft: Draft): readonly string[];
  /** Says which facts it needs; `complete` is called with the same draft once they are known. */
  prepare?(draft: Draft, context: RuleContext): void;
  /** Fills and corrects the draft before it is validated. */
  complete(draft: Draft, context: RuleContext): void;
}
