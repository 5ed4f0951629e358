/**
 * What can name a space.
 */

/** @returns whether the text is a slug of 1 to 63 small letters, digits, `_` and `-`, as uuids are too */
export function isSpaceId(text: string): boolean {
  return /^[a-z0-9_-]{1,63}$/.test(text);
}
