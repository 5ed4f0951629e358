/**
 * The keys that a caller gives a request: `Idempotency-Key`, and `Webhook-Skip-Key` for what it writes. Knows no API.
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
  return parseKey(headers, 'Idempotency-Key');
}

/**
 * @returns undefined when no webhook is to be skipped
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a key that is no key
 * @spec openapi#/components/parameters/WebhookSkipKey
 */
export function parseSkipKey({ headers }: IncomingMessage): string | undefined {
  return parseKey(headers, 'Webhook-Skip-Key');
}

function parseKey(headers: IncomingMessage['headers'], name: string): string | undefined {
  const key = headers[name.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && keyForm.test(key)) return key;
  throw new ApiError('ERROR_PARAMETER_INVALID', `${name}: must be 1 to 255 printable ASCII characters.`, { at: name });
}
