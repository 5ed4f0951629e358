/**
 * Random texts that find weak spots: letters in both cases and several scripts, wildcards, quotes, separators of both REST grammars.
 * Every letter here has exactly one upper and one lower form, so that any valid way of ignoring case agrees.
 */
import type { Random } from './random.js';

/** U+FF21 sorts after U+1F600 by UTF-16 unit, before it by code point. */
const pieces = ['a', 'A', 'b', 'B', 'é', 'É', 'ж', 'Ж', 'ω', 'Ω', '漢', 'Ａ', '😀', '7'];
const sharp = ['%', '_', '\\', "'", '"', ',', ':', '|', '*', '(', '&', '=', '+', '#', '/'];

/** @returns 1 to `maxPieces` characters, never blank at an end */
export function randomText(random: Random, maxPieces = 4): string {
  const length = random.integer(1, maxPieces);
  return Array.from({ length }, () => random.pick(random.chance(0.3) ? sharp : pieces)).join('');
}

/** A text, an empty text, or null. */
export function randomNullableText(random: Random): string | null {
  const kind = random.fraction();
  if (kind < 0.15) return null;
  return kind < 0.25 ? '' : randomText(random);
}
