/**
 * Content that is stored before the transaction that writes its record: storing takes its time, and a transaction must not wait for
 * it. The body has a token in its place, by which the entity type's rule finds what it needs.
 */
import type { TakenFile } from '../../files/take-file.js';

export interface StagedContent {
  /** Undefined: what was sent is not content; nothing is stored. */
  readonly file: TakenFile | undefined;
  /** Key of the file that it takes the place of; set by the rule. */
  replaces?: string;
}

/** The contents of one write, by token. Tokens are keys of files or made like them, which nobody can guess. */
export type StagedContents = ReadonlyMap<string, StagedContent>;
