/**
 * A long text with some of its places changed, put together without copying what stays. Pure.
 */

/** The characters from `start` on and before `end` give way to `text`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * @param edits in any order; none overlaps another
 * @param from where the part of the text begins that is wanted, outside of every edit
 * @param to where it ends
 */
export function editText(text: string, edits: readonly Edit[], from = 0, to = text.length): string {
  const wanted = edits.filter(({ start, end }) => start >= from && end <= to).sort((a, b) => a.start - b.start);
  let [edited, done] = ['', from];
  for (const { start, end, text: replacement } of wanted) {
    // Slices of a long text and sums of texts refer to their parts: the engine copies them when they are sent.
    edited += text.slice(done, start) + replacement;
    done = end;
  }
  return edited + text.slice(done, to);
}
