import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import { repeatOnConflict } from './repeat-on-conflict.js';
import { outcomeUnknown, UniqueViolation } from './translate-error.js';

/** Fails as often as there are codes, then succeeds. */
function failing(...codes: string[]) {
  let runs = 0;
  const transact = async () => {
    const code = codes[runs++];
    if (code !== undefined) throw Object.assign(new Error('x'), { code });
    return runs;
  };
  return { transact, runs: () => runs };
}

describe('repeatOnConflict', () => {
  it('runs once when nobody is in the way', async () => {
    expect(await repeatOnConflict(failing().transact)).toBe(1);
  });

  it('runs again after a conflict or a unique value that was taken meanwhile', async () => {
    expect(await repeatOnConflict(failing('40001', '23505', 'SQLITE_BUSY').transact)).toBe(4);
  });

  it('gives up after six runs', async () => {
    const { transact, runs } = failing(...Array.from({ length: 10 }, () => '40P01'));
    await expect(repeatOnConflict(transact)).rejects.toMatchObject({ errorName: 'ERROR_UNAVAILABLE' });
    expect(runs()).toBe(6);
    const taken = failing(...Array.from({ length: 10 }, () => '23505'));
    await expect(repeatOnConflict(taken.transact)).rejects.toBeInstanceOf(UniqueViolation);
  });

  it('runs again what a lost connection has interrupted, three times in all', async () => {
    expect(await repeatOnConflict(failing('57P01', 'ECONNRESET').transact)).toBe(3);
    const { transact, runs } = failing('57P01', 'ECONNRESET', 'EPIPE', '57P01');
    await expect(repeatOnConflict(transact)).rejects.toMatchObject({ errorName: 'ERROR_UNAVAILABLE' });
    expect(runs()).toBe(3);
  });

  it('runs nothing again that may have been committed', async () => {
    let runs = 0;
    const transact = async () => {
      runs++;
      throw outcomeUnknown(Object.assign(new Error('x'), { code: 'ECONNRESET' }));
    };
    await expect(repeatOnConflict(transact)).rejects.toMatchObject({ errorName: 'ERROR_OUTCOME_UNKNOWN', status: 503 });
    expect(runs).toBe(1);
  });

  it('runs nothing again that failed for another reason', async () => {
    const rejection = new ApiError('ERROR_FORBIDDEN', 'no');
    let runs = 0;
    const transact = async () => {
      runs++;
      throw rejection;
    };
    await expect(repeatOnConflict(transact)).rejects.toBe(rejection);
    expect(runs).toBe(1);
  });
});
