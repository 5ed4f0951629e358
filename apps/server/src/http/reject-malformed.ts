/**
 * Sends a JSON error body for malformed HTTP, before any middleware runs.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors/api-error.js';
import { errorBody } from './answer-error.js';

/** Bytes of the head of a request at most: its address may hold a cursor, which holds the sort values of a record. */
export const maxHeadBytes = 65_536;

type Rejection = readonly [status: number, message: string];

const rejections: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: [431, `The address and the headers have together more than ${maxHeadBytes} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time.'],
};

const malformed: Rejection = [400, 'Malformed HTTP request.'];
const tunnel: Rejection = [405, 'CONNECT is not allowed here.'];
const unexpected: Rejection = [417, 'Expect: only 100-continue is understood.'];

/** @param server one that leaves it to `wellFormed` whether a request has a host */
export function rejectMalformed(server: Server): void {
  /** By connection: to the request that came last. */
  const lastAnswers = new WeakMap<Socket, ServerResponse>();
  /** What comes after the first fault is not looked at. */
  const rejected = new WeakSet<Socket>();
  server.prependListener('request', (request, response) => void lastAnswers.set(request.socket, response));
  server.on('checkContinue', (request, response) => {
    continueWhenRead(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (_, response) => answer(response, unexpected));
  server.on('connect', (_, socket) => socket.end(wholeAnswer(tunnel)));
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // A caller that has gone gets no answer.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (rejected.has(socket)) return;
    rejected.add(socket);
    answerLast(socket, lastAnswers.get(socket), rejections[error.code ?? ''] ?? malformed);
  });
}

/** Asks a caller who waits for leave to send the body when somebody reads it: what is rejected before need not be sent. */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const onListener = (name: string | symbol) => {
    if (name !== 'data' && name !== 'readable') return;
    request.off('newListener', onListener);
    if (!response.headersSent) response.writeContinue();
  };
  request.on('newListener', onListener);
}

/** Answers what is not HTTP, after the requests that came before it over the same connection. */
function answerLast(socket: Socket, last: ServerResponse | undefined, rejection: Rejection): void {
  const end = () => {
    if (socket.writable) socket.end(wholeAnswer(rejection));
  };
  if (last === undefined || last.writableFinished) end();
  else if (last.req.complete) last.once('close', end);
  // It was the body that is malformed, or too late.
  else if (last.headersSent) socket.destroy();
  else {
    // Node forgets a request that is answered: who reads its body would wait for ever.
    last.once('close', () => last.req.destroy());
    answer(last, rejection);
  }
}

/** Begins with one slash and a letter or digit: whatever follows, it is the path of an address. */
const plainPath = /^\/[a-z\d]/i;

/** The last one that was found to be a host: most requests name the same. */
let knownHost = 'localhost';

/**
 * Rejects addresses and hosts that are none: Node takes any text for one, and what comes after relies on it.
 * @returns the listener for all other requests
 */
export function wellFormed(listener: RequestListener): RequestListener {
  return (request, response) => {
    // It was closed by a request before, or closes, and nobody gets an answer.
    if (request.socket.destroyed || !request.socket.writable) return;
    if (hasAddress(request)) return listener(request, response);
    answer(response, malformed);
  };
}

function hasAddress({ url = '', headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (!plainPath.test(url) && !URL.canParse(url, 'http://localhost')) return false;
  if (hasSecondHost(rawHeaders)) return false;
  if (host === undefined) return httpVersion !== '1.1';
  if (host === knownHost || host === '') return true;
  if (!URL.canParse(`http://${host}`) || /[\s/?#@\\]/.test(host)) return false;
  knownHost = host;
  return true;
}

/** Node takes the first of several; what is ahead of the server may take another one, and pass on what is meant for another host. */
function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function answer(response: ServerResponse, rejection: Rejection): void {
  const { status, headers, body } = contentOf(rejection);
  response.writeHead(status, headers).end(body);
}

/** @returns the bytes of an answer where there is no request to answer */
function wholeAnswer(rejection: Rejection): string {
  const { status, headers, body } = contentOf(rejection);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n');
}

function contentOf([status, message]: Rejection) {
  const error = new ApiError('ERROR_PARAMETER_INVALID', message);
  const body = JSON.stringify({ ...errorBody(error), http_status: status });
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': randomUUID(),
  };
  return { status, headers, body };
}
