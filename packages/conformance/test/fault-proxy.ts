/**
 * A server that is in front of another one and breaks it in one way.
 */
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Fault, ProxiedAnswer, ProxiedRequest } from './faults/fault.js';

export interface FaultProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * @param target scheme, host and port of the unbroken server
 * @param fault what is changed; nothing unless given
 */
export async function startFaultProxy(
  target: string,
  fault: Pick<Fault, 'request' | 'answer' | 'events'>,
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming);
    const ask = async (each: ProxiedRequest) => wholeAnswer(await forward(target, each, agent));
    const coming = await forward(target, fault.request?.(request) ?? request, agent);
    if (coming.headers['content-type']?.startsWith('text/event-stream')) {
      passEvents(coming, outgoing, fault.events);
      return;
    }
    const forwarded = await wholeAnswer(coming);
    const { status, headers, body } = (await fault.answer?.(forwarded, request, ask)) ?? forwarded;
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  });
  // Between two requests a check may count for longer than Node keeps an idle connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closeServer(server).finally(() => agent.destroy()),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}

/** Hop-by-hop headers, and those that a changed body makes wrong. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
]);

function singleHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) ? [] : [[name, String(value)]],
    ),
  );
}

async function readRequest(incoming: IncomingMessage): Promise<ProxiedRequest> {
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', `http://${incoming.headers.host}`),
    headers: singleHeaders(incoming.headers),
    body: await text(incoming),
  };
}

async function wholeAnswer(incoming: IncomingMessage): Promise<ProxiedAnswer> {
  return {
    status: incoming.statusCode ?? 502,
    headers: singleHeaders(incoming.headers),
    body: await text(incoming),
  };
}

/** A stream has no end: what comes goes on at once, until either side hangs up. */
function passEvents(incoming: IncomingMessage, outgoing: ServerResponse, edit = (events: string) => events): void {
  outgoing.writeHead(incoming.statusCode ?? 502, singleHeaders(incoming.headers));
  incoming.setEncoding('utf8').on('data', (events: string) => outgoing.write(edit(events)));
  incoming.on('close', () => outgoing.end());
  outgoing.on('close', () => incoming.destroy());
}

/** The caller's `Host` goes along, so that links in answers lead back through the proxy. */
function forward(
  target: string,
  { method, url, headers, body }: ProxiedRequest,
  agent: Agent,
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(target);
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = sendRequest({
      hostname,
      port,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, ...length },
      agent,
    });
    outgoing.on('error', reject);
    outgoing.on('response', resolve);
    outgoing.end(body);
  });
}
