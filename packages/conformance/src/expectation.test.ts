/** What failed expectations say. */
import { describe, expect, it } from 'vitest';
import { ExpectationFailed, expectEqual, expectSameItems, expectSameList, expectThat } from './expectation.js';

describe('an expectation that holds', () => {
  it('says nothing', () => {
    expectThat(true, 'never said');
    expectEqual({ a: 1, b: [2] }, { b: [2], a: 1 }, 'value');
    expectSameList(['a', 'b'], ['a', 'b'], 'list');
    expectSameItems(['b', 'a'], ['a', 'b'], 'items');
  });
});

describe('an expectation that fails', () => {
  it('says what was wanted and what came', () => {
    expect(() => expectEqual(1, 2, 'the answer')).toThrow('the answer: wanted 2, got 1');
    expect(() => expectThat(false, 'the reason')).toThrow(ExpectationFailed);
  });

  it.each([
    [{ a: 1 }, { a: 2 }, 'the answer, at a: wanted 2, got 1'],
    [
      { data: [{ id: 1 }, { id: 2, name: 'x' }] },
      { data: [{ id: 1 }, { id: 2, name: 'y' }] },
      "at data[1].name: wanted 'y', got 'x'",
    ],
    [{ data: [1] }, { data: [1, 2] }, 'at data: wanted [ 1, 2 ], got [ 1 ]'],
    [{ a: { b: 1 } }, { a: { b: 1, c: undefined } }, 'at a.c: wanted undefined, got undefined'],
    [{ a: 1 }, {}, 'at a: wanted undefined, got 1'],
    [{ a: [] }, { a: {} }, 'at a: wanted {}, got []'],
    [[null], [{ a: 1 }], 'the answer, at [0]: wanted { a: 1 }, got null'],
    [[], null, 'the answer: wanted null, got []'],
  ])('names the first place where %j is not %j', (got, wanted, message) => {
    expect(() => expectEqual(got, wanted, 'the answer')).toThrow(message);
  });

  it('carries the place and both values for reports', () => {
    const failed = (() => {
      try {
        expectEqual({ a: [{ b: 1 }] }, { a: [{ b: '1' }] }, 'x');
        return undefined;
      } catch (error) {
        return error as ExpectationFailed;
      }
    })();
    expect(failed?.difference).toEqual({ path: 'a[0].b', wanted: "'1'", got: '1' });
  });

  it('distinguishes null from missing, and numbers from texts', () => {
    expect(() => expectEqual({ a: undefined }, { a: null }, 'x')).toThrow(ExpectationFailed);
    expect(() => expectEqual('1', 1, 'x')).toThrow(ExpectationFailed);
  });

  it('says what is missing, what is too much and where lists part', () => {
    expect(() => expectSameList(['a', 'x'], ['a', 'b', 'c'], 'ids')).toThrow(
      "ids: missing [ 'b', 'c' ]; not expected [ 'x' ]; wanted 3 items, got 2; first difference at 1: wanted 'b', got 'x'",
    );
    expect(() => expectSameItems(['a', 'a'], ['a', 'b'], 'ids')).toThrow("missing [ 'b' ]");
  });

  it('shortens what is long', () => {
    const error = new Array<string>(500).fill('a text of some length');
    expect(() => expectEqual(error, [], 'x')).toThrow(/^.{1,2500}$/s);
  });
});
