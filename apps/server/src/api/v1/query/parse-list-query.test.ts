import { parse } from 'node:querystring';
import { describe, expect, it } from 'vitest';
import { parseListQuery } from './parse-list-query.js';
import { QueryErrors } from './query-errors.js';

function read(query: string) {
  const errors = new QueryErrors();
  const parsed = parseListQuery(parse(query), errors);
  errors.rejectAny();
  return parsed;
}

describe('parseListQuery', () => {
  it('takes the defaults of the interface', () => {
    expect(read('')).toEqual({
      limit: 25,
      includeDeleted: false,
      offset: 0,
      sort: [],
      phrases: [],
      after: undefined,
      loadOnly: undefined,
      withRevision: false,
    });
  });

  it('reads every parameter', () => {
    const query = 'limit=10&offset=20&sort=-MODIFIED%7CCREATED&filter=NAME::Ann&after=2024-05-01 10:20:30';
    expect(read(`${query}&loadonly=ID%7CNAME&revision=true&include-deleted=1`)).toEqual({
      limit: 10,
      includeDeleted: true,
      offset: 20,
      sort: [
        { name: 'MODIFIED', descending: true },
        { name: 'CREATED', descending: false },
      ],
      phrases: [{ name: 'NAME', operator: 'eq', operands: ['Ann'], source: 'NAME::Ann', place: 1 }],
      after: '2024-05-01 10:20:30',
      loadOnly: ['ID', 'NAME'],
      withRevision: true,
    });
  });

  it.each([
    ['limit=-1', { limit: null }],
    ['limit=0', { limit: 0 }],
    ['limit=', { limit: 25 }],
    ['limit=2147483647', { limit: 2147483647 }],
    ['loadonly=', { loadOnly: undefined }],
    ['sort=-PPL_CHRONOLOGICAL', { sort: [{ name: 'PPL_CHRONOLOGICAL', descending: true }] }],
    ['revision=false', { withRevision: false }],
    ['colour=red', { limit: 25 }],
  ])('reads %s', (query, wanted) => {
    expect(read(query)).toMatchObject(wanted);
  });

  it.each([
    ['limit=-2', 'limit: "-2" is not a whole number from 0 to 2147483647, or -1 for all.'],
    ['limit=ten', 'limit: "ten"'],
    ['limit=2147483648', 'limit: "2147483648"'],
    ['limit=1.5', 'limit: "1.5"'],
    ['offset=-1', 'offset: "-1" is not a whole number from 0 to 2147483647.'],
    ['offset=1e3', 'offset: "1e3"'],
    ['limit=1&limit=2', 'limit: is given more than once.'],
    ['sort=NAME%7C%7CID', 'sort: "NAME||ID" holds an empty name'],
    ['sort=-', 'sort: a "-" has no field name after it.'],
    ['loadonly=ID%7C', 'loadonly: "ID|" holds an empty name'],
  ])('rejects %s', (query, message) => {
    expect(() => read(query)).toThrow(message);
  });

  it('lists every error at once', () => {
    expect(() => read('limit=x&offset=y&filter=z')).toThrow(/^limit: .*\noffset: .*\nfilter: /);
  });
});
