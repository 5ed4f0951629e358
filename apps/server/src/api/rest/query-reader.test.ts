import { describe, expect, it } from 'vitest';
import { QueryReader, queryParameters } from './query-reader.js';

const open = (search: string, operation: 'list' | 'get' | 'delete' = 'list') =>
  new QueryReader(search, queryParameters(operation));

describe('QueryReader', () => {
  it.each([
    ['filters[name]=x', 'filters: is not a parameter here; use filter.'],
    ['filter_op[name]=eq', 'filter_op: is not a parameter here; use filter-op.'],
    ['load_only=id', 'load_only: is not a parameter here; use load-only.'],
    ['exapnd=owner', 'exapnd: is not a parameter here; use expand.'],
    ['include_total=1', 'include_total: is not a parameter here; use include-total.'],
    ['First=1', 'First: is not a parameter here; use first.'],
  ])('rejects %s, which is close to a parameter', (search, message) => {
    expect(() => open(search).rejectErrors()).toThrow(message);
  });

  it('ignores the names that are not close to any', () => {
    const reader = open('utm_source=x&_=1&first=1&filter[a]=1&filter-op[a]=eq&__proto__=1&include_deleted=1');
    reader.rejectErrors();
    expect(reader.ignored).toEqual(['utm_source', '_', '__proto__']);
  });

  it('ignores the parameters of other operations, even those close to one of its own', () => {
    const reader = open('include-total=true&first=1&load-only=id', 'get');
    reader.rejectErrors();
    expect(reader.ignored).toEqual(['include-total', 'first']);
  });

  it('knows the parameters that only some entity types have', () => {
    expect(open('delete-records=true', 'delete').ignored).toEqual([]);
  });
});
