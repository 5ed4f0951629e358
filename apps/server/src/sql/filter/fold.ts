/**
 * Brings text to one case, for all of Unicode and the same everywhere. Pure.
 *
 * Databases differ here: SQLite's lower() knows A to Z only, PostgreSQL's depends on the locale. So both lower A to Z (in
 * PostgreSQL by the collation "C"), and what needs more is folded here when it is written and stored beside the record.
 */
import { LRUCache } from 'lru-cache';

/** @returns the text that equals another one's exactly when the two differ in case only */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  if (text.length < longText) return foldEach(text);
  let folded = longFolds.get(text);
  if (folded === undefined) {
    folded = foldEach(text);
    longFolds.set(text, folded);
  }
  return folded;
}

/** Characters of a text that takes longer to fold than to look up. */
const longText = 100;

/** Long texts that came before: many lists of one request may share a filter. */
const longFolds = new LRUCache<string, string>({
  maxSize: 2_000_000,
  sizeCalculation: (folded, text) => folded.length + text.length,
});

function foldEach(text: string): string {
  // Added up one by one, a long text would be a tree of its characters.
  return text.replaceAll(changedByFolding, (character) => folds.get(character) ?? foldKnown(character));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with U+0000
const changedByFolding = /[A-Z]|[^\x00-\x7f]/gu;

/** Of characters that came before: texts that are written again and again have few. */
const folds = new Map<string, string>();
const mostFolds = 5_000;

function foldKnown(character: string): string {
  const folded = foldCharacter(character);
  if (folds.size < mostFolds) folds.set(character, folded);
  return folded;
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
  let isBeyond = false;
  const folded = text.replaceAll(changedByFolding, (character) => {
    const one = folds.get(character) ?? foldKnown(character);
    // The databases leave it as it is.
    if (one !== character && character > '\x7f') isBeyond = true;
    return one;
  });
  return isBeyond ? folded : undefined;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with U+0000
  return /^[\x00-\x7f]*$/.test(text);
}
