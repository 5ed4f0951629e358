/**
 * Says which part of a text an index over parts of texts can be asked for. Pure.
 */
import { operatorByName, type ValueField } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { Operator } from '../../request/filter.js';
import { fold } from './fold.js';

/** The index knows no shorter parts than its own. */
const shortest = 3;

/**
 * @param field `searched`, or there is no such index
 * @returns the folded texts of which the folded value contains one wherever the comparison holds; undefined where no index is asked,
 *   or a better one
 */
export function searchedParts(
  field: ValueField,
  operator: Operator,
  operands: readonly Operand[],
): readonly string[] | undefined {
  if (!field.searched || operands.length === 0 || !isWithoutOrder(field, operator)) return undefined;
  const parts: string[] = [];
  for (const operand of operands) {
    // Bound as UTF-8, half a character becomes the one that replaces it.
    const part = fold(Buffer.from(String(operand)).toString());
    if (operand === null || Array.from(part.slice(0, 2 * shortest)).length < shortest) return undefined;
    parts.push(part);
  }
  return parts;
}

/** Whether no index has the values in the order in which the operator looks for them. */
function isWithoutOrder({ filtered, indexed, unique }: ValueField, operator: Operator): boolean {
  const { match, ignoresCase = false } = operatorByName(operator);
  if (match === 'part' || match === 'end') return true;
  return match !== undefined && !filtered && (ignoresCase || !(indexed || unique));
}

/** @returns the pattern of LIKE that texts meet that are, begin with, contain or end with the part, as the operator asks */
export function likePattern(operator: Operator, part: string): string {
  const escaped = part.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
  switch (operatorByName(operator).match) {
    case 'equal':
      return escaped;
    case 'start':
      return `${escaped}%`;
    case 'end':
      return `%${escaped}`;
    default:
      return `%${escaped}%`;
  }
}
