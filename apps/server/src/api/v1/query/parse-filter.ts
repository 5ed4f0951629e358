/**
 * Reads the `filter` parameter of REST v1: `NAME::value`, `NAME::value::operator`, phrases joined by `|`.
 * Grammar only: whether a name is a field and a value fits it, `translate-filter` finds out.
 */
import { type LexedPhrase, lexFilter } from './lex-filter.js';
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
  const phrases = lexFilter(text);
  if (phrases.length > maxPhrases) {
    errors.add('filter', `at most ${maxPhrases} phrases, but these are ${phrases.length}.`);
    return [];
  }
  return phrases.flatMap((lexed) => parsePhrase(lexed, errors) ?? []);
}

/** Characters of a phrase that messages repeat: each operand that is wrong has a message, and a phrase may have thousands. */
const maxShown = 200;

/** @returns the phrase as messages show it */
export function shownSource({ source }: Pick<LegacyPhrase, 'source'>): string {
  return source.length > maxShown ? `${source.slice(0, maxShown)}…` : source;
}

function parsePhrase({ source, parts }: LexedPhrase, errors: QueryErrors): LegacyPhrase | undefined {
  const shown = shownSource({ source });
  const [name, value, operator] = parts;
  if (source === '') {
    errors.add('filter', 'a phrase is empty; phrases are separated by a single "|".');
    return undefined;
  }
  if (name === undefined || value === undefined || parts.length > 3) {
    const wanted = 'NAME::value or NAME::value::operator, with "|", ":" and "::" inside a value escaped by a backslash';
    errors.add('filter', `phrase "${shown}" is not of the form ${wanted}.`);
    return undefined;
  }
  const operatorName = operator === undefined ? 'eq' : operator.join(':');
  if (!isOperator(operatorName)) {
    // Operators are too short for a slip to tell which one was meant.
    const known = operators.join(', ');
    errors.add('filter', `phrase "${shown}": "${operatorName}" is not an operator. The operators are ${known}.`);
    return undefined;
  }
  const operands = operatorName === 'in' ? value : [value.join(':')];
  return { name: name.join(':'), operator: operatorName, operands, source };
}

function isOperator(name: string): name is LegacyOperator {
  return operators.some((operator) => operator === name);
}
