/**
 * Who asks: a key of one space that has been checked, and which texts are ids of spaces.
 */
import type { Rights } from '../rights/rights.js';

export interface Principal {
  /** The one space that the key may enter. */
  readonly space: string;
  /** The key's token; never its password. */
  readonly token: string;
  readonly rights: Rights;
  /** Id of the user (`Client`) on whose behalf the key asks; null: it speaks for no user. */
  readonly client: string | null;
  /** It was opened by the password before a rotation. Left out: false. */
  readonly byOldPassword?: true;
  /** It may no more than that user: its rights are those of a request (`withUserRights`). Left out: false. */
  readonly asUser?: boolean;
}

// What can name a space.

/** @returns whether the text is a slug of 1 to 63 small letters, digits, `_` and `-`, as uuids are too */
export function isSpaceId(text: string): boolean {
  return /^[a-z0-9_-]{1,63}$/.test(text);
}
