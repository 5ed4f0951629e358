/** How conditions read in a query string. */
import { expect, it } from 'vitest';
import { renderQuery } from '../http/query.js';
import { filterQuery } from './filter-query.js';

it('writes operands as repeated values and operators by field', () => {
  const query = filterQuery([
    { field: 'city', operator: 'eq', operands: ['a&b', 'c'] },
    { field: 'account_class', operator: 'null', operands: [] },
  ]);
  expect(query).toEqual({
    'filter[city]': ['a&b', 'c'],
    'filter-op[city]': 'eq',
    'filter-op[account_class]': 'null',
  });
  expect(renderQuery(query)).toBe(
    '?filter%5Bcity%5D=a%26b&filter%5Bcity%5D=c&filter-op%5Bcity%5D=eq&filter-op%5Baccount_class%5D=null',
  );
  expect(renderQuery({})).toBe('');
});
