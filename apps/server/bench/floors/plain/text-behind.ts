/**
 * The end of a range of texts with the same beginning.
 */

/** @param prefix not empty, in ASCII. @returns the least text behind all texts that begin with `prefix` */
export function textBehind(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
