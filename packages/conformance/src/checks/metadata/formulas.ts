/**
 * Promises about calculated fields that a space has defined: when their values change, and which formulas there cannot be.
 */
import { setTimeout } from 'node:timers/promises';
import { idOf, idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectFieldError, expectValidationError } from '../../expect-error.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { type DefinedField, defineField } from '../define.js';

const spec = 'v100#/components/schemas/FieldCreate/properties/calc_formula';

const pollMs = 100;
const longestWaitMs = 20_000;

/** Waits until the values of stored records are those of the field's definition. @throws ExpectationFailed when that takes long */
async function recomputed({ rest }: CheckContext, { id }: DefinedField): Promise<void> {
  for (let waited = 0; waited < longestWaitMs; waited += pollMs) {
    if ((await rest.get('Fields', id)).recomputation === null) return;
    await setTimeout(pollMs);
  }
  expectThat(false, `recomputation of the field should be null after ${longestWaitMs} ms`);
}

export const metadataFormulaChecks: readonly Check[] = [
  {
    id: 'metadata.formula',
    sentence: 'MUST work out a formula with each write of a record, whatever is sent, and find records by its value',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { member: hours } = await defineField(context, 'hours', { type_id: 'integer' });
      const calc_formula = `#${hours} * 2.5`;
      const { member } = await defineField(context, 'formula', { type_id: 'currency', calc_formula });
      const project = await fixtures.create('Project', { [hours]: 3, [member]: 99 });
      expectEqual(project[member], 7.5, 'the value of a new record');
      const { records } = await rest.list('Projects', { [`filter[${member}]`]: 7.5 });
      expectEqual(idsOf(records), [idOf(project)], 'records found by the value');
      for (const [sent, wanted] of [
        [4, 10],
        [null, null],
      ] as const) {
        const changed = await fixtures.update('Project', project, { [hours]: sent });
        expectEqual(changed[member], wanted, `the value once the field it is made of is ${sent}`);
      }
    },
  },
  {
    id: 'metadata.formula.stored',
    sentence: 'MUST work out a new formula in records that are there, done once `recomputation` of the field is null',
    spec: 'v100#/components/schemas/Field/properties/recomputation',
    run: async (context) => {
      const { rest, fixtures } = context;
      const { member: hours } = await defineField(context, 'hours', { type_id: 'integer' });
      const id = idOf(await fixtures.create('Project', { [hours]: 3 }));
      const field = await defineField(context, 'formula', { type_id: 'currency', calc_formula: `#${hours} * 2.5` });
      await recomputed(context, field);
      expectEqual((await rest.get('Projects', id))[field.member], 7.5, 'the value of a record from before');
      await fixtures.update('Field', { id: field.id }, { calc_formula: `#${hours} * 10` });
      await recomputed(context, field);
      expectEqual((await rest.get('Projects', id))[field.member], 30, 'the value by the changed formula');
    },
  },
  {
    id: 'metadata.formula.circle',
    sentence: 'MUST reject a formula that needs its own value, straight or through another one, and change nothing',
    spec,
    run: async (context) => {
      const { rest } = context;
      const first = await defineField(context, 'first', { type_id: 'integer' });
      const second = { type_id: 'integer', calc_formula: `#${first.member} + 1` };
      const { member } = await defineField(context, 'formula', second);
      for (const name of [first.member, member]) {
        const body = { calc_formula: `#${name} + 1` };
        const answer = await rest.send('PATCH', 'Fields', first.id, { body });
        expectFieldError(expectValidationError(answer, 'Field'), 'calc_formula');
      }
      expectEqual((await rest.get('Fields', first.id)).calc_formula, null, 'calc_formula');
    },
  },
  {
    id: 'metadata.formula.rejected',
    sentence: 'MUST reject a formula that cannot be read, names no field, or makes a value of another type',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      await defineField(context, 'formula', { type_id: 'integer', calc_formula: '1 + 1' });
      for (const calc_formula of ['1 +', '#no_such_field + 1', '"text"']) {
        const body = await fixtures.body('Field', { type_id: 'integer', calc_formula });
        const answer = await rest.send('POST', 'Fields', undefined, { body });
        expectFieldError(expectValidationError(answer, 'Field'), 'calc_formula');
      }
    },
  },
];
