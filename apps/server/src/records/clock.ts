/**
 * The time of writes, in microseconds.
 */

const driftToleranceMs = 5;
let origin = performance.timeOrigin;

/** @returns now as `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC; it never goes backward by less than the clock itself does */
export function now(): string {
  const wallMs = Date.now();
  // performance.now() counts finer than the clock but does not follow when the clock is set.
  if (Math.abs(origin + performance.now() - wallMs) > driftToleranceMs) origin = wallMs - performance.now();
  const ms = origin + performance.now();
  const whole = Math.floor(ms);
  const microseconds = Math.floor((ms - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}`;
}
