import { describe, expect, it } from 'vitest';
import { type Expression, fieldsOf } from './formula.js';
import { FormulaError } from './formula-error.js';
import { maxFormulaDepth, maxFormulaLength, maxFormulaParts } from './lex-formula.js';
import { parseFormula } from './parse-formula.js';

/** The tree with its operators in front, to see what binds to what. */
function shown(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.decimal;
    case 'text':
      return JSON.stringify(expression.text);
    case 'boolean':
      return String(expression.isTrue);
    case 'field':
      return expression.name;
    case 'negation':
      return `(neg ${shown(expression.part)})`;
    case 'call':
      return `(${[expression.name, ...expression.operands.map(shown)].join(' ')})`;
    default:
      return `(${expression.operator} ${shown(expression.left)} ${shown(expression.right)})`;
  }
}

describe('what is read', () => {
  it.each([
    ['1 + 2 * 3', '(+ 1 (* 2 3))'],
    ['(1 + 2) * 3', '(* (+ 1 2) 3)'],
    ['8 - 4 - 2', '(- (- 8 4) 2)'],
    ['8 / 4 / 2 * #x', '(* (/ (/ 8 4) 2) x)'],
    ['-#a * -2', '(* (neg a) (neg 2))'],
    ['--1', '(neg (neg 1))'],
    ['2-1', '(- 2 1)'],
    ['#a + 1 >= #b * 2', '(>= (+ a 1) (* b 2))'],
    ['#a<>#b', '(<> a b)'],
    ['(#a = #b) = #c', '(= (= a b) c)'],
    ['if(#a > 0, "yes", "no")', '(IF (> a 0) "yes" "no")'],
    ['AND ( True, false )', '(AND true false)'],
    ['"say ""no"" \n"', '"say \\"no\\" \\n"'],
    ['""', '""'],
    ['Round(#cf_Net_2 / 3, 2)', '(ROUND (/ cf_Net_2 3) 2)'],
    ['0.25', '0.25'],
    ['007', '007'],
    ['99999999999999.123456789012', '99999999999999.123456789012'],
  ])('%s', (text, tree) => {
    expect(shown(parseFormula(text).root)).toBe(tree);
  });

  it('names each field once, in the order in which they stand', () => {
    expect(fieldsOf(parseFormula('IF(#b > 1, #a, MIN(#b, -#c)) + #a'))).toEqual(['b', 'a', 'c']);
  });

  it('says where each part stands', () => {
    const { root } = parseFormula(' 1 +  ABS(#a)');
    expect(root).toMatchObject({ at: 3, left: { at: 1 }, right: { at: 6, operands: [{ at: 10 }] } });
  });
});

function errorOf(text: string): FormulaError {
  try {
    parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error(`${text} was not rejected`);
}

describe('what is rejected', () => {
  it.each([
    ['', 1, 'a value is missing before the end'],
    ['1 +', 4, 'a value is missing before the end'],
    ['* 2', 1, 'a value is missing before "*"'],
    ['(1', 3, '")" is missing before the end'],
    ['IF(#a, 1, 2', 12, '")" is missing before the end'],
    ['1)', 2, '")" does not belong here'],
    ['1 2', 3, '"2" does not belong here'],
    ['#a AND #b', 4, 'AND, OR and NOT are written as functions: AND(a, b).'],
    ['#a or (#b)', 4, 'AND, OR and NOT are written as functions: OR(a, b).'],
    ['IF(#a < 1 AND #b > 2, 1, 2)', 11, 'AND, OR and NOT are written as functions: AND(a, b).'],
    ['(#a NOT #b)', 5, 'AND, OR and NOT are written as functions: NOT(a).'],
    ['NOT #a', 1, 'NOT(condition)'],
    ['#a BUT #b', 4, '"BUT" does not belong here. Put an operator before it'],
    ['1,5', 2, 'A number has a point'],
    ['MIN(1,,2)', 7, 'a value is missing before ","'],
    ['1 < 2 < 3', 7, 'AND(a < b, b < c)'],
    ['1 == 2', 4, 'a value is missing before "="'],
    ['1 != 2', 3, 'unequal is written <>'],
    ['#a && #b', 4, 'AND(condition, …)'],
    ["'a'", 1, 'straight double quotes'],
    ['"abc', 1, 'this text does not end'],
    ['"a\0"', 1, 'U+0000'],
    ['"\ud800"', 1, 'surrogate'],
    ['#', 1, 'the api_name of a field'],
    ['#owner.name', 7, 'a field is one of the record itself'],
    ['.5', 1, 'a digit before and behind the point'],
    ['#a; #b', 3, 'separated by commas'],
    ['#a ? 1', 4, 'the character "?" has no meaning'],
    ['amount + 1', 1, 'a field is written #amount'],
    ['IF', 1, 'IF(condition, value, other value)'],
    ['SUM(1, 2)', 1, 'there is no function "SUM". There are IF, AND'],
    ['Rond(1, 2)', 1, 'Did you mean "ROUND"?'],
    ['toString(1)', 1, 'there is no function "toString"'],
    ['1 + IF(#a, 1)', 5, 'IF takes 3 operands, not 2: IF(condition, value, other value).'],
    ['ROUND(1)', 1, 'ROUND takes 2 operands, not 1'],
    ['NOT(TRUE, FALSE)', 1, 'NOT takes 1 operand, not 2'],
    ['AND()', 1, 'AND takes at least 1 operand, not 0'],
    ['100000000000000', 1, 'at most 14 digits before the point'],
    ['0.1234567890123', 1, '12 behind it'],
  ])('%s', (text, position, words) => {
    const { message, ...found } = errorOf(text);
    expect(found.position).toBe(position);
    expect(message).toContain(`At position ${position}: `);
    expect(message).toContain(words);
  });

  it('more than a formula may have', () => {
    expect(errorOf(`1${' '.repeat(maxFormulaLength)}`).problem).toContain('4000 characters');
    const wide = (parts: number) => `MIN(${Array.from({ length: parts - 1 }, () => '1').join(',')})`;
    expect(parseFormula(wide(maxFormulaParts)).root.kind).toBe('call');
    expect(errorOf(wide(maxFormulaParts + 1)).problem).toContain('200 values');
    const chain = (depth: number) => Array.from({ length: depth }, () => '1').join('+');
    expect(parseFormula(chain(maxFormulaDepth)).root.kind).toBe('calculation');
    expect(errorOf(chain(maxFormulaDepth + 1)).problem).toContain('40 deep');
    expect(errorOf('('.repeat(2000)).problem).toContain('40 deep');
    expect(errorOf(`${'-'.repeat(3999)}1`).problem).toMatch(/40 deep|200 values/);
  });
});
