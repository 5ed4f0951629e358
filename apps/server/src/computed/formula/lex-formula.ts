/**
 * Cuts the text of a formula into tokens.
 */
import type { IToken } from 'chevrotain';
import { createToken, Lexer } from '../../request/chevrotain.js';
import { type Expression, partsOf } from './formula.js';
import { FormulaError } from './formula-error.js';

const Blank = createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true });

export const NumberLiteral = createToken({ name: 'NumberLiteral', label: 'a number', pattern: /\d+(?:\.\d+)?/ });
/** A quote inside is written twice. */
export const TextLiteral = createToken({
  name: 'TextLiteral',
  label: 'a text',
  pattern: /"(?:[^"]|"")*"/,
  line_breaks: true,
});
export const Field = createToken({ name: 'Field', label: 'a field', pattern: /#[A-Za-z_][A-Za-z0-9_]*/ });
export const Name = createToken({ name: 'Name', label: 'a function', pattern: /[A-Za-z_][A-Za-z0-9_]*/ });
export const Open = createToken({ name: 'Open', label: '"("', pattern: '(' });
export const Close = createToken({ name: 'Close', label: '")"', pattern: ')' });
export const Comma = createToken({ name: 'Comma', label: '","', pattern: ',' });
export const Minus = createToken({ name: 'Minus', label: '"-"', pattern: '-' });
export const Plus = createToken({ name: 'Plus', label: '"+"', pattern: '+' });
export const Factor = createToken({ name: 'Factor', label: '"*" or "/"', pattern: /[*/]/ });
export const Comparator = createToken({ name: 'Comparator', label: 'a comparison', pattern: /<>|<=|>=|[<>=]/ });

export const tokenTypes = [
  Blank,
  NumberLiteral,
  TextLiteral,
  Field,
  Name,
  Open,
  Close,
  Comma,
  Minus,
  Plus,
  Factor,
  Comparator,
];

const lexer = new Lexer(tokenTypes, { ensureOptimizations: true, positionTracking: 'onlyOffset' });

/** @throws FormulaError for a character that begins no token */
export function lexFormula(text: string): IToken[] {
  const { tokens, errors } = lexer.tokenize(text);
  const [error] = errors;
  if (error) throw new FormulaError(unknownCharacter(text, error.offset), error.offset);
  return tokens;
}

/** What people write who know another language. */
const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^"/, 'this text does not end. Close it with a double quote; write a double quote inside a text twice.'],
  [/^['‘’“”„`]/, 'texts are in straight double quotes, as in "text".'],
  [/^#/, '"#" is followed by the api_name of a field, as in #cf_amount.'],
  [/^!=/, 'unequal is written <>.'],
  [/^!/, 'negation is written NOT(condition).'],
  [/^&/, 'all of several conditions are written AND(condition, …); texts cannot be joined.'],
  [/^\|/, 'any of several conditions is written OR(condition, …).'],
  [/^[\^%]/, 'a formula calculates with + - * / only.'],
  [
    /^\./,
    'a number is written with a digit before and behind the point, as in 0.5; a field is one of the record itself.',
  ],
  [/^;/, 'operands are separated by commas.'],
];

function unknownCharacter(text: string, offset: number): string {
  const remedy = remedies.find(([pattern]) => pattern.test(text.slice(offset)))?.[1];
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return remedy ?? `the character "${character}" has no meaning in a formula. Texts are in double quotes.`;
}

// How long, wide and deep a formula may be: what the parser and the evaluation can take, with room to spare.

/** Characters of a formula at most. */
export const maxFormulaLength = 4000;
/** Operands, operators and calls of a formula at most. */
export const maxFormulaParts = 200;
/** How deep these, and parentheses, may be in each other. */
export const maxFormulaDepth = 40;

/** @throws FormulaError when there are too many characters */
export function checkLength(text: string): void {
  if (text.length <= maxFormulaLength) return;
  throw new FormulaError(`a formula has at most ${maxFormulaLength} characters.`, maxFormulaLength);
}

/**
 * Asked before the parser goes as deep.
 * @throws FormulaError when parentheses are nested too deeply
 */
export function checkParentheses(tokens: readonly IToken[]): void {
  let depth = 0;
  for (const { tokenType, startOffset } of tokens) {
    if (tokenType === Open) depth += 1;
    if (tokenType === Close) depth -= 1;
    if (depth > maxFormulaDepth) throw tooDeep(startOffset);
  }
}

/** @throws FormulaError when there are too many parts, or they are nested too deeply */
export function checkSize(root: Expression): void {
  let parts = 0;
  const visit = (expression: Expression, depth: number): void => {
    parts += 1;
    if (parts > maxFormulaParts) {
      throw new FormulaError(
        `a formula has at most ${maxFormulaParts} values, operators and calls. Make a formula field of a part of it.`,
        expression.at,
      );
    }
    if (depth > maxFormulaDepth) throw tooDeep(expression.at);
    for (const part of partsOf(expression)) visit(part, depth + 1);
  };
  visit(root, 1);
}

function tooDeep(at: number): FormulaError {
  return new FormulaError(
    `parts of a formula may be nested at most ${maxFormulaDepth} deep; each operator of a chain like a + b + c counts. ` +
      'Use parentheses to split a chain in two, or make a formula field of a part.',
    at,
  );
}
