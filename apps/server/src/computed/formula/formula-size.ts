/**
 * How long, wide and deep a formula may be: what the parser and the evaluation can take, with room to spare.
 */
import type { IToken } from 'chevrotain';
import { type Expression, partsOf } from './formula.js';
import { FormulaError } from './formula-error.js';
import { Close, Open } from './lex-formula.js';

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
