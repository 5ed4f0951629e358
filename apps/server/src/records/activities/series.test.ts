import { expect, it } from 'vitest';
import { hoursBetween, secondsBefore } from './series.js';

it('counts hours to the microsecond', () => {
  expect(hoursBetween('2026-04-17T09:00:00.000000', '2026-04-17T10:30:00.000000')).toBe(1.5);
  expect(hoursBetween('2026-02-28T23:00:00.000000', '2026-03-01T01:00:00.000000')).toBe(2);
  expect(hoursBetween('2026-04-17T09:00:00.000000', '2026-04-17T09:00:00.036000')).toBe(0.00001);
  expect(hoursBetween('2026-04-17T10:00:00.000000', '2026-04-17T09:00:00.000000')).toBe(-1);
});

it('goes back seconds and keeps the fraction', () => {
  expect(secondsBefore('2026-03-01T00:05:00.123456', 900)).toBe('2026-02-28T23:50:00.123456');
  expect(secondsBefore('2026-03-01T00:05:00.000001', 0)).toBe('2026-03-01T00:05:00.000001');
});
