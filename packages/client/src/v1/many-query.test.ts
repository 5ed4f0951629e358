/** Options as numbers that are added up. */
import { expect, it } from 'vitest';
import { deleteQuery, setQuery } from './many-query.js';

it.each([
  [{}, { flag: 0 }],
  [{ rejected: 'undo' }, { flag: 0 }],
  [{ rejected: 'null', insertUnknown: true }, { flag: 3 }],
  [
    { rejected: 'error', checkChangedOnly: true, validationLevel: 9 },
    { flag: 264, validation_level: 9 },
  ],
] as const)('sets by %j', (request, query) => {
  expect(setQuery(request)).toEqual(query);
});

it.each([
  [{}, { flag: 0 }],
  [{ rejected: 'ids' }, { flag: 4 }],
] as const)('deletes by %j', (request, query) => {
  expect(deleteQuery(request)).toEqual(query);
});

it('rejects what means nothing', () => {
  expect(() => setQuery({ rejected: 'keep' as 'null' })).toThrow(/^rejected must be one of undo, null, ids, error$/);
});
