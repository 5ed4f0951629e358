/**
 * Reads the body of a request as a JSON object, within a bound. Knows no entity type.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.js';
import { isObject } from './translate-body.js';

/**
 * @param maxBytes longer bodies are refused as soon as that shows
 * @throws ApiError `ERROR_BODY_TOO_LARGE`; `ERROR_MEDIA_TYPE` when the body is declared to be something other than JSON;
 *   `ERROR_PARAMETER_INVALID` when it is no JSON object
 */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
  if (mediaType !== 'application/json') {
    throw new ApiError('ERROR_MEDIA_TYPE', `The body must be application/json, not ${mediaType}.`, {
      at: 'Content-Type',
    });
  }
  const value = parseJson(await readText(request, maxBytes));
  if (!isObject(value)) {
    throw new ApiError('ERROR_PARAMETER_INVALID', 'Missing or invalid JSON data: the body must be one JSON object.');
  }
  return value;
}

async function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  refuseAbove(maxBytes, Number(request.headers['content-length'] ?? 0));
  // Leaving the loop early must not close the connection: the refusal has yet to be sent over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += buffer.length;
    refuseAbove(maxBytes, bytes);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuseAbove(maxBytes: number, bytes: number): void {
  if (bytes > maxBytes) {
    throw new ApiError('ERROR_BODY_TOO_LARGE', `The body is longer than ${maxBytes} bytes.`);
  }
}

/** @returns undefined for what is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
