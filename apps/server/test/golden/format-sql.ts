/**
 * Lays a statement out over lines, so that a change of it is a difference that people can read. Knows no grammar beyond brackets,
 * texts and the words that begin a clause.
 */
import { createHash } from 'node:crypto';

const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]|[^\s'"(),]+|\s+/g;
const clauseWords = /^(FROM|WHERE|ORDER|LIMIT|OFFSET|UNION|CROSS|JOIN|SET|VALUES|RETURNING|ON)$/;
const maxLineLength = 110;
/** A sub-select that fits into a line of this length stays on it. */
const maxInlineLength = 130;
/** How many items a list has at least that is abbreviated, and how many of them are shown. */
const [longList, shownItems] = [20, 4];

/** A word, a text or a blank; or what is inside brackets. */
type Part = string | readonly Part[];

/** @returns the same statement, but for blanks and line breaks */
export function formatSql(text: string): string {
  const words = tokensOf(text);
  const lines: string[] = [];
  /** For each open bracket whether a select begins in it. */
  const brackets: boolean[] = [];
  let line = '';
  const indent = () => '  '.repeat(brackets.filter(Boolean).length);
  const breakLine = () => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = indent();
  };
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const inline = word === '(' && words[index + 1] === 'SELECT' ? bracketAt(words, index) : undefined;
    if (clauseWords.test(word) && !line.endsWith('CROSS ')) breakLine();
    if (inline !== undefined && line.length + inline.join('').length <= maxInlineLength) {
      line += inline.join('');
      index += inline.length - 1;
    } else if (word === '(') {
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

/**
 * Shows of long lists, such as all columns of a table, only the beginning. A digest represents the rest, so that a change of it
 * still is a difference.
 */
export function abbreviateLists(text: string): string {
  return render(abbreviated(parse(tokensOf(text))));
}

function tokensOf(text: string): string[] {
  return (text.match(tokenPattern) ?? []).map((token) => (/^\s+$/.test(token) ? ' ' : token));
}

/** @returns the words from an opening bracket to the one that closes it */
function bracketAt(words: readonly string[], opening: number): string[] {
  let depth = 0;
  const length = words.slice(opening).findIndex((word) => {
    depth += word === '(' ? 1 : word === ')' ? -1 : 0;
    return depth === 0;
  });
  return words.slice(opening, opening + length + 1);
}

function parse(words: readonly string[]): Part[] {
  const open: Part[][] = [[]];
  for (const word of words) {
    if (word === '(') open.push([]);
    else if (word === ')') {
      const inner = open.pop() ?? [];
      open.at(-1)?.push(inner);
    } else open.at(-1)?.push(word);
  }
  return open[0] ?? [];
}

function render(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : `(${render(part)})`)).join('');
}

function abbreviated(parts: readonly Part[]): Part[] {
  const clauses: Part[][] = [[]];
  for (const part of parts) {
    if (typeof part === 'string' && clauseWords.test(part)) clauses.push([]);
    clauses.at(-1)?.push(part);
  }
  return clauses.flatMap((clause) => {
    const commas = [...clause.keys()].filter((index) => clause[index] === ',');
    const shown = clause.map((part) => (typeof part === 'string' ? part : abbreviated(part)));
    const end = commas[shownItems - 1];
    // A list of names and their values has two items for each.
    const isPairs = typeof clause[0] === 'string' && clause[0].startsWith("'");
    if (end === undefined || commas.length < (isPairs ? 2 : 1) * longList - 1) return shown;
    const rest = render(clause.slice(end + 1)).trim();
    // What follows the last item, such as an alias and a blank, is part of the digest.
    const digest = createHash('sha256').update(rest).digest('hex').slice(0, 12);
    return [...shown.slice(0, end + 1), ` … ${commas.length + 1 - shownItems} more, ${digest} `];
  });
}
