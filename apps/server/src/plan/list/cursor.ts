/**
 * Cursors: standard base64 of a JSON array of the sort values and the id, as the interface shows them. Pure.
 */
import type { ValueType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { parseOperand } from '../values/operand.js';
import type { Operand } from './predicate.js';

/** @param sortValues the sort values and the id, in that order */
export function encodeCursor(sortValues: readonly unknown[]): string {
  return Buffer.from(`[${sortValues.map((value) => JSON.stringify(value)).join(', ')}]`, 'utf8').toString('base64');
}

/**
 * @param types the types of the sort keys and, last, of the id
 * @throws ApiError `ERROR_PARAMETER_INVALID` for what is no cursor, or a cursor of another order
 */
export function decodeCursor(cursor: string, types: readonly ValueType[], at: string): Operand[] {
  const values = parseArray(cursor.trim());
  if (!values) throw broken(at, 'it is not a cursor that this service gave out');
  if (values.length !== types.length) throw broken(at, 'it belongs to a list in another order');
  return values.map((value, index) => {
    const type = types[index]!;
    const operand = value === null && index < types.length - 1 ? null : parseSortValue(type, value);
    if (operand === undefined) throw broken(at, 'it belongs to a list in another order');
    return operand;
  });
}

function parseSortValue(type: ValueType, value: unknown): Operand | undefined {
  const isJsonTypeRight =
    type === 'boolean'
      ? typeof value === 'boolean'
      : type === 'integer' || type === 'float'
        ? typeof value === 'number'
        : typeof value === 'string';
  return isJsonTypeRight ? parseOperand(type, value as string | number | boolean) : undefined;
}

function parseArray(cursor: string): unknown[] | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(cursor)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8'));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function broken(at: string, problem: string): ApiError {
  return new ApiError(
    'ERROR_PARAMETER_INVALID',
    `${at}: not a usable cursor: ${problem}. Take the start or end cursor of a page with the same order.`,
    { at },
  );
}
