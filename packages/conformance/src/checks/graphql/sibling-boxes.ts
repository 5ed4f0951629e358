/**
 * Promises of GraphQL about filters by one related record and by what related records add up to.
 */
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectSameItems } from '../../expectation.js';
import type { Json } from '../../http/json.js';
import { createTwoSteps } from '../two-steps.js';
import { findAccounts } from './accounts-by-tab.js';
import { type Rule, ruleOf, tabOf } from './tabs.js';

interface TwoAccounts {
  readonly a: string;
  readonly b: string;
  /** Their ids, of those that a sibling box finds. */
  by(entity: string, kind: string, ...rules: readonly Rule[]): Promise<string[]>;
}

async function twoAccounts(context: CheckContext): Promise<TwoAccounts> {
  const city = context.fixtures.uniqueText();
  const [a = '', b = ''] = (await context.fixtures.createAll('Account', [{ city }, { city }])).map(idOf);
  const by = (entity: string, kind: string, ...rules: readonly Rule[]) => {
    const box = { id: 'related', entity, relation: { kind }, filterFields: rules.map(ruleOf) };
    return findAccounts(context, tabOf('Account', [['city', 'Is', city]], { siblingBoxes: [box] }));
  };
  return { a, b, by };
}

/** Creates open opportunities of the accounts. */
async function createDeals(
  { fixtures }: CheckContext,
  deals: readonly (readonly [account: string, name: string, value: number, closing: string])[],
): Promise<{ readonly won: string; readonly ids: readonly string[] }> {
  const { open, won } = await createTwoSteps(fixtures);
  const ids: string[] = [];
  for (const [account_id, name, base_value, closing_date] of deals) {
    const account_relations = [{ account_id, is_primary: true }];
    const members: Record<string, Json> = { name, value: { base_value }, closing_date, account_relations, ...open };
    ids.push(idOf(await fixtures.create('Opportunity', members)));
  }
  return { won, ids };
}

export const graphqlSiblingBoxChecks: readonly Check[] = [
  {
    id: 'graphql.boxes.aggregation',
    sentence:
      'MUST find records by count, sum, least, greatest and average of the related ones that meet the other rules',
    spec: 'graphql#HardCodedRelationInput.kind',
    run: async (context) => {
      const { a, b, by } = await twoAccounts(context);
      await createDeals(context, [
        [a, 'Near', 250.5, '2031-07-01'],
        [a, 'Far', 1000, '2031-12-01'],
      ]);
      const cases: readonly (readonly [rules: readonly Rule[], found: readonly string[]])[] = [
        [[['count', 'Is', '0']], [b]],
        [[['count', 'MoreOrEqual', '2']], [a]],
        [[['sum.value', 'Is', '1250.5']], [a]],
        [[['sum.value', 'Is', '0']], [b]],
        [[['avg.value', 'Between', ['625.25', '625.25']]], [a]],
        [[['min.value', 'Is', '250.5']], [a]],
        [[['max.closing_date', 'Is', '2031-12-01']], [a]],
        [[['max.closing_date', 'IsEmpty']], [b]],
        [
          [
            ['count', 'Is', '1'],
            ['name', 'Is', 'far'],
          ],
          [a],
        ],
        [
          [
            ['max.value', 'Is', '250.5'],
            ['name', 'IsNot', 'far'],
          ],
          [a],
        ],
      ];
      for (const [rules, found] of cases)
        expectSameItems(await by('Opportunity', 'Aggregation', ...rules), found, `ids by ${JSON.stringify(rules)}`);
    },
  },
  {
    id: 'graphql.boxes.first',
    sentence: 'MUST find records by the one related record that comes first or last, as its relation says',
    spec: 'graphql#FilterTabInput.siblingBoxes',
    run: async (context) => {
      const { fixtures } = context;
      const { a, b, by } = await twoAccounts(context);
      const { won, ids } = await createDeals(context, [
        [a, 'Far', 1, '2031-12-01'],
        [a, 'Near', 1, '2031-07-01'],
        [a, 'Won', 1, '2031-01-01'],
        [b, 'Late', 1, '2031-12-01'],
      ]);
      await fixtures.update('Opportunity', { id: ids[2] ?? '' }, { step_id: won });
      for (const [account_id, note] of [
        [a, 'was angry'],
        [a, 'is happy'],
        [b, 'is angry'],
      ] as const)
        await fixtures.create('Note', { account_id, note });
      const task = async (account_id: string, subject: string, due_date: string) =>
        idOf(await fixtures.create('Task', { subject, due_date, account_relations: [{ account_id }] }));
      await task(a, 'Overdue', '2020-01-01');
      await task(a, 'Next', '2131-01-01');
      const done = await task(b, 'Done', '2131-01-01');
      await fixtures.update('Task', { id: done }, { status: 4 });
      const cases: readonly (readonly [
        entity: string,
        kind: string,
        rules: readonly Rule[],
        found: readonly string[],
      ])[] = [
        ['Opportunity', 'NextOpenOpportunity', [['name', 'Is', 'near']], [a]],
        ['Opportunity', 'NextOpenOpportunity', [['name', 'IsNot', 'near']], [b]],
        ['Opportunity', 'NextOpenOpportunity', [], [a, b]],
        ['Opportunity', 'LastWonOpportunity', [], [a]],
        ['Opportunity', 'LastLostOpportunity', [], []],
        ['Opportunity', 'Primary', [['name', 'Is', 'late']], [b]],
        ['Note', 'LastNote', [['note', 'Contains', 'angry']], [b]],
        ['Task', 'NextScheduledActivity', [['subject', 'Is', 'next']], [a]],
        ['Task', 'NextScheduledActivity', [['subject', 'IsNot', 'next']], []],
        ['Activity', 'LastFinishedActivity', [['subject', 'Is', 'done']], [b]],
        ['Task', 'LastFinishedActivity', [['subject', 'IsNot', 'done']], []],
      ];
      for (const [entity, kind, rules, found] of cases)
        expectSameItems(await by(entity, kind, ...rules), found, `ids by ${kind} ${JSON.stringify(rules)}`);
    },
  },
];
