/**
 * Requests that arrive at a constant rate and never wait for answers, as those of many independent callers. They share a bounded number
 * of connections, so that the generator survives what it causes.
 */
import { HttpConnection } from '../load/http-connection.js';
import { count, type Tally } from './tally.js';

export class Arrivals {
  private readonly underWay = new Set<Promise<void>>();
  /** How many were due, and how many of them found no free connection: they are given up at once. */
  due = 0;
  notSent = 0;

  private constructor(
    private readonly url: string,
    private readonly requests: readonly Buffer[],
    private readonly free: HttpConnection[],
    private readonly tally: Tally,
  ) {}

  static async open(url: string, requests: readonly Buffer[], connections: number, tally: Tally): Promise<Arrivals> {
    const free: HttpConnection[] = [];
    // A few at a time: more than the system lets wait for the server would be lost.
    while (free.length < connections) {
      const more = Math.min(50, connections - free.length);
      free.push(...(await Promise.all(Array.from({ length: more }, () => HttpConnection.open(url)))));
    }
    return new Arrivals(url, requests, free, tally);
  }

  /** @returns when the time is up and every request that was sent is answered */
  async run(perSecond: number, seconds: number): Promise<void> {
    const start = performance.now();
    for (let passed = 0; passed < seconds * 1_000; passed = performance.now() - start) {
      for (; this.due < (passed * perSecond) / 1_000; this.due++) this.arrive(start + (this.due * 1_000) / perSecond);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(this.underWay);
    for (const connection of this.free) connection.close();
  }

  /** @param intended when the request is due, of `performance.now()`: its time is counted from there */
  private arrive(intended: number): void {
    const connection = this.free.pop();
    if (connection === undefined) {
      this.notSent++;
      return;
    }
    const answered = this.send(connection, intended).finally(() => this.underWay.delete(answered));
    this.underWay.add(answered);
  }

  private async send(connection: HttpConnection, intended: number): Promise<void> {
    const request = this.requests[this.due % this.requests.length]!;
    try {
      const { status } = await connection.send(request, false);
      count(this.tally, status, performance.now() - intended);
      this.free.push(connection);
    } catch {
      count(this.tally, 0, 0);
      await HttpConnection.open(this.url).then(
        (opened) => this.free.push(opened),
        () => {},
      );
    }
  }
}
