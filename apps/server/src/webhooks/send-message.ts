/**
 * Sends one message over HTTP, to a receiver who may be slow, hostile or not there: within a time, without following redirects, and not
 * to addresses of the operator's own network unless that is allowed.
 */
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { useAgent } from 'request-filtering-agent';

/** Addresses that are not public and that messages may go to all the same: all, or networks such as `10.1.0.0/16`. */
export type PrivateAddresses = 'all' | readonly string[];

export interface Receiver {
  readonly url: string;
  /** Its certificate is not checked. */
  readonly isInsecure: boolean;
}

export interface SendRules {
  readonly privateAddresses: PrivateAddresses;
  /** Milliseconds until an attempt is given up. */
  readonly timeoutMs: number;
}

/** What came of an attempt. */
export interface Sent {
  /** Undefined: there was no answer. */
  readonly status: number | undefined;
  /** The first bytes of the answer. */
  readonly answer: string | undefined;
  /** Why it was not delivered; undefined: it was. */
  readonly error: string | undefined;
}

/** Of an answer: what comes behind it is not read. */
const maxAnswerBytes = 64 * 1024;
/** Of an answer that is kept. */
const maxKeptCharacters = 500;

/**
 * Waits on the receiver. Rejects never: what went wrong is in the result.
 * @param breakOff ends the attempt at once
 */
export async function sendMessage(
  receiver: Receiver,
  body: string,
  headers: Readonly<Record<string, string>>,
  rules: SendRules,
  breakOff?: AbortSignal,
): Promise<Sent> {
  const timeout = AbortSignal.timeout(rules.timeoutMs);
  let status: number | undefined;
  let request: ClientRequest | undefined;
  const end = () => request?.destroy();
  // Signals that are combined by AbortSignal.any stay in memory as long as the one that lives longest.
  breakOff?.addEventListener('abort', end);
  try {
    request = open(receiver, headers, rules, timeout);
    if (breakOff?.aborted) end();
    const answer = await exchange(request, body, (seen) => {
      status = seen;
    });
    return { status, answer, error: errorOf(status) };
  } catch (error) {
    return { status, answer: undefined, error: timeout.aborted ? slow(rules.timeoutMs) : reasonOf(error) };
  } finally {
    breakOff?.removeEventListener('abort', end);
  }
}

function open(
  { url, isInsecure }: Receiver,
  headers: Readonly<Record<string, string>>,
  { privateAddresses }: SendRules,
  signal: AbortSignal,
): ClientRequest {
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`The address must begin with http: or https:, not ${protocol}`);
  // Looks at the address that a name leads to when it connects: a look before could be of another one.
  const agent = useAgent(url, {
    rejectUnauthorized: !isInsecure,
    ...(privateAddresses === 'all'
      ? { allowPrivateIPAddress: true, allowMetaIPAddress: true }
      : { allowIPAddressList: [...privateAddresses] }),
  });
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return send(url, { method: 'POST', headers, agent, signal });
}

/** @returns the first characters of the answer @throws what the connection fails with */
function exchange(request: ClientRequest, body: string, onStatus: (status: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      onStatus(response.statusCode ?? 0);
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8');
        // PostgreSQL keeps no text with it.
        resolve(text.replaceAll('\0', '').slice(0, maxKeptCharacters));
      };
      response.on('error', reject);
      response.on('end', finish);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes < maxAnswerBytes) return;
        finish();
        request.destroy();
      });
    });
    request.setHeader('Content-Length', Buffer.byteLength(body));
    request.end(body);
  });
}

function errorOf(status = 0): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `The receiver answered with status ${status}; redirects are not followed.`;
  return `The receiver answered with status ${status}.`;
}

function slow(timeoutMs: number): string {
  return `The receiver did not answer within ${timeoutMs / 1_000} seconds.`;
}

function reasonOf(error: unknown): string {
  const { message = '', code } = error as { message?: string; code?: string };
  const reason = message || code || String(error);
  return `The receiver could not be reached: ${reason}`.slice(0, maxKeptCharacters);
}
