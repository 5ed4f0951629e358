/**
 * Says which columns are behind a rejected record. Pure.
 */
import type { ValidationError } from '../errors/validation-error.js';
import { type MemberPlan, sourcesOf } from './mapping/import-plan.js';
import type { CellError, Cells } from './values/evaluate-source.js';

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
