/**
 * The time of writes, in microseconds.
 */

const driftToleranceMs = 5;
/** A clock that goes back further has been set. */
const longestHoldMs = 1_000;
let origin = performance.timeOrigin;
let latestMs = 0;

/** @returns the clock's time and the counter at one moment; the process may be paused between two readings */
function clockAndCounter(): { clockMs: number; counterMs: number } {
  for (;;) {
    const before = performance.now();
    const clockMs = Date.now();
    const counterMs = performance.now();
    if (counterMs - before < driftToleranceMs) return { clockMs, counterMs };
  }
}

/** @returns now as `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC; it goes back only when the clock is set back, by more than a second */
export function now(): string {
  const { clockMs, counterMs } = clockAndCounter();
  // The counter is finer than the clock but does not follow when the clock is set.
  if (Math.abs(origin + counterMs - clockMs) > driftToleranceMs) origin = clockMs - counterMs;
  const readMs = origin + counterMs;
  // The counter may have run ahead of the clock: time stands still then until the clock is there.
  const ms = readMs < latestMs && latestMs - readMs <= longestHoldMs ? latestMs : readMs;
  latestMs = ms;
  const whole = Math.floor(ms);
  const microseconds = Math.floor((ms - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}`;
}
