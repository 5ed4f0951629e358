/** Query parameters as given, and the query string they become. */
import { describe, expect, it } from 'vitest';
import { serializePath, serializeQuery } from './serialize-request.js';

const decoded = (query: Record<string, unknown>) => decodeURIComponent(serializeQuery(query));

describe('serializeQuery', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, ''],
    ['plain values', { first: 10, 'include-deleted': true }, 'first=10&include-deleted=true'],
    ['absent parameters', { first: undefined, after: null, last: 3 }, 'last=3'],
    ['a filter', { filter: { name: 'x' } }, 'filter[name]=x'],
    [
      'a filter and its operator',
      { filter: { name: 'x' }, 'filter-op': { name: 'contains' } },
      'filter[name]=x&filter-op[name]=contains',
    ],
    ['a filter through a relation', { filter: { 'owner.email': 'a@b' } }, 'filter[owner.email]=a@b'],
    ['several values of one field', { filter: { id: ['1', '2'] } }, 'filter[id]=1&filter[id]=2'],
    ['false, zero and the empty text', { filter: { a: false, b: 0, c: '' } }, 'filter[a]=false&filter[b]=0&filter[c]='],
    [
      'a date',
      { filter: { modified: new Date(Date.UTC(2024, 0, 31, 12)) } },
      'filter[modified]=2024-01-31T12:00:00.000Z',
    ],
    ['names as text', { expand: 'owner,unit', 'order-by': '-created' }, 'expand=owner,unit&order-by=-created'],
    ['names as arrays', { expand: ['owner', 'account_relations.account'] }, 'expand=owner,account_relations.account'],
    [
      'orders as arrays',
      { 'order-by': ['created', '-modified'], 'load-only': ['id'] },
      'order-by=created,-modified&load-only=id',
    ],
    ['no names', { expand: [] }, ''],
    ['an array that is not names', { tag: ['a', 'b'] }, 'tag=a&tag=b'],
  ])('renders %s', (_case, query, wanted) => {
    expect(decoded(query)).toBe(wanted);
  });

  it('escapes names and values so that neither can end early', () => {
    expect(serializeQuery({ filter: { 'a&b]': 'x=1&y#z +%ü' } })).toBe(
      'filter%5Ba%26b%5D%5D=x%3D1%26y%23z%20%2B%25%C3%BC',
    );
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['an empty array', []],
    ['an object', { deeper: 1 }],
    ['an array with null', ['a', null]],
  ])('rejects %s as operand rather than drop the condition', (_case, operand) => {
    expect(() => serializeQuery({ filter: { owner_id: operand } })).toThrow(/filter\[owner_id\]/);
  });

  it('says how to look for null', () => {
    expect(() => serializeQuery({ filter: { owner_id: null } })).toThrow(/operator "null"/);
  });
});

it('puts parameters in, encoded', () => {
  expect(serializePath('/entities/Contacts/{id}', { id: 'a/b c?$&' })).toBe('/entities/Contacts/a%2Fb%20c%3F%24%26');
  expect(serializePath('/entities/Contacts', {})).toBe('/entities/Contacts');
});

it.each([[undefined], [null], [''], ['.'], ['..']])('rejects %j', (id) => {
  expect(() => serializePath('/entities/Contacts/{id}', { id })).toThrow('path parameter "id"');
});
