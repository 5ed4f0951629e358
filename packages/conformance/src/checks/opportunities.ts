/**
 * The rules of opportunities.
 */

import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectEqual, expectSameItems, expectThat } from '../expectation.js';
import { readText } from '../http/json.js';

const opportunity = 'v100#/components/schemas/Opportunity';

/** A pipeline of three steps and an opportunity type on it. */
async function pipeline({ fixtures }: CheckContext) {
  const pipeline_id = idOf(await fixtures.create('Pipeline'));
  const steps = await fixtures.createAll(
    'Step',
    [1, 2, 3].map((sort_order) => ({ pipeline_id, sort_order })),
  );
  const [first = '', second = '', last = ''] = steps.map(idOf);
  const oppty_type_id = idOf(await fixtures.create('OpportunityType', { pipeline_id }));
  return { first, second, last, oppty_type_id };
}

export const opportunityChecks: readonly Check[] = [
  {
    id: 'opportunity.status',
    sentence: 'MUST derive `status`: won (3) in the last step of the pipeline, lost (2) when archived, else open (1)',
    spec: opportunity,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { first, second, last, oppty_type_id } = await pipeline(context);
      const made = await fixtures.create('Opportunity', { step_id: first, oppty_type_id });
      const statusAfter = async (body: Record<string, string | boolean>) =>
        (await rest.update('Opportunities', idOf(made), body)).status;
      const statuses = [
        made.status,
        await statusAfter({ step_id: second }),
        await statusAfter({ step_id: last }),
        await statusAfter({ step_id: second }),
        await statusAfter({ is_archived: true }),
      ];
      expectEqual(statuses, [1, 1, 3, 1, 2], 'status after each change');
    },
  },
  {
    id: 'opportunity.status.read-only',
    sentence: 'MUST ignore `status` in a body',
    spec: opportunity,
    run: async (context) => {
      const { first, oppty_type_id } = await pipeline(context);
      const made = await context.fixtures.create('Opportunity', { step_id: first, oppty_type_id, status: 3 });
      expectEqual(made.status, 1, 'status');
    },
  },
  {
    id: 'opportunity.status.filter',
    sentence: 'MUST filter by derived members such as `status`',
    spec: 'v100#/components/parameters/Filter',
    run: async (context) => {
      const { rest, fixtures } = context;
      const { first, last, oppty_type_id } = await pipeline(context);
      await fixtures.create('Opportunity', { step_id: first, oppty_type_id });
      const won = idOf(await fixtures.create('Opportunity', { step_id: last, oppty_type_id }));
      const { records } = await rest.list('Opportunities', {
        'filter[oppty_type_id]': oppty_type_id,
        'filter[status]': 3,
      });
      expectSameItems(records.map(idOf), [won], 'opportunities won');
    },
  },
  {
    id: 'opportunity.members',
    sentence: 'MUST answer `days_in_step` 0, `table_name` and the primary account of a new opportunity',
    spec: opportunity,
    run: async ({ fixtures }) => {
      const account_id = idOf(await fixtures.create('Account'));
      const made = await fixtures.create('Opportunity', { account_relations: [{ account_id, is_primary: true }] });
      expectEqual([made.days_in_step, made.table_name], [0, 'opportunity'], 'days_in_step and table_name');
      expectThat(
        readText(made.primary_account, 'primary_account').endsWith(`/Accounts/${account_id}`),
        'primary_account should lead to the account',
      );
    },
  },
];
