/** How texts of a file are shown to people. Pure. */

/** Characters of a line or a value that are shown. */
const maxShown = 160;

/** @returns a text on one line, cut to a readable length; the report of an import has all of a value */
export function shortText(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, ' ');
  return line.length > maxShown ? `${line.slice(0, maxShown - 1)}…` : line;
}
