/**
 * Promises of GraphQL about filters put together of boxes.
 */
import type { OperatorName } from '@headwater/catalog';
import { idOf, idsOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectSameItems } from '../../expectation.js';
import type { JsonObject } from '../../http/json.js';
import { recordMatches } from '../../oracle/matches.js';
import { compareValues } from '../../oracle/oracle-value.js';
import { createSampleAccounts, sampleFields } from '../../oracle/sample-accounts.js';
import { randomCondition } from '../lists/random-condition.js';
import { accountsByTab, findAccounts } from './accounts-by-tab.js';
import { expectArgumentRejected } from './errors.js';
import { type Rule, ruleOf, tabOf } from './tabs.js';

/** What each operator of a rule is called in REST, where both mean the same. */
const sameOperators: readonly (readonly [operator: string, inRest: OperatorName])[] = [
  ['Is', 'ieq'],
  ['IsNot', 'not-ieq'],
  ['Contains', 'icontains'],
  ['StartsWith', 'istarts'],
  ['EndsWith', 'iends'],
  ['IsEmpty', 'empty'],
  ['IsNotEmpty', 'not-empty'],
  ['Less', 'lt'],
  ['LessOrEqual', 'lte'],
  ['More', 'gt'],
  ['MoreOrEqual', 'gte'],
  ['Between', 'between'],
];
const opposites: Readonly<Record<string, string>> = { Contains: 'ContainsNot', Between: 'BetweenNot', Is: 'IsNot' };

interface DrawnRule {
  readonly rule: Rule;
  readonly holds: (record: RecordJson) => boolean;
}

/** A random rule, and what it means. Texts are not put in order: which order they have is left to the server. */
function drawRule(
  { random }: CheckContext,
  records: readonly RecordJson[],
  [operator, inRest] = random.pick(sameOperators),
): DrawnRule {
  const condition = randomCondition(inRest, records, random, inRest.endsWith('empty') ? [] : untried(inRest));
  const operands = inRest === 'between' ? [...condition.operands].sort(compareValues) : condition.operands;
  const values = operands.map(String);
  const holds = (record: RecordJson) => recordMatches(record, { ...condition, operands });
  const opposite = opposites[operator];
  const rule = (name: string): Rule => [condition.field, name, ...(inRest === 'between' ? [values] : values)];
  if (opposite === undefined || random.chance(0.6)) return { rule: rule(operator), holds };
  return { rule: rule(opposite), holds: (record) => !holds(record) };
}

function untried(operator: OperatorName): readonly string[] {
  return ['gt', 'gte', 'lt', 'lte', 'between'].includes(operator) ? sampleFields.text : [];
}

async function tagged({ fixtures, random }: CheckContext, count: number) {
  const { records, query } = await createSampleAccounts(fixtures, random, count);
  const tag: Rule = ['state_province', 'Is', String(query['filter[state_province]'])];
  return { records, tag };
}

const idsWhere = (records: readonly RecordJson[], holds: (record: RecordJson) => boolean) =>
  idsOf(records.filter(holds));

export const graphqlBoxChecks: readonly Check[] = [
  {
    id: 'graphql.boxes.rules',
    sentence: 'MUST find exactly the records that meet the rules of a box, for random rules of many operators',
    spec: 'graphql#FieldFilterRuleInput.operator',
    run: async (context) => {
      const { records, tag } = await tagged(context, 30);
      // Each operator has its turns.
      for (let turn = 0; turn < 4 * sameOperators.length; turn += 1) {
        const { rule, holds } = drawRule(context, records, sameOperators[turn % sameOperators.length]);
        const found = await findAccounts(context, tabOf('Account', [tag, rule]));
        expectSameItems(found, idsWhere(records, holds), `ids found by ${JSON.stringify(rule)}`);
      }
    },
  },
  {
    id: 'graphql.boxes.formula',
    sentence: 'MUST tie rules by the formula of their box, which names them by their positions',
    spec: 'graphql#MainFilterBoxInput.formula',
    run: async (context) => {
      const { records, tag } = await tagged(context, 20);
      for (let round = 0; round < 10; round += 1) {
        const drawn = [1, 2, 3].map(() => drawRule(context, records));
        const [a, b, c] = drawn;
        if (a === undefined || b === undefined || c === undefined) return;
        const filterFields = [tag, ...drawn.map(({ rule }) => rule)].map(ruleOf);
        const formula = '1 AND (2 OR NOT (3 AND 4))';
        const found = await findAccounts(context, { mainBox: { entity: 'Account', filterFields, formula } });
        const wanted = idsWhere(records, (record) => a.holds(record) || !(b.holds(record) && c.holds(record)));
        expectSameItems(found, wanted, `ids found by ${JSON.stringify(filterFields)}`);
      }
    },
  },
  {
    id: 'graphql.boxes.sibling',
    sentence: 'MUST find records by related ones: some that meet a box, or none with `NoRelation`',
    spec: 'graphql#FilterTabInput.siblingBoxes',
    run: async (context) => {
      const { fixtures } = context;
      const city = fixtures.uniqueText();
      const [a = '', b = '', c = ''] = (await fixtures.createAll('Account', [{ city }, { city }, { city }])).map(idOf);
      for (const [account_id, title] of [
        [a, 'Dr'],
        [b, 'Mag'],
      ] as const) {
        await fixtures.create('Contact', { title, account_relations: [{ account_id, is_primary: true }] });
      }
      const by = (kind: string, ...rules: readonly Rule[]) =>
        findAccounts(
          context,
          tabOf('Account', [['city', 'Is', city]], {
            siblingBoxes: [{ id: 'people', entity: 'Contact', relation: { kind }, filterFields: rules.map(ruleOf) }],
          }),
        );
      expectSameItems(await by('All', ['title', 'Is', 'dr']), [a], 'ids with a contact that is a Dr');
      expectSameItems(await by('All'), [a, b], 'ids with a contact');
      expectSameItems(await by('NoRelation', ['title', 'Is', 'dr']), [b, c], 'ids without a contact that is a Dr');
    },
  },
  {
    id: 'graphql.boxes.points',
    sentence: 'MUST find with a box of points the records whose rules reach the minimum score',
    spec: 'graphql#EntityHealthMainFilterBoxInput.minimumScore',
    run: async (context) => {
      const { fixtures } = context;
      const zip_code = fixtures.uniqueText();
      const made = await fixtures.createAll('Account', [
        { zip_code, city: 'Graz', country: 'Austria' },
        { zip_code, city: 'Graz' },
        { zip_code, country: 'Austria', address: 'Hauptplatz 1' },
      ]);
      const weighted = (rule: Rule, weight: number) => ({ ...ruleOf(rule), weight });
      const found = await findAccounts(context, {
        healthMainBox: {
          entity: 'Account',
          minimumScore: 105,
          filterFields: [
            weighted(['zip_code', 'Is', zip_code], 100),
            weighted(['city', 'Is', 'Graz'], 3),
            weighted(['country', 'Is', 'Austria'], 6),
            weighted(['address', 'IsNotEmpty'], -2),
          ],
        },
      });
      // 109, 103 and 104 points.
      expectSameItems(found, idsOf(made).slice(0, 1), 'ids found');
    },
  },
  {
    id: 'graphql.boxes.rejected',
    sentence: 'MUST reject a filter that cannot be run with code 117 and the place, in place of finding too much',
    spec: 'graphql#FilterTabInput',
    run: async (context) => {
      const rejected: readonly (readonly [tab: JsonObject, place: string])[] = [
        [tabOf('Account', [['nmae', 'Is', 'x']]), 'filterFields[0].field'],
        [tabOf('Account', [['name', 'Is']]), 'filterFields[0].values'],
        [tabOf('Account', [['account_class', 'Contains', '3']]), 'filterFields[0].operator'],
        [tabOf('Contact', []), 'mainBox.entity'],
        [{ mainBox: { entity: 'Account', filterFields: [], formula: '1 AND (' } }, 'mainBox.formula'],
      ];
      for (const [tab, place] of rejected) {
        expectArgumentRejected(await context.graphql.send(accountsByTab, { tab, profile: null }), place);
      }
    },
  },
];
