/** The examples of spec/formulas.md give what the page says. */
import { readFileSync } from 'node:fs';
import type { ValueType } from '@headwater/catalog';
import { expect, it } from 'vitest';
import type { Operand } from '../../plan/list/predicate.js';
import { checkFormula } from './check-formula.js';
import { evaluateFormula } from './evaluate-formula.js';
import { fieldsOf } from './formula.js';
import { parseFormula } from './parse-formula.js';

const page = readFileSync(new URL('../../../../../spec/formulas.md', import.meta.url), 'utf8');
const examples = page
  .slice(page.indexOf('## Examples'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()))
  .map(([, formula = '', values = '', gives = '']) => ({ formula, values: values.split(', '), gives }));

function typed(written: string): [ValueType, Operand] {
  if (written === 'null') return ['decimal', null];
  if (/^\d{4}-\d{2}-\d{2}$/.test(written)) return ['date', written];
  if (written === 'true' || written === 'false') return ['boolean', written === 'true'];
  return /^-?\d/.test(written) ? ['decimal', written] : ['string', written.replaceAll('"', '')];
}

it.each(examples)('$formula', ({ formula: text, values, gives }) => {
  const formula = parseFormula(text);
  const given = new Map(fieldsOf(formula).map((name, index) => [name, typed(values[index]!)]));
  expect(given.size).toBe(values.length);
  const [result, wanted] = typed(gives);
  const checked = checkFormula(formula, new Map([...given].map(([name, [type]]) => [name, type])), result);
  expect(evaluateFormula(checked, (name) => given.get(name)![1])).toBe(wanted);
});

it('has examples', () => expect(examples.length).toBeGreaterThan(5));
