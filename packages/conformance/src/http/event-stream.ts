/**
 * A stream of server-sent events, read as a client reads it. Knows no API.
 */
import { Arrivals, type Patience } from '../arrivals.js';

export interface StreamEvent {
  /** Of this event or of an earlier one: what `Last-Event-ID` would send. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

export class EventStream {
  readonly events: Arrivals<StreamEvent>;
  /** All that was read, for reports. */
  text = '';
  private lastId = '';

  /** @param close ends the connection */
  constructor(
    readonly response: Response,
    patience: Patience,
    readonly close: () => void,
  ) {
    this.events = new Arrivals(patience);
    // A connection that is lost brings no more events, and who waits for one says so.
    this.read().catch(() => {});
  }

  private async read(): Promise<void> {
    if (this.response.body === null) return;
    let rest = '';
    for await (const part of this.response.body.pipeThrough(new TextDecoderStream())) {
      this.text += part;
      const blocks = (rest + part).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.take(block);
    }
  }

  private take(block: string): void {
    const data: string[] = [];
    let type = 'message';
    for (const line of block.split(/\r?\n/)) {
      const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === 'id') this.lastId = value;
      if (name === 'event') type = value;
      if (name === 'data') data.push(value);
    }
    if (data.length > 0) this.events.add({ id: this.lastId, type, data: data.join('\n') });
  }
}
