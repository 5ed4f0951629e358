/**
 * Ties the parts of a box or of a tab together, by a formula or by one operator. Pure.
 */

import type { IParserErrorMessageProvider, IToken, ParserMethod } from 'chevrotain';
import { suggestion } from '../../errors/closest-name.js';
import { parameterError } from '../../errors/parameter-error.js';
import { createToken, EmbeddedActionsParser, Lexer } from '../../request/chevrotain.js';
import type { Filter } from '../../request/filter.js';

/** A rule, or a box. */
export interface Part {
  readonly id: string | null;
  /** Null when it is switched off: then the rest holds as if it were not there. */
  readonly filter: Filter | null;
}

/** A formula, and where the caller wrote it. */
export interface Ties {
  readonly formula: string | null;
  /** What ties the parts when there is no formula. */
  readonly otherwise: 'and' | 'or';
  readonly at: string;
  /** What the parts are called in messages: `rule`. */
  readonly partName: string;
}

/**
 * @returns null when nothing is left that could fail
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid formula, one that names a part that there is not, or leaves one out
 */
export function combineParts(parts: readonly Part[], ties: Ties): Filter | null {
  if (ties.formula === null)
    return tie(
      ties.otherwise,
      parts.map(({ filter }) => filter),
    );
  const formula = parsed(ties.formula, ties.at);
  const named = new Set<Part>();
  const combined = combine(formula, (name) => {
    const part = partNamed(parts, name, ties);
    named.add(part);
    return part.filter;
  });
  const left = parts.findIndex((part) => !named.has(part));
  if (left >= 0) {
    const problem = `does not name ${ties.partName} ${parts[left]?.id ?? left + 1}; name all of them`;
    throw parameterError(ties.at, problem);
  }
  return combined;
}

function parsed(text: string, at: string): BoxFormula {
  try {
    return parseBoxFormula(text);
  } catch (error) {
    if (error instanceof BoxFormulaError) throw parameterError(at, error.message);
    throw error;
  }
}

function combine(formula: BoxFormula, filterOf: (name: string) => Filter | null): Filter | null {
  switch (formula.kind) {
    case 'name':
      return filterOf(formula.name);
    case 'not': {
      const filter = combine(formula.part, filterOf);
      return filter && { kind: 'not', filter };
    }
    default:
      return tie(
        formula.kind,
        formula.parts.map((part) => combine(part, filterOf)),
      );
  }
}

function tie(kind: 'and' | 'or', filters: readonly (Filter | null)[]): Filter | null {
  const active = filters.filter((filter) => filter !== null);
  return active.length > 1 ? { kind, filters: active } : (active[0] ?? null);
}

function partNamed(parts: readonly Part[], name: string, { at, partName }: Ties): Part {
  const wanted = name.toLowerCase();
  const part =
    parts.find(({ id }) => id?.toLowerCase() === wanted) ??
    (/^\d{1,4}$/.test(name) ? parts[Number(name) - 1] : undefined);
  if (part) return part;
  const ids = parts.flatMap(({ id }) => (id === null ? [] : [id]));
  const hint = suggestion(name, ids) || ` There are ${parts.length}, counted from 1.`;
  throw parameterError(at, `there is no ${partName} "${name}"`, hint);
}

/**
 * Reads the text that ties the parts of a filter together. Knows its grammar only; what the names mean is the caller's business.
 *
 *     formula = both {"OR" both}
 *     both    = single {"AND" single}
 *     single  = {"NOT"} (name | "(" formula ")")
 *     name    = an id or a position, in double quotes if it has blanks or parentheses, or is one of the words
 */
type BoxFormula =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'not'; readonly part: BoxFormula }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly BoxFormula[] };

/** What is wrong with a formula, for an error message. */
class BoxFormulaError extends Error {}

/** Characters of a formula at most: some hundred names. */
const maxLength = 4000;
/** How deep parentheses and negations may be nested: as deep as filters of the other interfaces. */
const maxDepth = 12;

const Blank = createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true });
const Name = createToken({ name: 'Name', label: 'an id or a position', pattern: /[^\s()"]+/ });
const Quoted = createToken({ name: 'Quoted', label: 'an id', pattern: /"[^"]+"/, line_breaks: true });
const And = createToken({ name: 'And', label: '"AND"', pattern: /and/i, longer_alt: Name });
const Or = createToken({ name: 'Or', label: '"OR"', pattern: /or/i, longer_alt: Name });
const Not = createToken({ name: 'Not', label: '"NOT"', pattern: /not/i, longer_alt: Name });
const Open = createToken({ name: 'Open', label: '"("', pattern: '(' });
const Close = createToken({ name: 'Close', label: '")"', pattern: ')' });

const tokenTypes = [Blank, And, Or, Not, Name, Quoted, Open, Close];
const lexer = new Lexer(tokenTypes, { positionTracking: 'onlyOffset' });

/**
 * @returns the formula as a tree
 * @throws BoxFormulaError for what is no formula, and what is too long or too deep
 */
function parseBoxFormula(text: string): BoxFormula {
  if (text.length > maxLength) throw new BoxFormulaError(`a formula has at most ${maxLength} characters`);
  const { tokens, errors } = lexer.tokenize(text);
  const [unknown] = errors;
  if (unknown) {
    throw new BoxFormulaError(`the double quote at ${unknown.offset + 1} belongs to no id, as in "my id"`);
  }
  if (tokens.length === 0) throw new BoxFormulaError('is empty; name all parts, as in "1 AND 2", or leave it out');
  checkDepth(tokens);
  parser.input = tokens;
  const formula = parser.formula();
  const [error] = parser.errors;
  if (error) throw new BoxFormulaError(error.message);
  return formula;
}

/** Asked before the parser goes as deep. */
function checkDepth(tokens: readonly IToken[]): void {
  let depth = 0;
  for (const { tokenType } of tokens) {
    if (tokenType === Open) depth += 1;
    if (tokenType === Close) depth -= 1;
    if (depth > maxDepth) throw new BoxFormulaError(`parentheses may be nested at most ${maxDepth} deep`);
  }
}

const errorMessageProvider: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected, actual }) =>
    `${expected.LABEL ?? expected.name} is missing before ${shown(actual)}`,
  buildNoViableAltMessage: missingPart,
  buildNotAllInputParsedMessage: ({ firstRedundant }) =>
    `${shown(firstRedundant)} does not belong here; put AND or OR before it`,
  buildEarlyExitMessage: missingPart,
};

function missingPart({ actual: [actual] }: { readonly actual: readonly IToken[] }): string {
  return `an id, a position or something in parentheses is missing before ${shown(actual)}`;
}

function shown(token: IToken | undefined): string {
  return token && token.image !== '' ? `"${token.image}"` : 'the end';
}

class BoxFormulaParser extends EmbeddedActionsParser {
  constructor() {
    super(tokenTypes, { errorMessageProvider });
    this.performSelfAnalysis();
  }

  readonly formula: ParserMethod<[], BoxFormula> = this.RULE('formula', () => {
    const parts: BoxFormula[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: Or, DEF: () => parts.push(this.SUBRULE(this.both)) });
    return group('or', parts);
  });

  private readonly both: ParserMethod<[], BoxFormula> = this.RULE('both', () => {
    const parts: BoxFormula[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: And, DEF: () => parts.push(this.SUBRULE(this.single)) });
    return group('and', parts);
  });

  private readonly single: ParserMethod<[], BoxFormula> = this.RULE('single', () => {
    let isOpposite = false;
    this.MANY(() => {
      this.CONSUME(Not);
      isOpposite = !isOpposite;
    });
    const part = this.SUBRULE(this.operand);
    return isOpposite ? opposite(part) : part;
  });

  private readonly operand: ParserMethod<[], BoxFormula> = this.RULE('operand', () =>
    this.OR([
      { ALT: () => this.name(this.CONSUME(Name).image) },
      { ALT: () => this.name(this.CONSUME(Quoted).image.slice(1, -1)) },
      {
        ALT: () => {
          this.CONSUME(Open);
          const inner = this.SUBRULE(this.formula);
          this.CONSUME(Close);
          return inner;
        },
      },
    ]),
  );

  private name(name: string): BoxFormula {
    return { kind: 'name', name };
  }
}

const parser = new BoxFormulaParser();

function opposite(part: BoxFormula): BoxFormula {
  return { kind: 'not', part };
}

function group(kind: 'and' | 'or', parts: readonly BoxFormula[]): BoxFormula {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : { kind, parts };
}
