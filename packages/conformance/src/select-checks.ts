/**
 * Picks checks by what the command line says, and puts them in order. Pure.
 */
import { type Check, type Level, levelOf } from './check.js';
import { type Part, type PartName, parts } from './parts.js';
import { levels } from './result.js';

export interface Selection {
  /** Beginnings of ids: `list` picks `list.cursor.forward` and `listing.x`; none picks all. */
  readonly only: readonly string[];
  /** The lowest level that is tried: `SHOULD` picks MUST and SHOULD. */
  readonly level: Level;
  /** A part of the interface, of which `only` picks; undefined: all of it. */
  readonly part?: PartName | undefined;
}

export function selectChecks(checks: readonly Check[], { only, level, part }: Selection): readonly Check[] {
  const wanted = levels.slice(0, levels.indexOf(level) + 1);
  return checks.filter(
    (check) =>
      wanted.includes(levelOf(check)) &&
      (only.length === 0 || begins(check, only)) &&
      (part === undefined || isOf(check, parts[part])),
  );
}

function isOf(check: Check, { only, except }: Part): boolean {
  return begins(check, only) && !begins(check, except);
}

function begins({ id }: Check, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => id.startsWith(prefix));
}

/**
 * Puts checks in an order whose beginning has something of every area, for a run that may end before all have begun. Those that need
 * the space to themselves come last.
 */
export function spreadByArea(checks: readonly Check[]): readonly Check[] {
  const counts = new Map<string, number>();
  const sizes = new Map<string, number>();
  const areaOf = ({ id }: Check) => id.split('.', 1)[0] ?? id;
  for (const check of checks) sizes.set(areaOf(check), (sizes.get(areaOf(check)) ?? 0) + 1);
  const placed = checks.map((check) => {
    const area = areaOf(check);
    const before = counts.get(area) ?? 0;
    counts.set(area, before + 1);
    // From 0 to 1 within each area.
    return { check, place: (check.serial === undefined ? 0 : 1) + before / (sizes.get(area) ?? 1) };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ check }) => check);
}
