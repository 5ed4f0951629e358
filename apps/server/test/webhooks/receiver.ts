/**
 * A receiver of webhooks: an HTTP server that keeps what it gets and answers as a test wants.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface Item {
  readonly events: readonly string[];
  readonly entity: string;
  readonly entity_id: string;
  readonly change: {
    readonly act: string;
    readonly entity: string;
    readonly revision: number;
    readonly cursor: string;
    readonly members: object;
  };
  readonly record: Readonly<Record<string, unknown>> | null;
}

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly space: string;
    readonly webhook_id: string;
    readonly data: readonly Item[];
  };
}

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export class Receiver {
  readonly received: Received[] = [];
  /** Gets the number of the message, from 0. */
  answer: (response: ServerResponse, index: number) => void = (response) => response.end('thanks');
  /** Messages that are not answered yet, and the most that were at a time. */
  open = 0;
  mostOpen = 0;

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {}

  /** @param certificate of a receiver over HTTPS */
  static async start(certificate?: Certificate): Promise<Receiver> {
    const server = certificate ? createSecureServer(certificate) : createServer();
    const receiver = new Receiver(server, certificate ? 'https' : 'http');
    server.on('request', async (request, response) => {
      receiver.open++;
      receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open);
      response.once('close', () => receiver.open--);
      const text = await readText(request).catch(() => undefined);
      // Who sent it has died.
      if (text === undefined) return;
      receiver.received.push({ headers: request.headers, text, body: JSON.parse(text) });
      receiver.answer(response, receiver.received.length - 1);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** What came in changes so far. */
  get items(): Item[] {
    return this.received.flatMap(({ body }) => body.data);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/** Waits until something holds. @throws Error when it does not within a minute */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come to that in time');
}
