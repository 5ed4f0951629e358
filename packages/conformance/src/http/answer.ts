/**
 * What a server answered, and the expectations about it. Knows no API and no entity type.
 */
import { ExpectationFailed } from '../expectation.js';
import { type Json, parseJson } from './json.js';

/** Whose key a request had: that of the run's space, that of the second one, a wrong one, or none. */
export type WhoseCredentials = 'first' | 'second' | 'others' | 'none';

/** One request and its answer, as reports show it; never holds credentials. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** Those that the request had besides `Accept` and `Authorization`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly credentials: WhoseCredentials;
  readonly requestBody: string | undefined;
  readonly status: number;
  readonly answerBody: string;
  readonly durationMs: number;
}

export class Answer {
  constructor(
    readonly exchange: Exchange,
    readonly headers: Headers,
  ) {}

  get status(): number {
    return this.exchange.status;
  }

  get text(): string {
    return this.exchange.answerBody;
  }

  /** The body as JSON. @throws ExpectationFailed when it is not JSON */
  get json(): Json {
    return parseJson(this.text, `${this.line}: the body`);
  }

  /** `GET /path answered 200`, for messages. */
  get line(): string {
    const { method, url, status } = this.exchange;
    return `${method} ${new URL(url).pathname} answered ${status}`;
  }
}

/** @throws ExpectationFailed unless the answer has the status; the message quotes the body */
export function expectStatus(answer: Answer, wanted: number): void {
  if (answer.status === wanted) return;
  throw new ExpectationFailed(`${answer.line} instead of ${wanted}: ${answer.text.slice(0, 500)}`, {
    path: 'status',
    wanted: String(wanted),
    got: String(answer.status),
  });
}

/** @throws ExpectationFailed unless the status is 200 to 299 */
export function expectSuccess(answer: Answer): void {
  if (answer.status >= 200 && answer.status <= 299) return;
  throw new ExpectationFailed(`${answer.line} instead of a success: ${answer.text.slice(0, 500)}`, {
    path: 'status',
    wanted: '200 to 299',
    got: String(answer.status),
  });
}
