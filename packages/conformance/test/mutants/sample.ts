/**
 * Picks mutants at random, from each folder its share. Pure.
 */
import { Random } from '../../src/random/random.js';
import type { Mutant } from './mutant.js';
import { folderOf } from './server-sources.js';

/**
 * @param size how many; all when there are fewer
 * @param seed the same text picks the same mutants, most of them also after other parts of the sources have changed
 * @returns mutants in the order in which they are tried; a smaller sample is the beginning of a larger one
 */
export function sampleOf(mutants: readonly Mutant[], size: number, seed: string): readonly Mutant[] {
  const folders = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const folder = folderOf(mutant.file);
    const inFolder = folders.get(folder) ?? [];
    inFolder.push(mutant);
    folders.set(folder, inFolder);
  }
  const placed = [...folders].flatMap(([folder, inFolder]) => {
    const offset = new Random(`${seed}/${folder}`).fraction();
    // From 0 to 1 within each folder: whatever is cut off has a share of each.
    return shuffled(inFolder, seed).map((mutant, index) => ({ mutant, place: (index + offset) / inFolder.length }));
  });
  return placed
    .sort((one, other) => one.place - other.place)
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

/** The rank of each follows from itself alone. */
function shuffled(mutants: readonly Mutant[], seed: string): readonly Mutant[] {
  const rankOf = ({ file, line, mutator, original, replacement }: Mutant) =>
    new Random(JSON.stringify([seed, file, line, mutator, original, replacement])).fraction();
  return mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ mutant }) => mutant);
}
