/**
 * The one place that calls `fetch`: adds credentials, bounds the time, keeps the last exchanges for the report.
 * Knows no API and no entity type.
 */
import { setImmediate } from 'node:timers/promises';
import { CheckSkipped } from '../expectation.js';
import { Answer, type Exchange, type WhoseCredentials } from './answer.js';
import { EventStream } from './event-stream.js';
import { type Query, renderQuery } from './query.js';

/** Token and password of one space. */
export interface Credentials {
  readonly token: string;
  readonly password: string;
}

export interface HttpRequest {
  /** Default: no query. */
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of those of the run; `none` sends no `Authorization` header. */
  readonly credentials?: Credentials | 'none';
  /** For an answer that has no end: whether what has come of it will do. Left out: all of it is read. */
  readonly isEnough?: (text: string) => boolean;
}

export interface HttpOptions {
  /** Scheme, host and port, without a trailing slash. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number;
  /** Whose credentials they are; `first` unless given. */
  readonly whose?: 'first' | 'second';
  /** Requests that may write are not sent; `false` unless given. */
  readonly isReadOnly?: boolean;
  /** Once aborted, no further request begins; one under way is awaited, so that what it makes is known. */
  readonly stop: AbortSignal;
}

const keptExchanges = 5;

export class Http {
  /** The last exchanges, oldest first. */
  readonly exchanges: Exchange[] = [];

  private readonly underWay = new Set<Promise<Answer>>();

  constructor(private readonly options: HttpOptions) {}

  get baseUrl(): string {
    return this.options.baseUrl;
  }

  /** The `Authorization` header of the run. */
  get authorization(): string {
    return basic(this.options.credentials);
  }

  /** The token of the run, without its password. */
  get token(): string {
    return this.options.credentials.token;
  }

  /**
   * @param path begins with `/`; its segments are encoded by the caller
   * @throws CheckSkipped when the request may write and the run is read-only; the reason of `stop`; what `fetch` throws when the
   * server can't be reached or is too slow
   */
  async send(method: string, path: string, request: HttpRequest = {}): Promise<Answer> {
    this.options.stop.throwIfAborted();
    if (this.options.isReadOnly && mayWrite(method, path, request)) {
      throw new CheckSkipped('it sends requests that write (--read-only)');
    }
    const answering = this.exchange(method, path, request);
    this.underWay.add(answering);
    return await answering.finally(() => this.underWay.delete(answering));
  }

  /**
   * Opens a stream of server-sent events for as long as one request may take; the caller closes it.
   * @throws as `send` does
   */
  async openEvents(path: string, request: HttpRequest = {}): Promise<EventStream> {
    const { baseUrl, timeoutMs, stop } = this.options;
    stop.throwIfAborted();
    const url = `${baseUrl}${path}${renderQuery(request.query ?? {})}`;
    const closing = new AbortController();
    const began = performance.now();
    const response = await fetch(url, {
      headers: { ...this.headersOf(request, false), accept: 'text/event-stream', ...request.headers },
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const stream: EventStream = new EventStream(response, { timeoutMs, stop }, () => {
      closing.abort();
      const { status } = response;
      const durationMs = performance.now() - began;
      const sent = { method: 'GET', url, ...this.shownOf(request, false) };
      this.keep({ ...sent, requestBody: undefined, status, answerBody: stream.text, durationMs });
    });
    return stream;
  }

  /**
   * Waits until no request is under way and those who sent them have seen the answers. A check that failed may have left some,
   * and what they make must be known before it is deleted.
   */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) {
      await Promise.allSettled(this.underWay);
      await setImmediate();
    }
  }

  private async exchange(method: string, path: string, request: HttpRequest): Promise<Answer> {
    const url = `${this.options.baseUrl}${path}${renderQuery(request.query ?? {})}`;
    const requestBody = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const began = performance.now();
    const response = await fetch(url, {
      method,
      headers: this.headersOf(request, requestBody !== undefined),
      redirect: 'manual',
      signal: AbortSignal.timeout(this.options.timeoutMs),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    });
    const answerBody = request.isEnough ? await readUntil(response, request.isEnough) : await response.text();
    const exchange: Exchange = {
      method,
      url,
      ...this.shownOf(request, requestBody !== undefined),
      requestBody,
      status: response.status,
      answerBody,
      durationMs: performance.now() - began,
    };
    this.keep(exchange);
    return new Answer(exchange, response.headers);
  }

  /** What reports show of the head of a request. */
  private shownOf(request: HttpRequest, hasBody: boolean): Pick<Exchange, 'requestHeaders' | 'credentials'> {
    const headers = Object.entries(this.headersOf(request, hasBody));
    const isOne =
      (...names: readonly string[]) =>
      ([name]: readonly [string, string]) =>
        names.includes(name.toLowerCase());
    return {
      requestHeaders: Object.fromEntries(headers.filter((header) => !isOne('accept', 'authorization')(header))),
      credentials: this.whoseIs(headers.find(isOne('authorization'))?.[1]),
    };
  }

  private whoseIs(authorization: string | undefined): WhoseCredentials {
    if (authorization === undefined) return 'none';
    return authorization === this.authorization ? (this.options.whose ?? 'first') : 'others';
  }

  private keep(exchange: Exchange): void {
    this.exchanges.push(exchange);
    if (this.exchanges.length > keptExchanges) this.exchanges.shift();
  }

  private headersOf(request: HttpRequest, hasBody: boolean): Record<string, string> {
    const credentials = request.credentials ?? this.options.credentials;
    return {
      accept: '*/*',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(credentials === 'none' ? {} : { authorization: basic(credentials) }),
      ...request.headers,
    };
  }
}

/** Questions in GraphQL are sent as POST; one without its text, named by an id, may be anything. */
function mayWrite(method: string, path: string, { body }: HttpRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  const query =
    method === 'POST' && /\/graphql\//.test(path) && (body as { readonly query?: unknown } | undefined)?.query;
  return typeof query !== 'string' || /\bmutation\b/.test(query);
}

async function readUntil({ body }: Response, isEnough: (text: string) => boolean): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
    if (!isEnough(text)) continue;
    await reader?.cancel();
    break;
  }
  return text;
}

function basic({ token, password }: Credentials): string {
  return `Basic ${Buffer.from(`${token}:${password}`, 'utf8').toString('base64')}`;
}
