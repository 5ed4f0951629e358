/**
 * The cursors of the feed: places in the change log, as text. Pure.
 */
import { ApiError } from '../../errors/api-error.js';
import { encodeCursor } from '../../plan/list/cursor.js';
import type { ChangePlace } from '../../sql/tables/read-changes.js';

export function encodePlace({ revision, position }: ChangePlace): string {
  return encodeCursor(position === undefined ? [revision] : [revision, position]);
}

/**
 * @param text a cursor, or a revision as a whole number
 * @param at its place in the request
 * @throws ApiError `ERROR_PARAMETER_INVALID`
 */
export function decodePlace(text: string, at: string): ChangePlace {
  if (/^\d{1,15}$/.test(text)) return { revision: Number(text) };
  const [revision, position, ...more] = parseNumbers(text);
  const isPlace = revision !== undefined && more.length === 0;
  if (isPlace) return position === undefined ? { revision } : { revision, position };
  const message = `${at}: not a usable cursor. Take the end_cursor of a page of changes, the cursor of a change, or a revision.`;
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at });
}

/** @returns none for what holds anything but whole numbers from 0 on */
function parseNumbers(text: string): number[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text.trim(), 'base64').toString('utf8'));
    const isPlace = Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0);
    return isPlace ? (value as number[]) : [];
  } catch {
    return [];
  }
}
