/**
 * A subscription of GraphQL over server-sent events, in the mode of distinct connections, as a client reads it.
 */

import type { Json, TestSpace } from '../test-space.js';
import { type Fields, readEvents } from './event-stream.js';

/** What an event `next` brings. */
export interface Result {
  readonly data?: Readonly<Record<string, Json & { readonly cursor: string }>> | null;
  readonly errors?: readonly { readonly message: string; readonly path?: unknown; readonly extensions: Json }[];
}

type Variables = Readonly<Record<string, unknown>>;

export class Subscription {
  private readonly results: Result[] = [];
  private wake: () => void = () => {};
  private hasEnded = false;
  /** The server said that nothing follows. */
  isComplete = false;

  private constructor(
    readonly response: Response,
    private readonly controller: AbortController,
  ) {
    this.read().catch(() => {});
  }

  static async open(space: TestSpace, query: string, variables: Variables = {}): Promise<Subscription> {
    const controller = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const response = await sendGraphql(space, query, variables, headers, controller.signal);
    return new Subscription(response, controller);
  }

  /** @returns the next results, as many as there are, at least one; none when the subscription has ended */
  async next(): Promise<Result[]> {
    while (this.results.length === 0 && !this.hasEnded) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.results.splice(0);
  }

  /** @returns all results to the end of the subscription */
  async rest(): Promise<Result[]> {
    const all: Result[] = [];
    for (let some = await this.next(); some.length > 0; some = await this.next()) all.push(...some);
    return all;
  }

  close(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    try {
      await readEvents(this.response, (fields) => this.take(fields));
    } finally {
      this.hasEnded = true;
      this.wake();
    }
  }

  private take(fields: Fields): void {
    if (fields.get('event') === 'complete') this.isComplete = true;
    if (fields.get('event') === 'next') this.results.push(JSON.parse(fields.get('data') ?? ''));
    this.wake();
  }
}

/** Sends an operation by POST. */
export function sendGraphql(
  space: TestSpace,
  query: string,
  variables: Variables,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${space.origin}/api/v100/graphql/spaces/${space.id}`, {
    method: 'POST',
    headers: { authorization: space.authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });
}
