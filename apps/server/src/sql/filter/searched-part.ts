/**
 * Says which part of a text an index over parts of texts can be asked for. Pure.
 */
import type { ValueField } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { Operator } from '../../request/filter.js';
import { fold } from './fold.js';

/** The index knows no shorter parts than its own. */
const shortest = 3;

const searches: ReadonlySet<Operator> = new Set(['contains', 'icontains', 'ends', 'iends']);

/**
 * @param field `searched`, or there is no such index
 * @returns the folded text that the folded value contains wherever the comparison holds; undefined where no index is asked
 */
export function searchedPart(
  { searched }: ValueField,
  operator: Operator,
  [operand]: readonly Operand[],
): string | undefined {
  if (!searched || !searches.has(operator) || operand == null) return undefined;
  // Bound as UTF-8, half a character becomes the one that replaces it.
  const part = fold(Buffer.from(String(operand)).toString());
  return Array.from(part).length < shortest ? undefined : part;
}

/** @returns the pattern of LIKE that texts meet that contain or end with the part, as the operator asks */
export function likePattern(operator: Operator, part: string): string {
  const escaped = part.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
  return operator.endsWith('ends') ? `%${escaped}` : `%${escaped}%`;
}
