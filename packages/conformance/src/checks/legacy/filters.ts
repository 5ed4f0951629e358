/**
 * Promises of the legacy REST v1 about filters: one property for each operator, escaping, rejections, and the calls that describe it.
 */
import type { OperatorName } from '@headwater/catalog';
import { type LegacyOperator, legacyFilter, legacyPhrase } from '../../api/legacy-filter.js';
import { fromLegacyId } from '../../api/legacy-id.js';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectSameItems } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readNumber, readObject, readText } from '../../http/json.js';
import type { Query } from '../../http/query.js';
import { recordMatches } from '../../oracle/matches.js';
import { oracleValue } from '../../oracle/oracle-value.js';
import { createSampleAccounts, type SampleAccounts } from '../../oracle/sample-accounts.js';

const spec = 'v1#/components/parameters/LegacyFilter';

/** Each operator, what it means in REST v100, and how many values it takes. */
const meanings: Record<LegacyOperator, OperatorName> = {
  eq: 'eq',
  ne: 'not-eq',
  gt: 'gt',
  lt: 'lt',
  ge: 'gte',
  le: 'lte',
  ll: 'starts',
  rl: 'ends',
  fl: 'contains',
  in: 'eq',
};

function tagPhrase(query: Query): string {
  return legacyPhrase('STATE_PROVINCE', String(query['filter[state_province]']));
}

async function expectFound({ legacy }: CheckContext, filter: string, ids: readonly string[]): Promise<void> {
  const { records } = await legacy.list('Accounts', { filter, limit: 200 });
  expectSameItems(
    records.map((record) => fromLegacyId(readText(record.ID, 'ID'))),
    ids,
    `found by ${filter}`,
  );
}

/**
 * The part of a text that the operator looks at. Texts that end in a colon are left to the check of escaping: how an escaped
 * colon ahead of a separator is cut, the interface does not say.
 */
function pieceFor(operator: LegacyOperator, value: string): string {
  const characters = Array.from(value);
  switch (operator) {
    case 'll':
      return characters.slice(0, 2).join('');
    case 'rl':
      return characters.slice(-2).join('');
    case 'fl':
      return characters.slice(1, 3).join('');
    default:
      return value;
  }
}

/** Tries an operator on names, which are never null and full of special characters, and on whole numbers. */
async function expectAsOracle(context: CheckContext, sample: SampleAccounts, operator: LegacyOperator): Promise<void> {
  const { random } = context;
  const isTextOperator = operator === 'll' || operator === 'rl' || operator === 'fl';
  const [field, name] =
    isTextOperator || random.chance(0.7)
      ? (['name', 'ORGANIZATION'] as const)
      : (['account_class', 'ACCOUNT_CLASS'] as const);
  const records = operator === 'ne' ? sample.records.filter((record) => record[field] !== null) : sample.records;
  const values = records
    .flatMap((record) => oracleValue(record[field]) ?? [])
    .map((value) => pieceFor(operator, String(value)));
  const clear = values.filter((value) => value !== '' && !value.endsWith(':'));
  const operands = Array.from({ length: operator === 'in' ? 3 : 1 }, () => random.pick(clear));
  const typed = field === 'account_class' ? operands.map(Number) : operands;
  const found = sample.records.filter((record) =>
    recordMatches(record, { field, operator: meanings[operator], operands: typed }),
  );
  const written = operator === 'eq' && random.chance(0.5) ? undefined : operator;
  const value = operator === 'in' ? operands : (operands[0] ?? '');
  await expectFound(
    context,
    legacyFilter(tagPhrase(sample.query), legacyPhrase(name, value, written)),
    found.map(idOf),
  );
}

const operatorChecks = (Object.keys(meanings) as LegacyOperator[]).map(
  (operator): Check => ({
    id: `legacy.filter.${operator}`,
    sentence: `MUST find with \`${operator}\` in REST v1 exactly what \`${meanings[operator]}\` finds in REST v100`,
    spec,
    run: async (context) => {
      const sample = await createSampleAccounts(context.fixtures, context.random, 20);
      for (let round = 0; round < 10; round += 1) await expectAsOracle(context, sample, operator);
    },
  }),
);

export const legacyFilterChecks: readonly Check[] = [
  ...operatorChecks,
  {
    id: 'legacy.filter.escaping',
    sentence: 'MUST take `|`, `:`, `::` and a backslash in a value when a backslash is ahead of them',
    spec,
    run: async (context) => {
      const { fixtures } = context;
      const state_province = fixtures.uniqueText();
      const names = ['a|b', 'a:b', 'a::b', 'a\\b', 'a\\|b', 'a::b::eq', '|', '::', 'plain', '\\', 'a:', '%', '_'];
      const records = await fixtures.createAll(
        'Account',
        names.map((name) => ({ name, state_province })),
      );
      for (const [index, name] of names.entries()) {
        const filter = legacyFilter(legacyPhrase('ORGANIZATION', name), legacyPhrase('STATE_PROVINCE', state_province));
        await expectFound(context, filter, [idOf(records[index] ?? {})]);
      }
    },
  },
  {
    id: 'legacy.filter.date-colons',
    sentence: 'MUST take the single colons of a date-time without escapes outside `in`',
    spec,
    run: async (context) => {
      const { fixtures } = context;
      const state_province = fixtures.uniqueText();
      const moments = ['2016-01-01T00:00:00', '2016-01-01T00:00:01'];
      const records = await fixtures.createAll(
        'Account',
        moments.map((created) => ({ created, state_province })),
      );
      for (const moment of ['2016-01-01T00:00:00Z', '2016-01-01 00:00:00']) {
        const filter = `STATE_PROVINCE::${state_province}|CREATED::${moment}::gt`;
        await expectFound(context, filter, [idOf(records[1] ?? {})]);
      }
    },
  },
  {
    id: 'legacy.filter.no-value',
    sentence: 'MUST find with an empty value and `ne` the records that have a value',
    spec,
    run: async (context) => {
      const state_province = context.fixtures.uniqueText();
      const cities = [null, '', 'Graz'];
      const records = await context.fixtures.createAll(
        'Account',
        cities.map((city) => ({ city, state_province })),
      );
      await expectFound(context, `STATE_PROVINCE::${state_province}|CITY::::ne`, [idOf(records[2] ?? {})]);
    },
  },
  {
    id: 'legacy.filter.rejected',
    sentence:
      'MUST reject an unknown field, operator or form of phrase with 400 and the code, instead of dropping the filter',
    spec: 'v1#/components/responses/LegacyBadRequest',
    run: async ({ legacy }) => {
      for (const filter of ['NO_FIELD::x', 'CITY::x::like', 'CITY', 'ACCOUNT_CLASS::many', 'CREATED::soon::gt']) {
        const answer = await legacy.send('GET', '/Accounts', { query: { filter } });
        expectStatus(answer, 400);
        const body = readObject(answer.json, 'the body');
        expectEqual(readNumber(body.errorcode, 'errorcode'), 117, 'errorcode');
        readText(body.message, 'message');
      }
    },
  },
];
