import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.js';
import { ParameterErrors } from './parameter-errors.js';
import { eachOf, everyOf, Refusals } from './refusals.js';

const refusal = (name: string) => new ApiError('ERROR_PARAMETER_INVALID', `${name}: is wrong.`, { at: name });

function refuse(name: string): never {
  throw refusal(name);
}

function refusedBy(work: () => unknown): ParameterErrors {
  try {
    work();
  } catch (error) {
    if (error instanceof ParameterErrors) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('what is wrong with a request', () => {
  it('is told together, those of parts among them, each once', () => {
    const error = refusedBy(() =>
      eachOf(['a', 'b', 'c'], (name) => everyOf({ own: () => refuse(name), shared: () => refuse('shared') })),
    );
    expect(error.listed.map(({ at }) => at)).toEqual(['a', 'shared', 'b', 'c']);
    expect(error).toMatchObject({
      at: 'a',
      status: 400,
      message: 'a: is wrong. shared: is wrong. b: is wrong. c: is wrong.',
    });
  });

  it('is told one by one up to a hundred, of further parts too', () => {
    const names = Array.from({ length: 75 }, (_, index) => String(index));
    const error = refusedBy(() => eachOf(['x', 'y'], (part) => eachOf(names, (name) => refuse(part + name))));
    expect(error.listed).toHaveLength(100);
    expect(error.message).toMatch(/y24: is wrong\. There are 50 more mistakes\.$/);
  });

  it('is reported when only one part is wrong', () => {
    expect(refusedBy(() => eachOf(['a', 'b'], (name) => (name === 'b' ? refuse(name) : name))).message).toBe(
      'b: is wrong.',
    );
  });

  it('gives what is right when nothing is wrong', () => {
    expect(everyOf({ one: () => 1, list: () => eachOf([1, 2], (value, index) => value * 10 + index) })).toEqual({
      one: 1,
      list: [10, 21],
    });
  });

  it('lets all else end the work at once', async () => {
    const refusals = new Refusals();
    const missing = new ApiError('ERROR_RECORD_NOT_FOUND', 'It is gone.');
    expect(() => refusals.attempt(() => refuse('a'))).not.toThrow();
    expect(() =>
      refusals.attempt(() => {
        throw missing;
      }),
    ).toThrow(missing);
    await expect(refusals.wait(() => Promise.reject(missing))).rejects.toBe(missing);
    expect(await refusals.wait(() => Promise.reject(refusal('b')))).toBeUndefined();
    expect(refusedBy(() => refusals.settle()).listed.map(({ at }) => at)).toEqual(['a', 'b']);
  });
});
