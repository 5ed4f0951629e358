import { describe, expect, it } from 'vitest';
import { parseDuplicatesQuery, parseGetQuery, parseListQuery } from './parse-list-query.js';
import { QueryReader, queryParameters } from './query-reader.js';

const parseList = (search: string) => parseListQuery(new QueryReader(search, queryParameters('list')));
const parseGet = (search: string) => parseGetQuery(new QueryReader(search, queryParameters('get')));
const parseDuplicates = (search: string) =>
  parseDuplicatesQuery(new QueryReader(search, queryParameters('duplicates')));

const condition = (path: string, operator: string, ...operands: string[]) => ({
  kind: 'condition',
  path: path.split('.'),
  operator,
  operands,
  at: `filter[${path}]`,
});

describe('parseListQuery', () => {
  it('asks for the first records with nothing said', () => {
    expect(parseList('')).toEqual({
      filter: null,
      sort: [],
      window: { kind: 'cursor' },
      includeDeleted: false,
      selection: { kind: 'rest', expand: {} },
      withTotal: false,
    });
  });

  it.each([
    ['filter[city]=Leeds', condition('city', 'eq', 'Leeds')],
    ['filter%5Bcity%5D=Le%65ds', condition('city', 'eq', 'Leeds')],
    ['filter[city]=a&filter[city]=b', condition('city', 'eq', 'a', 'b')],
    ['filter[city][]=a&filter[city][]=b', condition('city', 'eq', 'a', 'b')],
    ['filter[city]=a+b%2Bc', condition('city', 'eq', 'a b+c')],
    ['filter[city]=', condition('city', 'eq', '')],
    ['filter[owner.email]=x', condition('owner.email', 'eq', 'x')],
    ['filter-op[city]=null', condition('city', 'null')],
    ['filter-op[city]=null&filter[city]=', condition('city', 'null')],
    ['filter[city]=x&filter-op[city]=icontains', condition('city', 'icontains', 'x')],
    ['filter[gender]=1,2&filter-op[gender]=between', condition('gender', 'between', '1', '2')],
    ['filter[city]=a,b&filter[city]=c&filter-op[city]=between', condition('city', 'between', 'a,b', 'c')],
    ['filter[city]=a,b', condition('city', 'eq', 'a,b')],
    ['filter[__proto__]=x', condition('__proto__', 'eq', 'x')],
  ])('reads %s', (search, wanted) => {
    expect(parseList(search).filter).toEqual(wanted);
  });

  it('joins several conditions', () => {
    expect(parseList('filter[a]=1&filter-op[b]=empty').filter).toEqual({
      kind: 'and',
      filters: [condition('a', 'eq', '1'), condition('b', 'empty')],
    });
  });

  it.each([
    ['order-by=city', [['city', false]]],
    [
      'order-by=-created,%20city',
      [
        ['created', true],
        ['city', false],
      ],
    ],
    ['order-by=+owner.email', [['owner.email', false]]],
    [
      'order-by=a&order-by=-b',
      [
        ['a', false],
        ['b', true],
      ],
    ],
    ['order-by=', []],
  ])('reads %s', (search, wanted) => {
    expect(parseList(search).sort.map(({ path, descending }) => [path.join('.'), descending])).toEqual(wanted);
  });

  it.each([
    ['first=5&last=2', { kind: 'cursor', first: 5, last: 2 }],
    ['after=a+b==', { kind: 'cursor', after: 'a+b==' }],
    ['before=a%2Bb', { kind: 'cursor', before: 'a+b' }],
    ['after=&first=', { kind: 'cursor' }],
    ['limit=10', { kind: 'offset', limit: 10, offset: 0 }],
    ['offset=10', { kind: 'offset', limit: 30, offset: 10 }],
  ])('reads %s', (search, wanted) => {
    expect(parseList(search).window).toEqual(wanted);
  });

  it.each([
    ['include-deleted=true', { includeDeleted: true }],
    ['include_deleted=1', { includeDeleted: true }],
    ['include-deleted=FALSE', { includeDeleted: false }],
    ['include-total=true', { withTotal: true }],
    [
      'expand=owner&load-only=name,owner.id',
      { selection: { kind: 'rest', expand: { owner: {} }, only: { name: {}, owner: { id: {} } } } },
    ],
    ['load-only=', { selection: { kind: 'rest', expand: {} } }],
  ])('reads %s', (search, wanted) => {
    expect(JSON.parse(JSON.stringify(parseList(search)))).toMatchObject(wanted);
  });

  it('rejects what would be left unheeded', () => {
    for (const [search, words] of [
      ['filter=x', 'filter: must have the form filter[<field>]'],
      ['filter-op=eq', 'filter-op: must have the form filter-op[<field>]'],
      ['filter-op[city]=null&filter[city]=x', 'filter[city]: "null" takes no value'],
      [`expand=${'a.'.repeat(6)}a`, 'expand: at most 5 levels'],
    ] as const) {
      expect(() => parseList(search)).toThrow(words);
    }
    expect(parseList('filter=&filter-op=').filter).toBeNull();
  });

  it('names every error', () => {
    const search = 'exapnd=owner&first=0&limit=x&include-total=2&filter-op[a]=like&filter-op[b]=gt&filter[c=1';
    const names = ['exapnd:', 'first:', 'limit:', 'include-total:', 'filter-op[a]:', 'filter-op[b]:', 'filter[c:'];
    for (const name of names) expect(() => parseList(search)).toThrow(name);
  });
});

describe('parseGetQuery', () => {
  it('reads relations, members and whether deleted records count, and nothing else', () => {
    const parsed = parseGet('expand=owner&include_deleted=true&load-only=name,owner.id&first=0');
    expect(JSON.parse(JSON.stringify(parsed))).toEqual({
      includeDeleted: true,
      withHistory: false,
      selection: { kind: 'rest', expand: { owner: {} }, only: { name: {}, owner: { id: {} } } },
    });
  });
});

describe('parseDuplicatesQuery', () => {
  it.each([
    ['', { first: 30 }],
    ['first=100', { first: 100 }],
    ['first=1&after=a+b==', { first: 1, after: 'a+b==' }],
    ['after=', { first: 30 }],
  ])('reads %j', (search, wanted) => {
    expect(parseDuplicates(search)).toEqual(wanted);
  });

  it.each(['first=0', 'first=101', 'first=1&first=2'])('rejects %s', (search) => {
    expect(() => parseDuplicates(search)).toThrow('first:');
  });
});
