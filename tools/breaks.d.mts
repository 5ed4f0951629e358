/** The types of breaks.mjs. */

export interface Break {
  readonly id: string;
  /** Below apps/server/src; holds `find` exactly once. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files below apps/server, one of which must fail. */
  readonly tests: readonly string[];
  /** Variables that the tests are run with. */
  readonly env?: Readonly<Record<string, string>>;
}

export function readBreaks(): readonly Break[];
export function problemsOf(one: Break): readonly string[];
