/**
 * A proxy in front of a real server that loses, delays, repeats and cuts off, by chance and yet the same for the same seed.
 * Knows HTTP, and nothing of the interface.
 */
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const faults = [
  'drops the request',
  'drops the answer',
  'delays the answer',
  'sends the request twice at once',
  'sends the request twice in turn',
  'breaks the answer off',
  'cuts the answer short',
] as const;

type Fault = (typeof faults)[number];

export interface UnreliableProxy {
  readonly url: string;
  /** How often each fault has happened. */
  readonly counts: ReadonlyMap<Fault, number>;
  close(): void;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * @param target address of the server
 * @param share of the requests that go wrong, from 0 to 1
 * @param delayMs longer than the client waits
 */
export async function startUnreliableProxy(
  target: string,
  seed: number,
  share: number,
  delayMs: number,
): Promise<UnreliableProxy> {
  const random = randomOf(seed);
  const counts = new Map<Fault, number>(faults.map((fault) => [fault, 0]));
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming);
    const fault = random() < share ? faults[Math.floor(random() * faults.length)] : undefined;
    const cut = random();
    if (fault) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    try {
      await answer(fault, response, () => forward(target, incoming, body), delayMs, cut);
    } catch {
      // The server has closed the connection.
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  fault: Fault | undefined,
  response: ServerResponse,
  send: () => Promise<Answered>,
  delayMs: number,
  cut: number,
): Promise<void> {
  if (fault === 'drops the request') return void response.destroy();
  if (fault === 'sends the request twice in turn') await send();
  const [first, second] = await Promise.all([send(), fault === 'sends the request twice at once' ? send() : undefined]);
  const { status, headers, body } = second ?? first;
  if (fault === 'drops the answer') return void response.destroy();
  if (fault === 'delays the answer') await sleep(delayMs);
  const part = body.subarray(0, Math.floor(body.length * cut));
  if (fault === 'breaks the answer off') {
    response.writeHead(status, headers);
    response.write(part, () => response.destroy());
    return;
  }
  // As a proxy does that takes the end of a connection for the end of an answer.
  const sent = fault === 'cuts the answer short' ? part : body;
  response.writeHead(status, { ...headers, 'content-length': String(sent.length) });
  response.end(sent);
}

function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = requestHttp(`${target}${url}`, { method, headers }, async (response) => {
      try {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await bodyOf(response) });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
