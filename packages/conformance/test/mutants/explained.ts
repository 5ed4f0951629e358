/**
 * Mutants that were read, and why the suite need not notice them.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Mutant } from './mutant.js';

export interface Explanation extends Pick<Mutant, 'file' | 'original' | 'replacement'> {
  /**
   * `equivalent`: no answer can differ. `unpromised`: an answer differs in what the spec leaves open. `elsewhere`: what differs needs
   * another database, a failure or load, and tests of the server try it.
   */
  readonly because: 'equivalent' | 'unpromised' | 'elsewhere';
  readonly why: string;
}

const file = fileURLToPath(new URL('explained.yaml', import.meta.url));

export function readExplanations(): readonly Explanation[] {
  return parse(readFileSync(file, 'utf8')) ?? [];
}

/** @returns why the suite need not notice the mutant; undefined when nobody has said */
export function explanationOf(mutant: Mutant, explanations: readonly Explanation[]): Explanation | undefined {
  return explanations.find(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  );
}
