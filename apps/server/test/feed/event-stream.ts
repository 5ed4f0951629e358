/**
 * Reads a feed as server-sent events, as a client does: event by event, with the id to go on from.
 */
import type { Json, TestSpace } from '../test-space.js';

/** A change as an event brings it. */
export type FeedChange = Json & {
  readonly cursor: string;
  readonly revision: number;
  readonly act: string;
  readonly entity_id: string;
  readonly members: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
};

export class EventStream {
  /** Id of the last event that has come whole. */
  lastId: string;
  private readonly changes: FeedChange[] = [];
  private wake: () => void = () => {};
  private hasEnded = false;

  private constructor(
    readonly response: Response,
    private readonly controller: AbortController,
    lastId: string,
  ) {
    this.lastId = lastId;
    this.read().catch(() => {});
  }

  /** @param path below the space @param lastId where to go on; '' to begin as the query says */
  static async open(space: TestSpace, path: string, lastId = ''): Promise<EventStream> {
    const controller = new AbortController();
    const headers = {
      authorization: space.authorization,
      accept: 'text/event-stream',
      ...(lastId !== '' && { 'last-event-id': lastId }),
    };
    const url = `${space.entities.replace(/entities$/, '')}${path}`;
    return new EventStream(await fetch(url, { headers, signal: controller.signal }), controller, lastId);
  }

  /** @returns the next changes, as many as there are, at least one; none when the stream has ended */
  async next(): Promise<FeedChange[]> {
    while (this.changes.length === 0 && !this.hasEnded) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.changes.splice(0);
  }

  /** Resolves when the server has ended the stream. */
  async ended(): Promise<void> {
    while (!this.hasEnded) await this.next();
  }

  /** Goes away. What had come is lost to who has not taken it: the id of what was taken is where to go on. */
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
    this.lastId = fields.get('id') ?? this.lastId;
    if (fields.get('event') === 'change') this.changes.push(JSON.parse(fields.get('data') ?? ''));
    this.wake();
  }
}

/** Of an event, by name. */
export type Fields = ReadonlyMap<string, string>;

/** @param take gets each event that has come whole */
export async function readEvents(response: Response, take: (fields: Fields) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      take(new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string])));
    }
  }
}
