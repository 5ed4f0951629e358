/**
 * Comparisons of texts. Pure.
 */
import { literal } from './quote.js';

export interface TextDialect {
  /** The folded text of a field beside its lower-cased column. */
  folded(foldedColumn: string, field: string, column: string): string;
  /** Case matters; no character is special. */
  contains(text: string, part: string): string;
  ends(text: string, part: string): string;
  /** Whether a text is like a pattern, by an index over the parts of texts; absent where no index serves that. */
  readonly like?: (text: string, pattern: string) => string;
  /** Parts of texts are found by an index of our own, which is filled after the records (`search-index.ts`). */
  readonly searchesApart: boolean;
}

export const sqliteText: TextDialect = {
  folded: (foldedColumn, field, column) =>
    `coalesce(json_extract(${foldedColumn}, ${literal(`$."${field}"`)}), lower(${column}))`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  searchesApart: true,
  // substr counts from the end with a negative start; an empty part would make it the whole text.
  ends: (text, part) => `(${part} = '' AND ${text} IS NOT NULL OR substr(${text}, -length(${part})) = ${part})`,
};

export const postgresText: TextDialect = {
  folded: (foldedColumn, field, column) =>
    `coalesce(${foldedColumn}->>${literal(field)}, lower(${column})) COLLATE "C"`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  ends: (text, part) => `right(${text}, length(${part})) = ${part}`,
  searchesApart: false,
  like: (text, pattern) => `${text} LIKE ${pattern}`,
};
