/**
 * In which order checks are tried on a mutant: those first that are likely to notice it. Pure.
 */
import type { Check } from '../../src/check.js';
import { patternOf } from '../check-patterns.js';
import type { Coverage } from './coverage.js';

/**
 * Of the generated checks of one function so many are tried: of those whose requests run the code, of the others, and of all where the
 * server runs it at its start or in the background, where it may concern a single entity type.
 */
const most = { running: 6, others: 1, outside: 20 };

/**
 * Begins with the checks that run the mutant's code, and with one of each function among them. The others follow, because they see
 * what the code has left in caches and in the background.
 * @returns the checks to try: all but most of the generated ones, which are a few functions with many entity types and operations
 */
export function orderFor(mutant: string, checks: readonly Check[], coverage: Coverage): readonly Check[] {
  const running = checks.filter(({ id }) => coverage.isRunBy(id, mutant));
  const others = checks.filter(({ id }) => !coverage.isRunBy(id, mutant));
  const isOutside = coverage.isRunOutside(mutant);
  return [
    ...serialLast(oneOfEachFirst(someOfEach(running, isOutside ? most.outside : most.running), coverage)),
    ...serialLast(oneOfEachFirst(someOfEach(others, isOutside ? most.outside : most.others), coverage)),
  ];
}

/** @returns at most so many of each function, spread over all of it */
function someOfEach(checks: readonly Check[], count: number): readonly Check[] {
  const patterns = new Map<string, Check[]>();
  for (const check of checks) {
    const pattern = patternOf(check.id);
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), check]);
  }
  return [...patterns.values()].flatMap((same) => {
    const step = Math.max(1, same.length / count);
    return same.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  });
}

/** Short ones come first, so that many have been tried soon. */
function oneOfEachFirst(checks: readonly Check[], coverage: Coverage): readonly Check[] {
  const byDuration = [...checks].sort((one, other) => coverage.durationOf(one.id) - coverage.durationOf(other.id));
  const seen = new Set<string>();
  const firsts = byDuration.filter(({ id }) => !seen.has(patternOf(id)) && seen.add(patternOf(id)));
  return [...new Set([...firsts, ...byDuration])];
}

function serialLast(checks: readonly Check[]): readonly Check[] {
  const isSerial = ({ serial }: Check) => serial !== undefined;
  return [...checks.filter((check) => !isSerial(check)), ...checks.filter(isSerial)];
}
