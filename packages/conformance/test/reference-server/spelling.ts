/**
 * Which of the known names was probably meant by one that is not known.
 */

/** @returns undefined when none is close */
export function near(given: string, known: readonly string[]): string | undefined {
  const name = plain(given);
  const most = Math.min(2, Math.floor(name.length / 3));
  const distances = known.map((each) => ({ each, distance: distanceOf(name, plain(each)) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= most ? nearest.each : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** How many letters are missing, too many, wrong, or swapped with the next. */
function distanceOf(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const swaps = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const changes = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changes, swaps));
    }
  }
  return at(a.length, b.length);
}
