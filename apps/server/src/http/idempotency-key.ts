/**
 * The key that a caller gives a request by `Idempotency-Key`. Knows no API.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.js';

const keyForm = /^[\x20-\x7e]{1,255}$/;

/**
 * @returns undefined when the request has no name
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a key that is no key
 * @spec openapi#/components/parameters/IdempotencyKey
 */
export function parseIdempotencyKey({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && keyForm.test(key)) return key;
  const message = 'Idempotency-Key: must be 1 to 255 printable ASCII characters.';
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'Idempotency-Key' });
}
