import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../request/filter.js';
import { parseFilter } from './parse-filter.js';
import { QueryErrors } from './query-errors.js';
import { secondBounds, translateFilter } from './translate-filter.js';

const catalog = buildCatalog(entityTypes);
const id = '0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f6';
const legacyId = `PY-7FFFFFFF-${id.toUpperCase()}`;

function translate(collection: string, text: string): Filter | null {
  const entityType = catalog.byV1Collection(collection)?.entityType;
  if (entityType === undefined) {
    throw new Error(`no collection ${collection}`);
  }
  const errors = new QueryErrors();
  const filter = translateFilter(catalog, entityType, parseFilter(text, errors), errors);
  errors.rejectAny();
  return filter;
}

/** The tree in one line: `and(name eq "Acme", created gt "2024")`. */
function show(filter: Filter | null): string {
  switch (filter?.kind) {
    case undefined:
      return 'all';
    case 'condition':
      return [filter.path.join('.'), filter.operator, ...filter.operands.map((one) => JSON.stringify(one))].join(' ');
    case 'and':
    case 'or':
      return `${filter.kind}(${filter.filters.map(show).join(', ')})`;
    case 'not':
    case 'some':
      return `${filter.kind}(${show(filter.filter)})`;
    default:
      throw new Error(`no phrase says "${filter?.kind}"`);
  }
}

/** @returns how many items work goes through by spreading arrays */
function countSpread(work: () => void): number {
  const iterate = Array.prototype[Symbol.iterator];
  let items = 0;
  // biome-ignore lint/suspicious/noExplicitAny: an array of anything
  Array.prototype[Symbol.iterator] = function (this: any[]) {
    items += this.length;
    return iterate.call(this);
  };
  try {
    work();
  } finally {
    Array.prototype[Symbol.iterator] = iterate;
  }
  return items;
}

describe('translateFilter', () => {
  it('takes work for each operand once', () => {
    const list = (length: number) => `CITY::${Array.from({ length }, (_, index) => `c${index}`).join(':')}::in`;
    const work = (length: number) => countSpread(() => translate('Accounts', list(length)));
    expect(work(4_000)).toBeLessThan(15 * work(400));
  });

  it('answers a phrase with thousands of errors in short', () => {
    const text = `ID::${'x:'.repeat(20_000)}x::in`;
    expect(() => translate('Accounts', text)).toThrow(/ID::x:x.*…": "x" is not an id/);
    expect(() => translate('Accounts', text)).toThrow('There are 19901 more errors.');
    let message = '';
    try {
      translate('Accounts', text);
    } catch (error) {
      message = String(error);
    }
    expect(message.length).toBeLessThan(text.length);
  });

  it.each([
    ['Accounts', '', 'all'],
    ['Accounts', 'SALES_TEAM::5', 'some(and(role eq 2, client.number eq 5))'],
    ['Accounts', 'WATCHERS::5::ne', 'not(some(and(role eq 1, not(some(and(role eq 2))), client.number eq 5)))'],
    ['Accounts', 'SALES_TEAM::5:6::in', 'some(and(role eq 2, client.number eq 5 6))'],
    ['Accounts', 'SALES_TEAM::::eq', 'not(some(and(role eq 2)))'],
    ['Accounts', 'SALES_TEAM::::ne', 'not(not(some(and(role eq 2))))'],
    ['Accounts', 'ORGANIZATION::Acme', 'name eq "Acme"'],
    ['Accounts', 'ORGANIZATION::Acme|CITY::Ulm::ne', 'and(name eq "Acme", city not-eq "Ulm")'],
    ['Accounts', 'CITY::U::ll', 'city starts "U"'],
    ['Accounts', 'CITY::m::rl', 'city ends "m"'],
    ['Accounts', 'CITY::l::fl', 'city contains "l"'],
    ['Accounts', 'ACCOUNT_CLASS::2::ge', 'account_class gte "2"'],
    ['Accounts', 'ACCOUNT_CLASS::2::le', 'account_class lte "2"'],
    ['Accounts', 'CITY::::ne', 'city not-empty'],
    ['Accounts', 'CITY::::eq', 'city empty'],
    ['Accounts', 'CITY::', 'city empty'],
    ['Accounts', 'CITY::Ulm:Bonn::in', 'city eq "Ulm" "Bonn"'],
    ['Accounts', 'CITY:::Bonn::in', 'or(city empty, city eq "Bonn")'],
    ['Accounts', 'IS_UNSUBSCRIBED::TRUE', 'is_unsubscribed eq "true"'],
    ['Accounts', 'IS_UNSUBSCRIBED::1', 'is_unsubscribed eq "1"'],
    ['Accounts', `ID::${legacyId}`, `id eq "${id}"`],
    ['Accounts', `ID::${id}:${legacyId}::in`, `id eq "${id}" "${id}"`],
    ['Accounts', 'OWNER_ID::5', 'owner.number eq 5'],
    ['Accounts', 'OWNER_ID::5::ne', 'owner.number not-eq 5'],
    ['Accounts', `OWNER_ID::${legacyId}`, `owner_id eq "${id}"`],
    ['Accounts', `OWNER_ID::5:${id}:6::in`, `or(owner.number eq 5 6, owner_id eq "${id}")`],
    ['Accounts', 'OWNER_ID::', 'owner_id empty'],
    ['Clients', 'ID::5::gt', 'number gt 5'],
    ['Clients', `ID::${id}`, `id eq "${id}"`],
    ['Accounts', `PARENT_ACCOUNT_ID::${legacyId}::ne`, `parent_account_id not-eq "${id}"`],
    ['Opportunities', `STAGE::${legacyId}`, `step_id eq "${id}"`],
    ['Opportunities', 'OPPORTUNITY_VALUE::1000::gt', 'value.base_value gt "1000"'],
    ['Opportunities', 'OPPORTUNITY_VALUE_FOREIGN::10.5', 'value.value_foreign eq "10.5"'],
    ['Opportunities', `CURRENCY_ID::${legacyId}`, `value.currency_id eq "${id}"`],
    ['Contacts', 'ACCOUNT_RELATIONS::::ne', 'account_relations not-empty'],
    ['Contacts', 'CREATED::2016-01-01T00:00:00Z::gt', 'created gt "2016-01-01T00:00:00Z"'],
    [
      'Contacts',
      'CREATED::2016-01-01 10:20:30',
      'created between "2016-01-01 10:20:30.000000" "2016-01-01 10:20:30.999999"',
    ],
    [
      'Contacts',
      'CREATED::2016-01-01 10:20:30::ne',
      'or(created lt "2016-01-01 10:20:30.000000", created gt "2016-01-01 10:20:30.999999", created null)',
    ],
    ['Contacts', 'CREATED::2016-01-01 10:20:30.25', 'created eq "2016-01-01 10:20:30.25"'],
  ])('%s by %s', (collection, text, wanted) => {
    expect(show(translate(collection, text))).toBe(wanted);
  });

  it('says where each condition was written', () => {
    expect(translate('Accounts', 'CITY::Ulm::ne')).toMatchObject({ at: 'filter: phrase 1 "CITY::Ulm::ne"' });
  });

  it.each([
    [
      'ORGANISATION::x',
      'filter: phrase 1 "ORGANISATION::x": Account has no field "ORGANISATION". Did you mean "ORGANIZATION"?',
    ],
    ['name::x', 'Account has no field "name".'],
    ['OWNER_ID::Ann', '"Ann" is not a number or an id (PY-7FFFFFFF-<UUID> or a plain uuid).'],
    ['ID::5', '"5" is not an id (PY-7FFFFFFF-<UUID> or a plain uuid).'],
    [`ID::${id}:x::in`, '"x" is not an id'],
    ['SALES_TEAM::Ann', '"Ann" is not a number or an id'],
    ['SALES_TEAM::5::gt', 'SALES_TEAM is a list, which is compared with eq, ne or in.'],
    ['CITY::::gt', 'gt needs a value to compare with.'],
    ['CITY::::ll', 'll needs a value to compare with.'],
    ['OWNER_ID::5::ll', 'll compares texts, and OWNER_ID holds none.'],
    ['ACCOUNT_CLASS::5::fl', 'fl compares texts, and ACCOUNT_CLASS holds none.'],
  ])('rejects %s', (text, message) => {
    expect(() => translate('Accounts', text)).toThrow(message);
  });

  it('lists every error at once', () => {
    expect(() => translate('Accounts', 'NAMEX::1|OWNER_ID::x|CITY::Ulm')).toThrow(/^filter: .*\nfilter: [^\n]*$/);
  });
});

it.each([
  ['2024-05-01 10:20:30', '2024-05-01 10:20:30.000000', '2024-05-01 10:20:30.999999'],
  ['2024-05-01T10:20:30Z', '2024-05-01T10:20:30.000000Z', '2024-05-01T10:20:30.999999Z'],
  ['2024-05-01T10:20:30+02:00', '2024-05-01T10:20:30.000000+02:00', '2024-05-01T10:20:30.999999+02:00'],
])('%s is a whole second', (text, first, last) => {
  expect(secondBounds(text)).toEqual({ first, last });
});

it.each(['2024-05-01 10:20:30.5', '2024-05-01', 'yesterday', '2024-05-01 10:20'])(
  '%s is not a whole second',
  (text) => {
    expect(secondBounds(text)).toBeUndefined();
  },
);
