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
    expect(() => expectEqual({ a: 1 }, { a: 2 }, 'the answer')).toThrow('the answer: wanted { a: 2 }, got { a: 1 }');
    expect(() => expectThat(false, 'the reason')).toThrow(ExpectationFailed);
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
