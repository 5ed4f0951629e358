/**
 * Brings text to one case, for all of Unicode and the same everywhere. Pure.
 *
 * Databases differ here: SQLite's lower() knows A to Z only, PostgreSQL's depends on the locale. So both lower A to Z (in
 * PostgreSQL by the collation "C"), and what needs more is folded here when it is written and stored beside the record.
 */

/** @returns the text that equals another one's exactly when the two differ in case only */
export function fold(text: string): string {
  return isAscii(text) ? text.toLowerCase() : Array.from(text, foldCharacter).join('');
}

/**
 * Of a character alone: lower-casing a whole word would write its last sigma differently. By way of capitals, which bring ß and ss
 * together; and those from the small letter, as ẞ is its own capital.
 */
function foldCharacter(character: string): string {
  return character.toLowerCase().toUpperCase().toLowerCase();
}

/** @returns the folded text where the databases' own lower() gives something else, else undefined */
export function foldBeyondAscii(text: string): string | undefined {
  if (isAscii(text)) return undefined;
  const folded = fold(text);
  return folded === lowerAscii(text) ? undefined : folded;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with U+0000
  return /^[\x00-\x7f]*$/.test(text);
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
