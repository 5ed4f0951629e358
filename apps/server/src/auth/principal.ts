/**
 * Who asks: a key of one space that has been checked.
 */
export interface Principal {
  /** The one space that the key may enter. */
  readonly space: string;
  /** The key's token; never its password. */
  readonly token: string;
  readonly readOnly: boolean;
  /** Id of the user (`Client`) on whose behalf the key asks; null: it speaks for no user. */
  readonly client: string | null;
}
