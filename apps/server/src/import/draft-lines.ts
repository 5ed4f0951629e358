/**
 * Drafts the records of a chunk of lines. Waits on nothing: look-ups are answered from what was found beforehand.
 */

import type { ValidationError } from '../errors/validation-error.js';
import { bodyErrors } from '../records/write/validate.js';
import { type DraftBody, draftRecord } from './draft-record.js';
import { keyOf } from './existing-records.js';
import type { Lookups } from './lookups.js';
import { type LookupPlan, type MemberPlan, type StepPlan, sourcesOf } from './mapping/import-plan.js';
import { type CleanedCells, checkReferences } from './values/clean-cells.js';
import type { CellError, Cells } from './values/evaluate-source.js';

export interface ChunkLine {
  readonly number: number;
  readonly text: string;
  readonly cleaned: CleanedCells;
}

export interface LineError extends CellError {
  readonly line: number;
}

/** A line that can become a record. */
export interface Draft {
  readonly line: number;
  readonly cleaned: CleanedCells;
  readonly body: DraftBody;
  readonly key: string;
}

/**
 * @param space id of the space
 * @returns a draft for each line without errors, and the errors of the others
 */
export function draftLines(
  lookups: Lookups,
  step: StepPlan,
  lines: readonly ChunkLine[],
  space: string,
): { readonly drafts: readonly Draft[]; readonly errors: readonly LineError[] } {
  const drafts: Draft[] = [];
  const errors: LineError[] = [];
  for (const { number: line, cleaned } of lines) {
    const found: CellError[] = [...cleaned.errors];
    const evaluation = {
      cells: cleaned.cells,
      find: (lookup: LookupPlan, text: string) => lookups.answer(lookup, text),
      error: (error: CellError) => void found.push(error),
    };
    checkReferences(cleaned, evaluation);
    const body = draftRecord(step.members, evaluation);
    const key = keyOf(step, body);
    if (key === undefined && !found.some(({ columns }) => columns.some((column) => isInKey(step, column)))) {
      const names = step.key.map(({ field }) => field.name).join(', ');
      found.push(keyError(step, cleaned, `the key (${names}) is empty`));
    }
    if (key === undefined || found.length > 0) {
      const others = formErrors(step, body, cleaned, space);
      errors.push(...[...found, ...others].map((error) => ({ ...error, line })));
    } else drafts.push({ line, cleaned, body, key });
  }
  return { drafts, errors };
}

/** Whether a cell that can't be read may be why a line has no key. */
function isInKey({ key }: StepPlan, column: string): boolean {
  return key.some(({ source }) => source.columns.includes(column));
}

/** @returns what the rules have against the members that could be read, as far as they show it by themselves */
function formErrors(
  { catalog, entityType, members, validationLevel }: StepPlan,
  body: DraftBody,
  { cells }: CleanedCells,
  space: string,
) {
  const errors = bodyErrors({ catalog, space }, entityType, body, validationLevel);
  return errors ? validationErrors(errors, members, cells) : [];
}

/** @returns what is wrong with the key of a line */
export function keyError(step: StepPlan, { cells }: CleanedCells, reason: string): CellError {
  const columns = step.key.flatMap(({ source }) => source.columns);
  return { columns, value: columns.map((column) => cells.get(column) ?? '').join(', '), reason };
}

// Says which columns are behind a rejected record. Pure.

/** @returns one entry for each message of the error */
export function validationErrors(error: ValidationError, members: readonly MemberPlan[], cells: Cells): CellError[] {
  const { entity, fields } = error.errors;
  return [
    ...entity.map(({ message }) => ({ columns: [], value: '', reason: message })),
    ...fields.flatMap(({ fieldName, leaves }) => {
      const member = members.find(({ field }) => field.name === fieldName);
      const columns = [...new Set(member === undefined ? [] : sourcesOf(member).flatMap((source) => source.columns))];
      const value = columns.map((column) => cells.get(column) ?? '').join(', ');
      return leaves.map(({ message }) => ({ columns, value, reason: message }));
    }),
  ];
}
