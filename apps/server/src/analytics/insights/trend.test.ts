import { describe, expect, it } from 'vitest';
import { trendOf } from './trend.js';

describe('trendOf', () => {
  it.each([
    [0, 0, 'Stalling'],
    [1, 0, 'Rising'],
    [-1, 0, 'Falling'],
    [101, 100, 'Stalling'],
    [99, 100, 'Stalling'],
    [101.1, 100, 'Rising'],
    [98.9, 100, 'Falling'],
    [0, 5, 'Falling'],
    [-98, -100, 'Rising'],
    [-102, -100, 'Falling'],
    [-100.5, -100, 'Stalling'],
  ])('%d after %d is %s', (value, before, trend) => {
    expect(trendOf(value, before)).toBe(trend);
  });
});
