/**
 * The texts that begin with a prefix as a range: both databases compare texts by their bytes in UTF-8, which is the order of code points.
 * Pure.
 */

const lastCodePoint = 0x10_ff_ff;
const [firstSurrogate, afterSurrogates] = [0xd8_00, 0xe0_00];

/**
 * @param prefix well-formed, as what is bound
 * @returns the first text behind all that begin with the prefix; undefined when there is none
 */
export function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  return String.fromCodePoint(...points, last + 1 === firstSurrogate ? afterSurrogates : last + 1);
}
