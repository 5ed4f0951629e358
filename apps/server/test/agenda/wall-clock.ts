/**
 * Clocks on walls all over the world, read by `Intl` alone. Times on the wall are numbers as if they were UTC.
 */

export const day = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, ...date, ...time });
  formats.set(timeZone, format);
  return format;
}

/** @returns what a clock on the wall shows at a moment */
export function wallTime(moment: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(moment);
  const partOf = (wanted: string) => Number(parts.find(({ type }) => type === wanted)?.value);
  const [year, month, date] = [partOf('year'), partOf('month'), partOf('day')];
  return Date.UTC(year, month - 1, date, partOf('hour'), partOf('minute'), partOf('second'));
}

/** @returns the first moment at which a clock on the wall shows a time; undefined when it never does */
export function momentAt(wall: number, zone: string): number | undefined {
  const offsets = [wall - day, wall + day].map((near) => wallTime(near, zone) - near);
  const moments = offsets.map((offset) => wall - offset).filter((moment) => wallTime(moment, zone) === wall);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** @param moment as the service tells it @returns the day on the wall, `YYYY-MM-DD` */
export function dateAt(moment: string, zone: string): string {
  return new Date(wallTime(Date.parse(`${moment.slice(0, 19)}Z`), zone)).toISOString().slice(0, 10);
}

/** @returns a moment as the service tells it */
export function momentText(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}.000000`;
}
