import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.js';
import { ErrorCollector, eachOf, everyOf } from './collect-errors.js';
import { ParameterErrors } from './parameter-error.js';

const problem = (name: string) => new ApiError('ERROR_PARAMETER_INVALID', `${name}: is wrong.`, { at: name });

function reject(name: string): never {
  throw problem(name);
}

function errorOf(work: () => unknown): ParameterErrors {
  try {
    work();
  } catch (error) {
    if (error instanceof ParameterErrors) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('what is wrong with a request', () => {
  it('is reported together, with the errors of nested parts, each once', () => {
    const error = errorOf(() =>
      eachOf(['a', 'b', 'c'], (name) => everyOf({ own: () => reject(name), shared: () => reject('shared') })),
    );
    expect(error.listed.map(({ at }) => at)).toEqual(['a', 'shared', 'b', 'c']);
    expect(error).toMatchObject({
      at: 'a',
      status: 400,
      message: 'a: is wrong. shared: is wrong. b: is wrong. c: is wrong.',
    });
  });

  it('is listed one by one up to a hundred, across parts', () => {
    const names = Array.from({ length: 75 }, (_, index) => String(index));
    const error = errorOf(() => eachOf(['x', 'y'], (part) => eachOf(names, (name) => reject(part + name))));
    expect(error.listed).toHaveLength(100);
    expect(error.message).toMatch(/y24: is wrong\. There are 50 more errors\.$/);
  });

  it('is reported when only one part is wrong', () => {
    expect(errorOf(() => eachOf(['a', 'b'], (name) => (name === 'b' ? reject(name) : name))).message).toBe(
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
    const errors = new ErrorCollector();
    const missing = new ApiError('ERROR_RECORD_NOT_FOUND', 'It is gone.');
    expect(() => errors.attempt(() => reject('a'))).not.toThrow();
    expect(() =>
      errors.attempt(() => {
        throw missing;
      }),
    ).toThrow(missing);
    await expect(errors.wait(() => Promise.reject(missing))).rejects.toBe(missing);
    expect(await errors.wait(() => Promise.reject(problem('b')))).toBeUndefined();
    expect(errorOf(() => errors.throwIfAny()).listed.map(({ at }) => at)).toEqual(['a', 'b']);
  });
});
