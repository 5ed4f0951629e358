/**
 * Reckons with moments in the form that is stored: `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC. Pure.
 */

const microsecondsPerHour = 3_600_000_000;

/** @returns hours from one moment to another; negative when the second comes first */
export function hoursBetween(start: string, end: string): number {
  return (microseconds(end) - microseconds(start)) / microsecondsPerHour;
}

/** @param seconds whole ones */
export function secondsBefore(moment: string, seconds: number): string {
  const whole = new Date(Date.parse(`${moment.slice(0, 19)}Z`) - seconds * 1000);
  return `${whole.toISOString().slice(0, 19)}${moment.slice(19)}`;
}

/** Since the beginning of 1970. Doubles hold them exactly until the year 2255. */
function microseconds(moment: string): number {
  return Date.parse(`${moment.slice(0, 19)}Z`) * 1000 + Number(moment.slice(20).padEnd(6, '0'));
}
