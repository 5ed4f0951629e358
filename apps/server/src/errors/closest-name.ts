/**
 * Finds the name that a caller probably meant. Pure; knows nothing of what the names mean.
 */

/** Names further away than this share of their length are no likely slip. */
const farthestShare = 0.4;

/**
 * @param given what was written
 * @param names the names there are
 * @returns the name with the fewest edits (insertions, deletions, substitutions, swaps of neighbours), ignoring case; undefined
 *   when none is close
 */
export function closestName(given: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const allowed = Math.max(1, Math.floor(name.length * farthestShare));
    if (Math.abs(name.length - given.length) > allowed) continue;
    const edits = editDistance(given.toLowerCase(), name.toLowerCase());
    if (edits <= allowed && edits < fewest) [best, fewest] = [name, edits];
  }
  return best;
}

/** @returns ` Did you mean "x"?` when a name is close, else '' */
export function suggestion(given: string, names: Iterable<string>): string {
  const meant = closestName(given, names);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/** One row of the table at a time; the one before last is needed for swaps. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let distance = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + cost);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        distance = Math.min(distance, beforeLast[column - 2]! + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
