/**
 * Whether what a server holds stays what it is. Pure.
 */
import type { Sample } from './soaked-server.js';

const megabyte = 1_048_576;

/**
 * How much more than at the end of the first quarter may be there at the end, as a part of that and in bytes. Caches fill for longer
 * than a quarter: SQLite keeps up to 64 MB of pages for each of four connections, outside of the heap.
 */
export const bounds = {
  heapUsed: { part: 0.1, bytes: 8 * megabyte },
  anonymous: { part: 0.15, bytes: 64 * megabyte },
} as const;

/** Connections of clients and of a pool come and go. */
export const maxMoreDescriptors = 20;
/** Texts of a million characters are kept by each of four connections; none has less than a hundred. */
export const maxPrepared = 40_000;

/** @returns what grows, in words; empty when nothing does */
export function growing(samples: readonly Sample[]): string[] {
  const later = samples.slice(Math.floor(samples.length / 4));
  const problems: string[] = [];
  for (const [name, { part, bytes }] of Object.entries(bounds)) {
    const values = later.map((sample) => sample[name as keyof typeof bounds]);
    const { begin, end } = lineThrough(values);
    if (end - begin > begin * part + bytes)
      problems.push(`${name} grows from ${inMegabytes(begin)} to ${inMegabytes(end)} MB`);
  }
  const [first, last] = [samples[0]?.descriptors ?? 0, samples.at(-1)?.descriptors ?? 0];
  if (last > first + maxMoreDescriptors) problems.push(`descriptors grow from ${first} to ${last}`);
  const prepared = samples.at(-1)?.prepared ?? 0;
  if (prepared > maxPrepared) problems.push(`${prepared} statements are prepared`);
  return problems;
}

/** @returns the ends of the line that has the least squares of distances */
export function lineThrough(values: readonly number[]): { readonly begin: number; readonly end: number } {
  const middle = (values.length - 1) / 2;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const mean = sum(values) / values.length;
  const products = sum(values.map((value, index) => (index - middle) * (value - mean)));
  const squares = sum(values.map((_, index) => (index - middle) ** 2));
  const slope = squares === 0 ? 0 : products / squares;
  return { begin: mean - slope * middle, end: mean + slope * middle };
}

export function inMegabytes(bytes: number): string {
  return (bytes / megabyte).toFixed(1);
}
