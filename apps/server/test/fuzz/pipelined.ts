/**
 * Sends requests over one connection, each without waiting for the answers to those before, and takes the answers apart.
 */
import { connect } from 'node:net';

/** An answer as it came. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
}

/**
 * @param requests as they go over the wire
 * @returns their answers, in order; fewer when the last one says that the connection ends
 * @throws Error when the connection ends before, or nothing comes for so long
 */
export function sendPipelined(origin: string, requests: readonly Buffer[], hangMs: number): Promise<ReceivedAnswer[]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const answers: ReceivedAnswer[] = [];
    let bytes = Buffer.alloc(0);
    const end = (error?: Error) => {
      socket.destroy();
      if (error === undefined) resolve(answers);
      else reject(error);
    };
    const report = (what: string) => end(new Error(`${what} after ${answers.length} of ${requests.length} answers`));
    socket.setTimeout(hangMs, () => report(`nothing for ${hangMs / 1000} seconds`));
    // What comes after the end of a connection meets a closed one.
    socket.on('error', () => {});
    socket.on('close', () => report('the connection was closed'));
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let found = firstAnswer(bytes); found !== undefined; found = firstAnswer(bytes)) {
        bytes = bytes.subarray(found.length);
        if (found.answer.status === 100) continue;
        answers.push(found.answer);
        if (found.isLast || answers.length === requests.length) return end();
      }
    });
    for (const request of requests) socket.write(request);
  });
}

/** Sends a request, and resets the connection after so many milliseconds. */
export function sendAndLeave(origin: string, request: Buffer, afterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => {
      socket.write(request);
      setTimeout(() => socket.resetAndDestroy(), afterMs);
    });
    // What is left may meet an answer.
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

interface Found {
  readonly answer: ReceivedAnswer;
  /** Bytes of the whole answer. */
  readonly length: number;
  /** Whether the connection ends with it. */
  readonly isLast: boolean;
}

/** @returns undefined while the answer is not whole */
function firstAnswer(bytes: Buffer): Found | undefined {
  const headLength = bytes.indexOf('\r\n\r\n') + 4;
  if (headLength < 4) return undefined;
  const head = bytes.toString('latin1', 0, headLength);
  const header = (name: string) => new RegExp(`^${name}: *([^\\r]*)`, 'im').exec(head)?.[1] ?? '';
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  const body = bodyOf(bytes.subarray(headLength), {
    isEmpty: status < 200 || status === 204 || status === 304,
    isChunked: header('Transfer-Encoding') === 'chunked',
    length: Number(header('Content-Length')),
  });
  if (body === undefined) return undefined;
  const mediaType = header('Content-Type').split(';')[0] ?? '';
  return {
    answer: { status, mediaType, body: body.content },
    length: headLength + body.length,
    isLast: header('Connection') === 'close',
  };
}

interface Framing {
  readonly isEmpty: boolean;
  readonly isChunked: boolean;
  readonly length: number;
}

function bodyOf(
  bytes: Buffer,
  { isEmpty, isChunked, length }: Framing,
): { content: Buffer; length: number } | undefined {
  if (isEmpty) return { content: Buffer.alloc(0), length: 0 };
  if (!isChunked) return bytes.length < length ? undefined : { content: bytes.subarray(0, length), length };
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { content: Buffer.concat(chunks), length: next };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
