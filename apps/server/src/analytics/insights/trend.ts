/**
 * How a key figure moved since the period before. Pure.
 */

export type Trend = 'Rising' | 'Falling' | 'Stalling';

/** A part of what it was before; what moves by no more is steady. */
const tolerance = 0.01;

export function trendOf(value: number, before: number): Trend {
  const moved = value - before;
  if (Math.abs(moved) <= Math.abs(before) * tolerance) return 'Stalling';
  return moved > 0 ? 'Rising' : 'Falling';
}
