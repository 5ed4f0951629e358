/**
 * Finds the name that a caller probably meant. Knows nothing of what the names stand for.
 */

/** Names further away than this share of their length are no likely slip. */
const farthestShare = 0.4;

/**
 * @param wrong what was written
 * @param names the names there are
 * @returns the name with the fewest single-character edits, ignoring case; undefined when none is close
 */
export function closestName(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestEdits = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const allowed = Math.max(1, Math.floor(name.length * farthestShare));
    if (Math.abs(name.length - wrong.length) > allowed) {
      continue;
    }
    const edits = countEdits(wrong.toUpperCase(), name.toUpperCase());
    if (edits <= allowed && edits < bestEdits) {
      best = name;
      bestEdits = edits;
    }
  }
  return best;
}

/** Levenshtein distance, one row of the table at a time. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
