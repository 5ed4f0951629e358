/**
 * What one address of the receiver gets, and what it answers.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Arrivals, type Patience } from '../arrivals.js';

/** One request of the server under test. */
export interface Delivery {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly text: string;
}

export interface InboxAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Inbox {
  readonly deliveries: Arrivals<Delivery>;
  /** Answers each delivery; takes it unless changed. */
  answer: (delivery: Delivery) => InboxAnswer = () => ({ status: 200 });

  /** @param close has later deliveries answered with 404 */
  constructor(
    readonly url: string,
    patience: Patience,
    readonly close: () => void,
  ) {
    this.deliveries = new Arrivals(patience);
  }

  take(delivery: Delivery): InboxAnswer {
    const answer = this.answer(delivery);
    this.deliveries.add(delivery);
    return answer;
  }
}
