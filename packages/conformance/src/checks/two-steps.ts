/**
 * A pipeline of two steps and a type of opportunities on it: what is in the first is open, in the second won.
 */
import { idOf } from '../api/record.js';
import type { Fixtures } from '../fixtures/fixtures.js';

export interface TwoSteps {
  /** Members of an opportunity that is open. */
  readonly open: { readonly oppty_type_id: string; readonly step_id: string };
  /** Id of the step in which it is won. */
  readonly won: string;
}

/** @throws ExpectationFailed when the server rejects one of them */
export async function createTwoSteps(fixtures: Fixtures): Promise<TwoSteps> {
  const pipeline_id = idOf(await fixtures.create('Pipeline'));
  const steps = await fixtures.createAll(
    'Step',
    [1, 2].map((sort_order) => ({ pipeline_id, sort_order })),
  );
  const [step_id = '', won = ''] = steps.map(idOf);
  const oppty_type_id = idOf(await fixtures.create('OpportunityType', { pipeline_id }));
  return { open: { oppty_type_id, step_id }, won };
}
