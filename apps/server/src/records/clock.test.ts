import { afterEach, describe, expect, it, vi } from 'vitest';
import { now } from './clock.js';

describe('now', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is the time in microseconds, and never goes back', () => {
    const before = Date.now();
    const moments = Array.from({ length: 2_000 }, now);
    const after = Date.now();
    expect(moments.every((moment) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/.test(moment))).toBe(true);
    expect([...moments].sort()).toEqual(moments);
    expect(Date.parse(`${moments[0]}Z`)).toBeGreaterThanOrEqual(before - 50);
    expect(Date.parse(`${moments.at(-1)}Z`)).toBeLessThanOrEqual(after + 50);
    expect(moments.some((moment) => !moment.endsWith('000'))).toBe(true);
  });

  it('does not go back when the process is paused between its readings', () => {
    const clock = Date.now;
    const moments = [now()];
    vi.spyOn(Date, 'now').mockImplementationOnce(() => {
      const read = clock();
      while (clock() < read + 20) moments[0] = now();
      return read;
    });
    moments.push(now());
    expect([...moments].sort()).toEqual(moments);
  });

  it('does not go back when the clock is slower than the counter', () => {
    const clock = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => clock() + 20);
    const moments = [now()];
    vi.spyOn(Date, 'now').mockImplementation(clock);
    for (let count = 0; count < 100; count++) moments.push(now());
    expect([...moments].sort()).toEqual(moments);
  });

  it('follows the clock when it is set', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2001, 2, 3, 4, 5, 6) });
    expect(now()).toMatch(/^2001-03-03T04:05:06\.00/);
  });
});
