/**
 * The texts that begin with a prefix as a range: both databases compare texts by their bytes in UTF-8, which is the order of code points.
 * Pure.
 */

const lastCharacter = '\u{10ffff}';
const [firstSurrogate, firstSecondHalf, afterSurrogates] = [0xd8_00, 0xdc_00, 0xe0_00];

/**
 * @param prefix well-formed, as what is bound
 * @returns the first text behind all that begin with the prefix; undefined when there is none
 */
export function endOfPrefix(prefix: string): string | undefined {
  let end = prefix.length;
  while (prefix.endsWith(lastCharacter, end)) end -= lastCharacter.length;
  if (end === 0) return undefined;
  const isPair = prefix.charCodeAt(end - 1) >= firstSecondHalf && prefix.charCodeAt(end - 1) < afterSurrogates;
  const start = isPair ? end - 2 : end - 1;
  const next = Number(prefix.codePointAt(start)) + 1;
  return prefix.slice(0, start) + String.fromCodePoint(next === firstSurrogate ? afterSurrogates : next);
}
