/**
 * Sends a JSON error body for malformed HTTP, before any middleware runs.
 */
import { randomUUID } from 'node:crypto';
import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors/api-error.js';
import { errorBody } from './answer-error.js';

/** Bytes of the head of a request at most: its address may hold a cursor, which holds the sort values of a record. */
export const maxHeadBytes = 65_536;

const rejections: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The address and the headers have together more than ${maxHeadBytes} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time.'],
};

const malformed = [400, 'Malformed HTTP request.'] as const;

export function rejectMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // A caller that has gone gets no answer.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(answer(...(rejections[error.code ?? ''] ?? malformed)));
  });
}

/**
 * Rejects addresses that are no addresses: Node takes any text for one, and what comes after relies on it.
 * @returns the listener for all other requests
 */
export function withAddress(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (URL.canParse(request.url ?? '', 'http://localhost')) return listener(request, response);
    request.socket.end(answer(...malformed));
  };
}

function answer(status: number, message: string): string {
  const error = new ApiError('ERROR_PARAMETER_INVALID', message);
  const body = JSON.stringify({ ...errorBody(error), http_status: status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
