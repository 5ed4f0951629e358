/**
 * Writes requests as the bytes that go over the wire.
 */

export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With the query, escaped. */
  readonly path: string;
  readonly body?: string;
}

/** Every contestant is asked under the same name, so that the links in its answers are the same. */
const host = 'crm.example.com';

/** @param authorization undefined: the contestant checks none */
export function requestBytes({ method, path, body }: BenchRequest, authorization: string | undefined): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: */*',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}
