/** Filter inputs as filter trees: given input of a connection's `filter`, wanted tree. */
import { describe, expect, it } from 'vitest';
import { readOne } from '../../../../test/graphql/read-operation.js';
import type { Filter } from '../../../request/filter.js';

function filterOf(given: string, collection = 'contacts'): Filter | null {
  return parsed(`{ ${collection}(filter: ${given}) { totalCount } }`);
}

function parsed(query: string, variables?: Record<string, unknown>): Filter | null {
  const call = readOne(query, variables);
  if (call.kind !== 'list') throw new Error('not a list');
  return call.request.filter;
}

const condition = (path: string[], operator: string, operands: unknown[], at: string) => ({
  kind: 'condition',
  path,
  operator,
  operands,
  at: `contacts.filter.${at}`,
});

describe('conditions', () => {
  it.each([
    ['eq', '"x"', 'eq', ['x']],
    ['notEq', '"x"', 'not-eq', ['x']],
    ['in', '["x", "y"]', 'eq', ['x', 'y']],
    ['notIn', '["x", "y"]', 'not-eq', ['x', 'y']],
    ['ieq', '"x"', 'ieq', ['x']],
    ['notIeq', '"x"', 'not-ieq', ['x']],
    ['contains', '"x"', 'contains', ['x']],
    ['starts', '"x"', 'starts', ['x']],
    ['ends', '"x"', 'ends', ['x']],
    ['icontains', '"x"', 'icontains', ['x']],
    ['istarts', '"x"', 'istarts', ['x']],
    ['iends', '"x"', 'iends', ['x']],
    ['gt', '"x"', 'gt', ['x']],
    ['gte', '"x"', 'gte', ['x']],
    ['lt', '"x"', 'lt', ['x']],
    ['lte', '"x"', 'lte', ['x']],
    ['between', '["a", "b"]', 'between', ['a', 'b']],
    ['null', 'true', 'null', []],
    ['null', 'false', 'not-null', []],
    ['empty', 'true', 'empty', []],
    ['empty', 'false', 'not-empty', []],
    ['eq', 'null', 'eq', [null]],
  ])('reads %s: %s', (member, value, operator, operands) => {
    const wanted = condition(['last_name'], operator, operands, `lastName.${member}`);
    expect(filterOf(`{ lastName: { ${member}: ${value} } }`)).toEqual(wanted);
  });

  it('takes nothing for a member of an empty list, and everything for none of it', () => {
    expect(filterOf('{ lastName: { in: [] } }')).toEqual({ kind: 'or', filters: [] });
    expect(filterOf('{ lastName: { notIn: [] } }')).toEqual({ kind: 'and', filters: [] });
  });

  it('keeps values of every type', () => {
    expect(filterOf('{ gender: { gt: 1 } }')).toMatchObject({ path: ['gender'], operands: [1] });
    expect(filterOf('{ isDeleted: { eq: false } }')).toMatchObject({ path: ['is_deleted'], operands: [false] });
    const ownerId = '0190A8B2-0000-7000-8000-00000000000A';
    expect(filterOf(`{ ownerId: { eq: "${ownerId}" } }`)).toMatchObject({
      path: ['owner_id'],
      operands: [ownerId.toLowerCase()],
    });
  });
});

describe('structure', () => {
  it('is not a filter when it says nothing', () => {
    expect(filterOf('{}')).toBeNull();
    expect(filterOf('{ lastName: {} }')).toBeNull();
  });

  it('wants all conditions of one input', () => {
    expect(filterOf('{ firstName: { null: false }, lastName: { notEq: "Bluth", starts: "B" } }')).toEqual({
      kind: 'and',
      filters: [
        condition(['first_name'], 'not-null', [], 'firstName.null'),
        condition(['last_name'], 'not-eq', ['Bluth'], 'lastName.notEq'),
        condition(['last_name'], 'starts', ['B'], 'lastName.starts'),
      ],
    });
  });

  it('nests groups', () => {
    const given =
      '{ or: [{ lastName: { eq: "a" } }, { not: { and: [{ firstName: { eq: "b" }, title: { eq: "c" } }] } }, {}] }';
    expect(filterOf(given)).toEqual({
      kind: 'or',
      filters: [
        condition(['last_name'], 'eq', ['a'], 'or[0].lastName.eq'),
        {
          kind: 'not',
          filter: {
            kind: 'and',
            filters: [
              {
                kind: 'and',
                filters: [
                  condition(['first_name'], 'eq', ['b'], 'or[1].not.and[0].firstName.eq'),
                  condition(['title'], 'eq', ['c'], 'or[1].not.and[0].title.eq'),
                ],
              },
            ],
          },
        },
        { kind: 'and', filters: [] },
      ],
    });
  });

  it('lengthens the path through relations to one record', () => {
    expect(filterOf('{ owner: { not: { email: { ends: "x" } }, defaultUnit: { name: { eq: "North" } } } }')).toEqual({
      kind: 'and',
      filters: [
        { kind: 'not', filter: condition(['owner', 'email'], 'ends', ['x'], 'owner.not.email.ends') },
        condition(['owner', 'default_unit', 'name'], 'eq', ['North'], 'owner.defaultUnit.name.eq'),
      ],
    });
  });

  it('asks for one row that matches everything said of a relation to many', () => {
    const given =
      '{ accountRelations: { account: { name: { eq: "S" } }, isPrimary: { eq: true } }, primaryAccount: { id: { null: false } } }';
    expect(filterOf(given)).toMatchObject({
      filters: [
        {
          kind: 'some',
          path: ['account_relations'],
          filter: {
            kind: 'and',
            filters: [
              condition(['account', 'name'], 'eq', ['S'], 'accountRelations.account.name.eq'),
              condition(['is_primary'], 'eq', [true], 'accountRelations.isPrimary.eq'),
            ],
          },
          at: 'contacts.filter.accountRelations',
        },
        condition(['primary_account', 'id'], 'not-null', [], 'primaryAccount.id.null'),
      ],
    });
    expect(filterOf('{ accountRelations: {} }')).toMatchObject({ kind: 'some', filter: { kind: 'and', filters: [] } });
  });

  it('keeps the way to rows that lie behind a record', () => {
    expect(filterOf('{ step: { pipeline: { steps: { name: { eq: "x" } } } } }', 'opportunities')).toMatchObject({
      kind: 'some',
      path: ['step', 'pipeline', 'steps'],
      filter: { path: ['name'] },
    });
  });

  it('compares the parts of an amount', () => {
    expect(
      filterOf('{ value: { baseValue: { gte: 10.10 }, currencyId: { null: true } } }', 'opportunities'),
    ).toMatchObject({
      kind: 'and',
      filters: [
        { path: ['value', 'base_value'], operator: 'gte', operands: ['10.10'] },
        { path: ['value', 'currency_id'], operator: 'null' },
      ],
    });
  });
});

describe('rejections', () => {
  it.each([
    ['{ lastName: null }', 'contacts.filter.lastName: is null'],
    ['{ owner: null }', 'contacts.filter.owner: is null'],
    ['{ owner: { email: null } }', 'contacts.filter.owner.email: is null'],
    ['{ not: null }', 'contacts.filter.not: is null'],
    ['{ or: null }', 'contacts.filter.or: is null'],
    ['{ lastName: { in: null } }', 'contacts.filter.lastName.in: is null'],
    ['{ lastName: { null: null } }', 'contacts.filter.lastName.null: is null'],
    ['{ accountRelations: null }', 'contacts.filter.accountRelations: is null'],
  ])('rejects %s, which would match too much', (given, message) => {
    expect(() => filterOf(given)).toThrow(message);
  });

  const query = 'query ($filter: ContactFilter) { contacts(filter: $filter) { totalCount } }';

  it('bounds the number of conditions', () => {
    const conditions = (count: number) => ({ and: Array.from({ length: count }, () => ({ title: { eq: 'x' } })) });
    expect(parsed(query, { filter: conditions(100) })).not.toBeNull();
    expect(() => parsed(query, { filter: conditions(101) })).toThrow('contacts.filter: has more than 100 conditions');
  });

  it('bounds the number of values', () => {
    const list = (count: number) => ({ title: { in: Array.from({ length: count }, String) } });
    expect(parsed(query, { filter: list(1000) })).not.toBeNull();
    expect(() => parsed(query, { filter: { or: [list(600), list(401)] } })).toThrow('more than 1000 values');
  });

  it('bounds the depth', () => {
    const nested = (depth: number): object => (depth === 1 ? { title: { eq: 'x' } } : { not: nested(depth - 1) });
    expect(parsed(query, { filter: nested(12) })).not.toBeNull();
    expect(() => parsed(query, { filter: nested(13) })).toThrow('contacts.filter: is nested deeper than 12 levels');
  });
});
