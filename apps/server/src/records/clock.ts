/**
 * The time of writes, in microseconds.
 */

const driftToleranceMs = 5;
let origin = performance.timeOrigin;

/** @returns the clock's time and the counter at one moment; the process may be paused between two readings */
function clockAndCounter(): { clockMs: number; counterMs: number } {
  for (;;) {
    const before = performance.now();
    const clockMs = Date.now();
    const counterMs = performance.now();
    if (counterMs - before < driftToleranceMs) return { clockMs, counterMs };
  }
}

/** @returns now as `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC; it never goes backward by less than the clock itself does */
export function now(): string {
  const { clockMs, counterMs } = clockAndCounter();
  // The counter is finer than the clock but does not follow when the clock is set.
  if (Math.abs(origin + counterMs - clockMs) > driftToleranceMs) origin = clockMs - counterMs;
  const ms = origin + counterMs;
  const whole = Math.floor(ms);
  const microseconds = Math.floor((ms - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}`;
}
