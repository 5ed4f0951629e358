import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import type { Condition, Filter, Operator } from '../../request/filter.js';
import { planFilter } from './plan-filter.js';
import type { Predicate } from './predicate.js';

const catalog = buildCatalog(entityTypes);
const plan = (filter: Filter, entityType = 'Contact') => planFilter(catalog, catalog.existing(entityType), filter);
const condition = (path: string, operator: Operator, ...operands: Condition['operands']): Condition => ({
  kind: 'condition',
  path: path.split('.'),
  operator,
  operands,
  at: `filter[${path}]`,
});

/** The plan in few words: `not(some owner_id(email eq ["x"]))`. */
function shown(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return `${predicate.kind}(${predicate.parts.map(shown).join(', ')})`;
    case 'not':
      return `not(${shown(predicate.part)})`;
    case 'exists':
      return `some ${predicate.step.field.name}(${predicate.part ? shown(predicate.part) : ''})`;
    case 'compare': {
      const { terminal, operator, operands } = predicate;
      const name = terminal.kind === 'number' ? 'number' : terminal.field.name;
      return `${name} ${operator}${operands.length > 0 ? ` ${JSON.stringify(operands)}` : ''}`;
    }
    default:
      throw new Error(`no filter here is planned as "${predicate.kind}"`);
  }
}

describe('planFilter', () => {
  it.each([
    [condition('city', 'eq', 'Leeds'), 'city eq ["Leeds"]'],
    [condition('gender', 'eq', '1', 2), 'gender eq [1,2]'],
    [condition('city', 'not-eq', null, 'Leeds'), 'city not-eq [null,"Leeds"]'],
    [
      condition('created', 'between', '2024-01-01', '2024-01-02'),
      'created between ["2024-01-01T00:00:00.000000","2024-01-02T00:00:00.000000"]',
    ],
    [condition('city', 'empty', 'ignored'), 'city empty'],
    // Through one record: what holds for null holds without that record too.
    [condition('owner.email', 'eq', 'x'), 'some owner_id(email eq ["x"])'],
    [condition('owner.email', 'not-eq', 'x'), 'not(some owner_id(email eq ["x"]))'],
    [condition('owner.email', 'null'), 'not(some owner_id(email not-null))'],
    [condition('owner.email', 'not-ieq', 'x'), 'not(some owner_id(email ieq ["x"]))'],
    [condition('owner.email', 'not-empty'), 'some owner_id(email not-empty)'],
    [
      condition('primary_account.parent_account.city', 'null'),
      'not(some primary_account(some parent_account_id(city not-null)))',
    ],
    // Through many: some row matches.
    [condition('account_relations.position', 'not-eq', 'x'), 'some account_relations(position not-eq ["x"])'],
    [
      condition('account_relations.account.city', 'null'),
      'some account_relations(not(some account_id(city not-null)))',
    ],
    [condition('account_relations', 'empty'), 'not(some account_relations())'],
    [condition('account_relations', 'not-null'), 'some account_relations()'],
    [
      condition('account_relations', 'not-eq', '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11'),
      'not(some account_relations(id eq ["018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11"]))',
    ],
  ] as [Condition, string][])('%#: %j', (filter, wanted) => {
    expect(shown(plan(filter))).toBe(wanted);
  });

  it('keeps groups, and takes what holds for some record along a relation', () => {
    const filter: Filter = {
      kind: 'or',
      filters: [
        { kind: 'not', filter: condition('city', 'eq', 'a') },
        { kind: 'and', filters: [] },
        {
          kind: 'some',
          path: ['account_relations', 'account'],
          filter: { kind: 'and', filters: [condition('name', 'eq', 'b'), condition('city', 'null')] },
          at: 'x',
        },
      ],
    };
    expect(shown(plan(filter))).toBe(
      'or(not(city eq ["a"]), and(), some account_relations(some account_id(and(name eq ["b"], city null))))',
    );
  });

  it.each([
    [condition('city', 'between', 'a'), 'takes two values'],
    [condition('city', 'gt', 'a', 'b'), 'takes one value; 2 given'.slice(0, 15)],
    [condition('city', 'eq'), 'takes a value; 0 given'],
    [condition('city', 'contains', null), 'null is not a text'],
    [condition('gender', 'contains', '1'), '"contains" does not fit a field of type integer'],
    [condition('is_archived', 'gt', 'true'), '"gt" does not fit a field of type boolean'],
    [condition('gender', 'eq', 'x'), '"x" is not a whole number'],
    [condition('account_relations', 'contains', 'x'), 'does not fit a relation to many records'],
    [condition('account_relations', 'eq', 'x'), '"x" is not a uuid'],
  ] as [Condition, string][])('rejects %j', (filter, words) => {
    expect(() => plan(filter)).toThrow(words);
    expect(() => plan(filter)).toThrow(
      expect.objectContaining({ at: filter.at, errorName: 'ERROR_PARAMETER_INVALID' }),
    );
  });

  it('takes an operator that holds for null, through one to many, for some row or no record to have rows', () => {
    const shownFor = (operator: Operator) =>
      shown(plan(condition('step.pipeline.steps.name', operator, 'x'), 'Opportunity'));
    const match = 'some pipeline_id(some steps(name not-eq ["x"]))';
    expect(shownFor('not-eq')).toBe(`or(not(some step_id()), some step_id(or(not(some pipeline_id()), ${match})))`);
    expect(shownFor('eq')).toBe('some step_id(some pipeline_id(some steps(name eq ["x"])))');
  });

  it('follows at most 5 relations in a row, those of nested parts counted together', () => {
    const parents = (depth: number) => `${'parent_account.'.repeat(depth)}city`;
    const some = (depth: number, filter: Filter): Filter => ({
      kind: 'some',
      path: Array(depth).fill('parent_account'),
      filter,
      at: 'outer',
    });
    const planned = (filter: Filter) => plan(filter, 'Account');
    expect(() => planned(condition(parents(5), 'eq', 'x'))).not.toThrow();
    expect(() => planned(some(3, condition(parents(2), 'eq', 'x')))).not.toThrow();
    const problem = 'follows more than 5 relations';
    expect(() => planned(condition(parents(6), 'eq', 'x'))).toThrow(`filter[${parents(6)}]: ${problem}`);
    expect(() => planned(some(6, condition('city', 'null')))).toThrow(`outer: ${problem}`);
    expect(() => planned(some(3, condition(parents(3), 'eq', 'x')))).toThrow(`filter[${parents(3)}]: ${problem}`);
  });

  it('rejects what is larger than databases can read, however it is nested', () => {
    const many = Array.from({ length: 200 }, () => condition('city', 'eq', 'a'));
    expect(() => plan({ kind: 'or', filters: many })).toThrow('at most 200 conditions');
    expect(() => plan({ kind: 'or', filters: many.slice(1) })).not.toThrow();
    const deep = many.reduce<Filter>((filter) => ({ kind: 'not', filter }), condition('city', 'eq', 'a'));
    expect(() => plan(deep)).toThrow('at most 200 conditions');
  });

  it('rejects texts that are longer together than a request may have copied again and again', () => {
    const long = condition('city', 'contains', 'x'.repeat(100_000));
    const times = (count: number): Filter => ({ kind: 'or', filters: Array.from({ length: count }, () => long) });
    expect(() => plan(times(5))).not.toThrow();
    expect(() => plan({ kind: 'not', filter: times(6) })).toThrow(
      'filter: compares with 600000 characters, more than 500000. Those of a rule count as often as a formula names it.',
    );
  });

  it('rejects more values than a statement takes, each counted as often as it is there', () => {
    const some = condition('city', 'eq', ...Array.from({ length: 1000 }, String));
    const times = (count: number): Filter => ({ kind: 'or', filters: Array.from({ length: count }, () => some) });
    expect(() => plan(times(4))).not.toThrow();
    expect(() => plan({ kind: 'not', filter: times(5) })).toThrow(
      'filter: compares with 5000 values, more than 4000. Those of a rule count as often as a formula names it.',
    );
    const counted: Filter = {
      kind: 'aggregate',
      path: ['account_relations'],
      among: times(4),
      function: 'COUNT',
      field: null,
      operator: 'eq',
      operands: [1],
      at: 'x',
    };
    expect(() => plan(counted)).toThrow('compares with 4001 values');
  });
});
