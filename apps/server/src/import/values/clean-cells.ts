/**
 * Cleans the cells of a line as the mapping says for each column: blanks cut, spellings mended, dates read.
 * Waits on nothing: look-ups are answered from what was found beforehand.
 */

import type { ColumnPlan, LookupPlan } from '../mapping/import-plan.js';
import { type CellError, type Cells, type Evaluation, rejectionOf } from './evaluate-source.js';

/** A cell whose spelling the mapping mends. */
export interface MendedCell {
  readonly column: string;
  readonly from: string;
  readonly to: string;
  /** The collection that the column is checked against. */
  readonly in: LookupPlan | undefined;
}

export interface CleanedCells {
  readonly cells: Cells;
  readonly mended: readonly MendedCell[];
  readonly errors: readonly CellError[];
  /** Texts that a column takes from a collection. */
  readonly references: readonly { readonly column: string; readonly lookup: LookupPlan; readonly text: string }[];
}

/** Cells of columns without a rule are only trimmed. */
export function cleanCells(columns: readonly ColumnPlan[], raw: ReadonlyMap<string, string>): CleanedCells {
  const cells = new Map([...raw].map(([column, text]) => [column, text.trim()]));
  const mended: MendedCell[] = [];
  const errors: CellError[] = [];
  const references: CleanedCells['references'][number][] = [];
  for (const [column, text] of cells) {
    if (text.includes('\0')) errors.push({ columns: [column], value: text, reason: 'holds the character U+0000' });
  }
  for (const { column, trim, map, in: lookup, date } of columns) {
    const written = trim ? (cells.get(column) ?? '') : (raw.get(column) ?? '');
    let text = map.get(written) ?? written;
    if (text !== written) mended.push({ column, from: written, to: text, in: lookup });
    if (lookup !== undefined && text !== '') references.push({ column, lookup, text });
    if (date !== undefined && text !== '') {
      const read = date.read(text);
      if (read === undefined) {
        errors.push({ columns: [column], value: text, reason: `expected a date written ${date.format}` });
      }
      text = read ?? '';
    }
    cells.set(column, text);
  }
  return { cells, mended, errors, references };
}

/** Takes down an error for every text that no record of its collection bears. */
export function checkReferences(cleaned: CleanedCells, evaluation: Evaluation): void {
  for (const { column, lookup, text } of cleaned.references) {
    const rejection = rejectionOf(lookup, text, evaluation.find(lookup, text));
    if (rejection !== undefined) evaluation.error({ ...rejection, columns: [column] });
  }
}
