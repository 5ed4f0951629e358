/**
 * A receiver of webhooks: an HTTP server that keeps what it gets, each webhook at an address of its own. Knows no API.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Patience } from '../arrivals.js';
import { Inbox } from './inbox.js';

export interface ReceiverOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Listens at all addresses of the machine; only for what runs on it unless given. */
  readonly isPublic?: boolean;
}

/** @returns a receiver that the caller closes @throws the error of Node when it cannot listen */
export async function startReceiver({ port, isPublic = false }: ReceiverOptions): Promise<Receiver> {
  const server = createServer();
  server.listen(port, isPublic ? undefined : '127.0.0.1');
  await once(server, 'listening');
  const inboxes = new Map<string, Inbox>();
  server.on('request', (request, response) => void receive(inboxes, request, response));
  return new Receiver(server, inboxes, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

export class Receiver {
  /** @param url at which the server under test reaches it, without a trailing slash */
  constructor(
    private readonly server: Server,
    private readonly inboxes: Map<string, Inbox>,
    readonly url: string,
  ) {}

  /** The same receiver as it is reached by another address, such as the name of a machine or that of a tunnel. */
  behind(url: string): Receiver {
    return new Receiver(this.server, this.inboxes, url.replace(/\/+$/, ''));
  }

  /** Opens an address that nobody else has. */
  open(patience: Patience): Inbox {
    const path = `/${randomUUID()}`;
    const inbox = new Inbox(`${this.url}${path}`, patience, () => this.inboxes.delete(path));
    this.inboxes.set(path, inbox);
    return inbox;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/** Never rejects: a sender who hangs up is no delivery. */
async function receive(
  inboxes: ReadonlyMap<string, Inbox>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await text(request);
    // An address in front of this one may have a path of its own.
    const inbox = inboxes.get(`/${(request.url ?? '').split('/').at(-1)}`);
    const { status, headers = {} } = inbox?.take({
      method: request.method ?? '',
      headers: request.headers,
      text: body,
    }) ?? {
      status: 404,
    };
    response.writeHead(status, headers).end(`answered ${status}`);
  } catch {
    response.destroy();
  }
}
