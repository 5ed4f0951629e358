/**
 * Promises about what formulas mean: operators, functions, nulls, numbers and dates, and which types they take.
 */
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectFieldError, expectValidationError } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import type { Json } from '../../http/json.js';
import { type DefinedField, defineField } from '../define.js';

const spec = 'v100#/components/schemas/FieldCreate/properties/calc_formula';

/** Fields that the formulas use, by the name that they have there: the type, and the value in the record. */
const operands: Readonly<Record<string, readonly [type: string, value: Json]>> = {
  n: ['integer', 7],
  none: ['integer', null],
  text: ['input', ''],
  flag: ['checkbox', true],
  day: ['date', '2024-03-01'],
  before: ['date', '2024-02-28'],
};

/** @returns a number that says which of the conditions are true: the first counts 1, the next 2, then 4 */
const whichOf = (...conditions: readonly string[]) =>
  conditions.map((condition, index) => `IF(${condition}, ${2 ** index}, 0)`).join(' + ');

const comparisons = whichOf('#n = 7', '#n <> 7', '#n < 7', '#n <= 7', '#n > 6', '#n >= 8');
const texts = whichOf('"Z" < "a"', '"a" = "A"', '#text = ""', 'COALESCE("say ""no""") = "say ""no"""');
const dates = whichOf('#day > #before', '#day = #before', 'MAX(#day, #before) = #day', 'MIN(#day, #before) = #day');
const truths = whichOf('AND(#flag, TRUE)', 'AND(#flag, FALSE)', 'OR(FALSE, #flag)', 'OR(FALSE, FALSE)', 'NOT(#flag)');
const nulls = whichOf(
  'ISEMPTY(#none)',
  'ISEMPTY(#text)',
  'ISEMPTY(#n)',
  'ISEMPTY(#none + 1)',
  'ISEMPTY(#none = #n)',
  'ISEMPTY(#n / 0)',
  'ISEMPTY(AND(TRUE, #none = 1))',
  'ISEMPTY(AND(FALSE, #none = 1))',
  'ISEMPTY(OR(TRUE, #none = 1))',
  'ISEMPTY(OR(FALSE, #none = 1))',
  'ISEMPTY(NOT(#none = 1))',
);

/** The type of the field, the formula, and the value. */
const formulas: readonly (readonly [type: string, formula: string, value: Json])[] = [
  ['float', '#n + 2 * 3 - 4 / 8', 12.5],
  ['float', '-(#n - 10) - -2', 5],
  ['float', '1 / 3 * 3', 0.999999999999],
  ['float', '99999999999999 + 1', null],
  ['integer', '#n / 2', 4],
  ['integer', 'ROUND(-2.5, 0) * 10 + ABS(0 - #n)', -23],
  ['float', 'round(#n / 3, 2)', 2.33],
  ['currency', '5 / 12 / 100 * 100000', 416.6667],
  ['integer', 'MAX(#none, #n, 3) * 100 + MIN(#none, #n, 3) * 10 + COALESCE(#none, 1)', 731],
  ['integer', '#day - #before', 2],
  ['date', '#day + 14', '2024-03-15'],
  ['date', '1 + #before', '2024-02-29'],
  ['date', '#day - 1.5', '2024-02-28'],
  ['input', 'IF(#n >= 80, "hot", IF(#n >= 5, "warm", "cold"))', 'warm'],
  ['checkbox', 'AND(NOT(ISEMPTY(#text)), #flag)', false],
  ['integer', comparisons, 1 + 8 + 16],
  ['integer', texts, 1 + 4 + 8],
  ['integer', dates, 1 + 4],
  ['integer', truths, 1 + 4],
  ['integer', nulls, 1 + 2 + 8 + 16 + 32 + 64 + 512 + 1024],
];

/** What cannot be read, and what takes values of other types. */
const rejected = [
  ...['1 2', '(1', '1)', '"open', '#', '1.', 'UNKNOWN(1)', 'TRUE()', '1 < 2 < 3', '1 + + 2', 'IF(TRUE, 1)'],
  ...['#n = "1"', '#n + "1"', '-"1"', '#day + #before', '1 - #day', '#day * 2', 'TRUE < FALSE', '#day = 1'],
  ...['IF(1, 2, 3)', 'IF(TRUE, 1, "1")', 'AND(1)', 'OR("a", TRUE)', 'NOT(1)', 'ABS("a")', 'ABS()', 'ABS(1, 2)'],
  ...['MIN("a", "b")', 'MAX(1, #day)', 'COALESCE(1, "a")', 'COALESCE()', 'ISEMPTY()', 'NOT(TRUE, FALSE)'],
  ...['ROUND(1.5)', 'ROUND(1.5, #n)', 'ROUND(1.5, 11)', 'ROUND("1", 2)', 'TRUE', '#day'],
];

async function defineOperands(context: CheckContext): Promise<ReadonlyMap<string, DefinedField>> {
  const fields = new Map<string, DefinedField>();
  for (const [name, [type_id]] of Object.entries(operands))
    fields.set(name, await defineField(context, name, { type_id }));
  return fields;
}

/** @returns the formula with the names that the fields have */
function inTermsOf(fields: ReadonlyMap<string, DefinedField>, formula: string): string {
  return formula.replace(/#(\w+)/g, (_, name: string) => `#${fields.get(name)?.member}`);
}

export const formulaLanguageChecks: readonly Check[] = [
  {
    id: 'metadata.formula.language',
    sentence: 'MUST work out operators, functions, nulls, roundings and dates of formulas as they are defined',
    spec,
    run: async (context) => {
      const { fixtures } = context;
      const fields = await defineOperands(context);
      const results: string[] = [];
      for (const [type_id, formula] of formulas) {
        const calc_formula = inTermsOf(fields, formula);
        results.push((await defineField(context, 'formula', { type_id, calc_formula })).member);
      }
      const values = [...fields].map(([name, { member }]) => [member, operands[name]?.[1] ?? null] as const);
      const project = await fixtures.create('Project', Object.fromEntries(values));
      for (const [index, [, formula, value]] of formulas.entries())
        expectEqual(project[results[index] ?? ''], value, formula);
    },
  },
  {
    id: 'metadata.formula.types',
    sentence: 'MUST reject a formula of a wrong form, or that gives an operator or a function values of another type',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const fields = await defineOperands(context);
      for (const formula of rejected) {
        const calc_formula = inTermsOf(fields, formula);
        const body = await fixtures.body('Field', { type_id: 'integer', calc_formula });
        const answer = await rest.send('POST', 'Fields', undefined, { body });
        expectFieldError(expectValidationError(answer, 'Field'), 'calc_formula');
      }
    },
  },
];
