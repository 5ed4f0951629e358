/**
 * Reads the `filter` parameter of REST v1: `NAME::value`, `NAME::value::operator`, phrases joined by `|`.
 * Grammar only: whether a name is a field and a value fits it, `translate-filter` finds out.
 */
import type { QueryErrors } from './query-errors.js';

const operators = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'll', 'rl', 'fl', 'in'] as const;

/** The closed set of comparisons of REST v1; `ll`, `rl` and `fl` are `value%`, `%value` and `%value%`. */
export type LegacyOperator = (typeof operators)[number];

/** One comparison as written. All phrases of a filter must hold. */
export interface LegacyPhrase {
  readonly name: string;
  readonly operator: LegacyOperator;
  /** Exactly one, save for `in`, which has one or several. An empty text means "no value". */
  readonly operands: readonly string[];
  /** The phrase as written, for error messages. */
  readonly source: string;
  /** Its place among the phrases: 1 for the first one. */
  readonly place: number;
}

/** No filter holds more conditions. */
const maxPhrases = 200;

/**
 * @param text the parameter, percent-decoded; an empty text is no filter
 * @param errors takes every phrase that does not follow the grammar, or one error for more than 200 phrases
 * @returns the phrases that do, in order
 * @spec interface, Legacy REST v1: filter, operators, escaping
 */
export function parseFilter(text: string, errors: QueryErrors): LegacyPhrase[] {
  if (text === '') {
    return [];
  }
  const phrases = lexFilter(text, maxPhrases + 1);
  if (phrases.length > maxPhrases) {
    errors.add('filter', `at most ${maxPhrases} phrases, but these are more.`);
    return [];
  }
  return phrases.flatMap((lexed, index) => parsePhrase(lexed, index + 1, errors) ?? []);
}

/** Characters of a phrase that messages repeat: each operand that is wrong has a message, and a phrase may have thousands. */
const maxShown = 200;

/** @returns the phrase as messages name it: `phrase 2 "A::1"` */
export function shownPhrase({ source, place }: Pick<LegacyPhrase, 'source' | 'place'>): string {
  return `phrase ${place} "${source.length > maxShown ? `${source.slice(0, maxShown)}…` : source}"`;
}

function parsePhrase({ source, parts }: LexedPhrase, place: number, errors: QueryErrors): LegacyPhrase | undefined {
  const shown = shownPhrase({ source, place });
  const [name, value, operator] = parts;
  if (source === '') {
    errors.add('filter', `phrase ${place} is empty; phrases are separated by a single "|".`);
    return undefined;
  }
  if (name === undefined || value === undefined || parts.length > 3) {
    const wanted = 'NAME::value or NAME::value::operator, with "|", ":" and "::" inside a value escaped by a backslash';
    errors.add('filter', `${shown} is not of the form ${wanted}.`);
    return undefined;
  }
  const operatorName = operator === undefined ? 'eq' : operator.join(':');
  if (!isOperator(operatorName)) {
    // Operators are too short for a slip to tell which one was meant.
    const known = operators.join(', ');
    errors.add('filter', `${shown}: "${operatorName}" is not an operator. The operators are ${known}.`);
    return undefined;
  }
  const operands = operatorName === 'in' ? value : [value.join(':')];
  return { name: name.join(':'), operator: operatorName, operands, source, place };
}

function isOperator(name: string): name is LegacyOperator {
  return operators.some((operator) => operator === name);
}

// Cuts the text of a REST v1 filter into phrases, their parts and the pieces of each part, undoing the escapes.
// Knows neither operators nor names: what a part means, `parseFilter` finds out.
// `|` ends a phrase, `::` a part and a single `:` a piece. A backslash takes the meaning from what follows it: `\|`,
// `\:`, `\::` and `\\` represent `|`, `:`, `::` and `\`. Before anything else a backslash is a plain character, because
// callers that escape nothing send Windows paths too.

/** One phrase; `parts[0]` is the name. */
interface LexedPhrase {
  /** The phrase as it was written, for error messages. */
  readonly source: string;
  /** At least one part, each of at least one piece; pieces joined by `:` give the text of the part. */
  readonly parts: readonly (readonly string[])[];
}

/**
 * @param text the whole filter, already percent-decoded
 * @param most phrases; what follows them is not read
 * @returns one phrase more than there are unescaped `|`; pure
 */
export function lexFilter(text: string, most = Number.POSITIVE_INFINITY): LexedPhrase[] {
  const phrases: LexedPhrase[] = [];
  let start = 0;
  while (start <= text.length && phrases.length < most) {
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
