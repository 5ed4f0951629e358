/**
 * Cuts the text of a REST v1 filter into phrases, their parts and the pieces of each part, undoing the escapes.
 * Knows neither operators nor names: what a part means is `parse-filter`'s business.
 *
 * `|` ends a phrase, `::` a part and a single `:` a piece. A backslash takes the meaning from what follows it: `\|`,
 * `\:`, `\::` and `\\` represent `|`, `:`, `::` and `\`. Before anything else a backslash is a plain character, because
 * callers that escape nothing send Windows paths too.
 */

/** One phrase; `parts[0]` is the name. */
export interface LexedPhrase {
  /** The phrase as it was written, for error messages. */
  readonly source: string;
  /** At least one part, each of at least one piece; pieces joined by `:` give the text of the part. */
  readonly parts: readonly (readonly string[])[];
}

/**
 * @param text the whole filter, already percent-decoded
 * @returns one phrase more than there are unescaped `|`; pure
 */
export function lexFilter(text: string): LexedPhrase[] {
  const phrases: LexedPhrase[] = [];
  let start = 0;
  while (start <= text.length) {
    const { phrase, end } = lexPhrase(text, start);
    phrases.push(phrase);
    start = end + 1;
  }
  return phrases;
}

/** Reads from `start` to the next unescaped `|` or the end of the text, whose place is `end`. */
function lexPhrase(text: string, start: number): { phrase: LexedPhrase; end: number } {
  const parts: string[][] = [];
  let pieces: string[] = [];
  let piece = '';
  let at = start;
  while (at < text.length && text[at] !== '|') {
    const escaped = escapedLength(text, at);
    if (escaped > 0) {
      piece += text.slice(at + 1, at + 1 + escaped);
      at += 1 + escaped;
    } else if (text[at] === ':') {
      pieces.push(piece);
      piece = '';
      if (text[at + 1] === ':') {
        parts.push(pieces);
        pieces = [];
        at += 2;
      } else {
        at += 1;
      }
    } else {
      piece += text[at];
      at += 1;
    }
  }
  pieces.push(piece);
  parts.push(pieces);
  return { phrase: { source: text.slice(start, at), parts }, end: at };
}

/**
 * How many characters after the backslash at `at` it makes plain; 0 when there is no backslash or it escapes nothing.
 * Of a run of colons it takes two when the run is even and one when it is odd: what is left over is then whole
 * separators, so that both `a\::` (an escaped `::`) and `a\:::eq` (a value that ends in a colon) read as they were
 * meant.
 */
function escapedLength(text: string, at: number): number {
  if (text[at] !== '\\') {
    return 0;
  }
  const next = text[at + 1];
  if (next === '|' || next === '\\') {
    return 1;
  }
  let colons = 0;
  while (text[at + 1 + colons] === ':') {
    colons += 1;
  }
  if (colons === 0) {
    return 0;
  }
  return colons % 2 === 0 ? 2 : 1;
}
