import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { derivedPlan } from '../../computed/derived/derived-plan.js';
import { noChange } from '../../plan/change/change.js';
import { Draft } from '../write/draft.js';
import { setDerived } from './formula-values.js';

it('pauses before each formula of a record', async () => {
  const account = entityTypes.find(({ name }) => name === 'Account');
  const plain = account?.fields.find((field) => field.kind === 'value' && field.type === 'integer' && field.nullable);
  if (!account || plain?.kind !== 'value') throw new Error('accounts have no plain number');
  const fields = Array.from({ length: 30 }, (_, index) => ({
    ...plain,
    name: `cf_${index}`,
    derived: { kind: 'formula', text: `${index} + 1` } as const,
  }));
  const extended = { ...account, fields: [...account.fields, ...fields] };
  const plan = derivedPlan(buildCatalog([extended]))?.types.get('Account');
  const draft = new Draft(extended, 'a', undefined, noChange(extended), 0);
  const known: unknown[] = [];
  await setDerived(draft, plan ?? { formulas: [], rollUps: [] }, new Map(), async () => {
    known.push(draft.values.size);
  });
  expect(known).toEqual(fields.map((_, index) => index));
  expect(draft.get('cf_29')).toBe(30);
});
