/**
 * Lays a statement out over lines, so that a change of it is a difference that people can read. Knows no grammar beyond brackets,
 * texts and the words that begin a clause.
 */

const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]|[^\s'"(),]+|\s+/g;
const clauseWords = /^(FROM|WHERE|ORDER|LIMIT|OFFSET|UNION|CROSS|JOIN|SET|VALUES|RETURNING|ON)$/;
const maxLineLength = 110;

/** @returns the same statement, but for blanks and line breaks */
export function formatSql(text: string): string {
  const tokens = text.match(tokenPattern) ?? [];
  const words = tokens.map((token) => (/^\s+$/.test(token) ? ' ' : token));
  const lines: string[] = [];
  /** For each open bracket whether a select stands in it. */
  const brackets: boolean[] = [];
  let line = '';
  const indent = () => '  '.repeat(brackets.filter(Boolean).length);
  const breakLine = () => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = indent();
  };
  for (const [index, word] of words.entries()) {
    if (clauseWords.test(word) && !line.endsWith('CROSS ')) breakLine();
    if (word === '(') {
      line += word;
      brackets.push(words[index + 1] === 'SELECT');
      if (brackets.at(-1)) breakLine();
    } else if (word === ')') {
      if (brackets.pop()) breakLine();
      line += word;
    } else if (word === ' ') {
      // A long list goes on below, at one of its commas.
      if (line.length > maxLineLength && line.endsWith(',')) {
        breakLine();
        line += '  ';
      } else if (line.trim() !== '') line += word;
    } else line += word;
  }
  breakLine();
  return lines.join('\n');
}
