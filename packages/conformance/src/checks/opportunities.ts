/**
 * The rules of opportunities, products and field definitions.
 */
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { idOf } from '../doors/record.js';
import { expectMistake, expectValidationError } from '../expect-error.js';
import { expectEqual, expectSameItems, expectThat } from '../expectation.js';
import { readText } from '../http/json.js';
import { walkForward } from './walk-pages.js';

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
  {
    id: 'product.sku.unique',
    sentence: 'MUST refuse a second product with the same `sku` with 422',
    spec: 'v100#/components/schemas/ProductCreate',
    run: async ({ rest, fixtures }) => {
      const sku = fixtures.uniqueText();
      await fixtures.create('Product', { sku });
      const body = await fixtures.body('Product', { sku });
      expectMistake(expectValidationError(await rest.send('POST', 'Products', undefined, { body }), 'Product'), 'sku');
      await fixtures.createAll('Product', [{ sku: null }, { sku: null }]);
    },
  },
  {
    id: 'product.sku.race',
    sentence: 'MUST let exactly one of several products with the same `sku` through when they come at once',
    spec: 'v100#/components/schemas/ProductCreate',
    run: async ({ rest, fixtures }) => {
      const sku = fixtures.uniqueText();
      const bodies = await Promise.all(Array.from({ length: 8 }, () => fixtures.body('Product', { sku })));
      const answers = await Promise.all(bodies.map((body) => rest.send('POST', 'Products', undefined, { body })));
      expectEqual(answers.map((answer) => answer.status).sort(), [201, 422, 422, 422, 422, 422, 422, 422], 'statuses');
    },
  },
  {
    id: 'field.every-member',
    sentence: 'MUST list a Field record for every system field, found by `entity_name` and `api_name`',
    spec: 'v100#/paths/~1entities~1Fields/get',
    run: async ({ rest, fixtures }) => {
      for (const name of ['Account', 'Contact', 'Opportunity', 'Product']) {
        const pages = await walkForward(rest, 'Fields', { 'filter[entity_name]': name }, 100);
        const listed = pages.flatMap((page) => page.records).map((record) => readText(record.api_name, 'api_name'));
        const missing = fixtures.entityType(name).fields.filter((field) => !listed.includes(field.name));
        expectEqual(
          missing.map((field) => field.name),
          [],
          `fields of ${name} that are not listed`,
        );
        expectEqual(new Set(listed).size, listed.length, `different api_names of ${name}`);
      }
    },
  },
  {
    id: 'field.by-name',
    sentence: 'MUST find one field by `filter[api_name]` and `filter[entity_name]`, and get it by its id',
    spec: 'v100#/paths/~1entities~1Fields~1{id}/get',
    run: async ({ rest }) => {
      const query = { 'filter[api_name]': 'last_name', 'filter[entity_name]': 'Contact' };
      const { records } = await rest.list('Fields', query);
      expectEqual(records.length, 1, 'fields found');
      expectEqual(await rest.get('Fields', idOf(records[0] ?? {})), records[0], 'the field got');
    },
  },
  {
    id: 'field.in-errors',
    sentence: 'MUST name in validation errors the id of the Field record of the member',
    spec: 'v100#/components/schemas/FieldMistakes',
    run: async ({ rest, fixtures }) => {
      const answer = await rest.send('POST', 'Contacts', undefined, { body: { last_name: fixtures.uniqueText() } });
      const { records } = await rest.list('Fields', {
        'filter[api_name]': 'owner_id',
        'filter[entity_name]': 'Contact',
      });
      expectThat(
        answer.text.includes(`"${idOf(records[0] ?? {})}"`),
        'field_id should be the id of the Field record of owner_id',
      );
    },
  },
];
