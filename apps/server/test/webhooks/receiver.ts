/**
 * A receiver of webhooks: an HTTP server that keeps what it gets and answers as a test wants.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

export class Receiver {
  readonly received: Received[] = [];
  /** Gets the number of the message, from 0. */
  answer: (response: ServerResponse, index: number) => void = (response) => response.end('thanks');
  /** Messages that are not answered yet, and the most that were at a time. */
  open = 0;
  mostOpen = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', async (request, response) => {
      receiver.open++;
      receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open);
      response.once('close', () => receiver.open--);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      receiver.received.push({ headers: request.headers, text, body: JSON.parse(text) });
      receiver.answer(response, receiver.received.length - 1);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
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

/** Waits until something holds. @throws Error when it does not within 15 seconds */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = 300; left > 0; left--) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come to that in time');
}
