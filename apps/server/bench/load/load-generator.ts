/**
 * Asks one contestant from several connections, each sending its next request as soon as the last one is answered.
 */
import { type Answer, HttpConnection } from './http-connection.js';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Of every request, in the order in which they ended. */
  readonly latenciesMs: readonly number[];
}

export interface LoadOptions {
  /** Sent in turn, over and over. */
  readonly requests: readonly Buffer[];
  /** What every answer must have. */
  readonly status: number;
  readonly seconds: number;
}

export class LoadGenerator {
  /** Place of the next request; goes on from one load to the next, so that writes meet other records each time. */
  private next = 0;

  private constructor(private readonly connections: readonly HttpConnection[]) {}

  /** @param url scheme, host and port */
  static async open(url: string, connectionCount: number): Promise<LoadGenerator> {
    return new LoadGenerator(
      await Promise.all(Array.from({ length: connectionCount }, () => HttpConnection.open(url))),
    );
  }

  /** @throws Error (rejects) for an answer of another status, with its body */
  async run({ requests, status, seconds }: LoadOptions): Promise<Load> {
    const latenciesMs: number[] = [];
    const start = performance.now();
    const end = start + seconds * 1000;
    const work = async (connection: HttpConnection): Promise<void> => {
      for (let sent = performance.now(); sent < end; ) {
        const request = requests[this.next++ % requests.length]!;
        const answer = await connection.send(request, false);
        if (answer.status !== status) throw await this.explain(connection, request, answer.status);
        const now = performance.now();
        latenciesMs.push(now - sent);
        sent = now;
      }
    };
    await Promise.all(this.connections.map(work));
    return { requests: latenciesMs.length, seconds: (performance.now() - start) / 1000, latenciesMs };
  }

  /** Sends one request. */
  ask(request: Buffer): Promise<Answer> {
    return this.connections[0]!.send(request, true);
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private async explain(connection: HttpConnection, request: Buffer, status: number): Promise<Error> {
    const again = await connection.send(request, true);
    const [line] = request.toString().split('\r\n', 1);
    return new Error(`${line}: status ${status}; asked again: ${again.status} ${again.body.slice(0, 500)}`);
  }
}
