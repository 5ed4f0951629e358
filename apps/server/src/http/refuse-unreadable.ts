/**
 * Answers what Node cannot read as a request, which reaches no door: as the doors answer, with a body and the id of the request.
 */
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorByName } from '@headwater/catalog';

/** Bytes of the head of a request at most: its address may hold a cursor, which holds the sort values of a record. */
export const maxHeadBytes = 65_536;

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The address and the headers have together more than ${maxHeadBytes} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come to its end in time.'],
};

const malformed = [400, 'What was sent is not HTTP.'] as const;

export function refuseUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // One that has gone hears nothing.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(answer(...(refusals[error.code ?? ''] ?? malformed)));
  });
}

function answer(status: number, message: string): string {
  const { code, name } = errorByName('ERROR_PARAMETER_INVALID');
  const body = JSON.stringify({ code, name, message, http_status: status, success: false });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
