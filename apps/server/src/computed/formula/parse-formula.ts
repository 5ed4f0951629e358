/**
 * Reads the text of a formula. Knows its grammar and its functions; fields and types are `check-formula`'s business.
 *
 *     comparison = sum [("=" | "<>" | "<" | "<=" | ">" | ">=") sum]
 *     sum        = product {("+" | "-") product}
 *     product    = signed {("*" | "/") signed}
 *     signed     = {"-"} operand
 *     operand    = number | text | field | "TRUE" | "FALSE" | name "(" [comparison {"," comparison}] ")" | "(" comparison ")"
 */
import type { IParserErrorMessageProvider, IToken, ParserMethod, TokenType } from 'chevrotain';
import { suggestion } from '../../errors/closest-name.js';
import { isStorableText } from '../../plan/values/operand.js';
import { EmbeddedActionsParser } from '../../request/chevrotain.js';
import {
  type Calculation,
  type Comparison,
  type Expression,
  type Formula,
  type FunctionShape,
  functions,
  isFunctionName,
} from './formula.js';
import { FormulaError } from './formula-error.js';
import {
  Close,
  Comma,
  Comparator,
  checkLength,
  checkParentheses,
  checkSize,
  Factor,
  Field,
  lexFormula,
  Minus,
  Name,
  NumberLiteral,
  Open,
  Plus,
  TextLiteral,
  tokenTypes,
} from './lex-formula.js';

/** Digits of a number before and behind the point at most. */
const maxWholeDigits = 14;
const maxPlaces = 12;

/**
 * @returns the formula as a tree; pure
 * @throws FormulaError for what is no formula, a function that there is not, a wrong number of operands, and what is too long
 * @spec formulas.md, Grammar
 */
export function parseFormula(text: string): Formula {
  checkLength(text);
  const tokens = lexFormula(text);
  checkParentheses(tokens);
  parser.input = tokens;
  const root = parser.formula();
  const [error] = parser.errors;
  if (error)
    throw new FormulaError(
      error.message,
      Number.isNaN(error.token.startOffset) ? text.length : error.token.startOffset,
    );
  checkSize(root);
  return { text, root };
}

/** What each rejection of the grammar says. */
const errorMessageProvider: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected, actual }) =>
    asFunction(actual) ?? `${expected.LABEL ?? expected.name} is missing before ${shown(actual)}.`,
  buildNoViableAltMessage: ({ actual: [actual] }) =>
    `a value is missing before ${shown(actual)}: a number, a text, a field (#api_name), a function or something in parentheses.`,
  buildNotAllInputParsedMessage({ firstRedundant: token }) {
    if (token.tokenType === Comparator) return 'a comparison cannot be compared again. Write AND(a < b, b < c).';
    if (token.tokenType === Comma) return 'a comma is only allowed between operands. A number has a point, as in 1.5.';
    return asFunction(token) ?? `${shown(token)} does not belong here. Put an operator before it, or leave it out.`;
  },
  buildEarlyExitMessage: ({ actual: [actual] }) => `${shown(actual)} does not belong here.`,
};

/** @returns how conditions are joined, for a token that other languages write between them; undefined for any other one */
function asFunction({ image }: IToken): string | undefined {
  const call = { AND: 'AND(a, b)', OR: 'OR(a, b)', NOT: 'NOT(a)' }[image.toUpperCase()];
  return call && `AND, OR and NOT are written as functions: ${call}.`;
}

function shown(token: IToken | undefined): string {
  return token && token.image !== '' ? `"${token.image}"` : 'the end';
}

class FormulaParser extends EmbeddedActionsParser {
  constructor() {
    super(tokenTypes, { errorMessageProvider });
    this.performSelfAnalysis();
  }

  readonly formula: ParserMethod<[], Expression> = this.RULE('formula', () => this.SUBRULE(this.comparison));

  private readonly comparison: ParserMethod<[], Expression> = this.RULE('comparison', () => {
    let left = this.SUBRULE(this.sum);
    this.OPTION(() => {
      const token = this.CONSUME(Comparator);
      const right = this.SUBRULE2(this.sum);
      left = { kind: 'comparison', at: token.startOffset, operator: token.image as Comparison, left, right };
    });
    return left;
  });

  private readonly sum: ParserMethod<[], Expression> = this.RULE('sum', () => {
    let left = this.SUBRULE(this.product);
    this.MANY(() => {
      const token = this.OR([{ ALT: () => this.CONSUME(Plus) }, { ALT: () => this.CONSUME(Minus) }]);
      left = calculation(token, left, this.SUBRULE2(this.product));
    });
    return left;
  });

  private readonly product: ParserMethod<[], Expression> = this.RULE('product', () => {
    let left = this.SUBRULE(this.signed);
    this.MANY(() => {
      const token = this.CONSUME(Factor);
      left = calculation(token, left, this.SUBRULE2(this.signed));
    });
    return left;
  });

  private readonly signed: ParserMethod<[], Expression> = this.RULE('signed', () => {
    const signs: IToken[] = [];
    this.MANY(() => signs.push(this.CONSUME(Minus)));
    const operand = this.SUBRULE(this.operand);
    return signs.reduceRight<Expression>((part, sign) => ({ kind: 'negation', at: sign.startOffset, part }), operand);
  });

  private readonly operand: ParserMethod<[], Expression> = this.RULE('operand', () =>
    this.OR([
      { ALT: () => this.literal(NumberLiteral, number) },
      { ALT: () => this.literal(TextLiteral, text) },
      { ALT: () => this.literal(Field, field) },
      { ALT: () => this.SUBRULE(this.named) },
      { ALT: () => this.SUBRULE(this.group) },
    ]),
  );

  /** The parser is first run without a text, to learn its own grammar: then there is no token to look at. */
  private literal(type: TokenType, read: (token: IToken) => Expression): Expression {
    const token = this.CONSUME(type);
    return this.ACTION(() => read(token));
  }

  private readonly named: ParserMethod<[], Expression> = this.RULE('named', () => {
    const name = this.CONSUME(Name);
    const operands: Expression[] = [];
    let isCall = false;
    this.OPTION(() => {
      this.CONSUME(Open);
      isCall = true;
      this.MANY_SEP({ SEP: Comma, DEF: () => operands.push(this.SUBRULE(this.comparison)) });
      this.CONSUME(Close);
    });
    return this.ACTION(() => (isCall ? call(name, operands) : constant(name)));
  });

  private readonly group: ParserMethod<[], Expression> = this.RULE('group', () => {
    this.CONSUME(Open);
    const inner = this.SUBRULE(this.comparison);
    this.CONSUME(Close);
    return inner;
  });
}

const parser = new FormulaParser();

function calculation(token: IToken, left: Expression, right: Expression): Expression {
  return { kind: 'calculation', at: token.startOffset, operator: token.image as Calculation, left, right };
}

function number({ image, startOffset: at }: IToken): Expression {
  const [whole = '', places = ''] = image.split('.');
  if (whole.replace(/^0+/, '').length > maxWholeDigits || places.length > maxPlaces) {
    throw new FormulaError(
      `a number has at most ${maxWholeDigits} digits before the point and ${maxPlaces} behind it.`,
      at,
    );
  }
  return { kind: 'number', at, decimal: image };
}

function text({ image, startOffset: at }: IToken): Expression {
  const text = image.slice(1, -1).replaceAll('""', '"');
  if (!isStorableText(text)) {
    throw new FormulaError('this text has a character that cannot be stored: U+0000, or half of a surrogate pair.', at);
  }
  return { kind: 'text', at, text };
}

function field({ image, startOffset: at }: IToken): Expression {
  return { kind: 'field', at, name: image.slice(1) };
}

function constant({ image, startOffset: at }: IToken): Expression {
  const name = image.toUpperCase();
  if (name === 'TRUE' || name === 'FALSE') return { kind: 'boolean', at, isTrue: name === 'TRUE' };
  const remedy = isFunctionName(name)
    ? `a call of it looks like ${functions[name].example}.`
    : `a field is written #${image}, a text in double quotes, a function as ${functions.IF.example}.`;
  throw new FormulaError(`"${image}" is not a value: ${remedy}`, at);
}

function call({ image, startOffset: at }: IToken, operands: readonly Expression[]): Expression {
  const name = image.toUpperCase();
  if (!isFunctionName(name)) {
    const names = Object.keys(functions);
    const meant = suggestion(image, names) || ` There are ${names.join(', ')}.`;
    throw new FormulaError(`there is no function "${image}".${meant}`, at);
  }
  const { fewest, most, example }: FunctionShape = functions[name];
  if (operands.length < fewest || operands.length > most) {
    const wanted = `${fewest === most ? '' : 'at least '}${fewest} operand${fewest === 1 ? '' : 's'}`;
    throw new FormulaError(`${name} takes ${wanted}, not ${operands.length}: ${example}.`, at);
  }
  return { kind: 'call', at, name, operands };
}
