/**
 * Checks who sent a webhook message, by Web Crypto: in Node, at the edge and wherever else requests arrive.
 * Must not know what changes say.
 */
import type { Change } from './changes.js';

/** What a receiver of webhooks gets. */
export interface WebhookMessage {
  /** `Webhook-Id`: the same each time the message is sent. */
  readonly id: string;
  /** A `ping` has no changes. */
  readonly type: 'changes' | 'ping';
  /** When it was sent, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly space: string;
  readonly webhook_id: string;
  readonly data: readonly WebhookChange[];
}

export interface WebhookChange {
  /** Such as `Account.Update`. */
  readonly events: readonly string[];
  readonly entity: string;
  readonly entity_id: string;
  readonly change: Change;
  /** As it is now; null when it is gone. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

/** A request as frameworks hand it over: its body as it came, neither parsed nor written again. */
export interface ReceivedWebhook {
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface VerifyOptions {
  /** How far the clocks of sender and receiver may be apart, and how long a message may be under way; 300 when absent. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; the clock when absent. */
  readonly now?: number;
}

/** A message is not what the webhook has sent, or not now; the text says why. Answer it with 401. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** What a secret of Standard Webhooks begins with: the rest is base64. */
const standardPrefix = 'whsec_';

/**
 * Verifies a message and reads it.
 * @param received a `Request`, whose body is read here, or its body and headers
 * @param secret the `signature` of the webhook: `whsec_` and base64 for Standard Webhooks, or any other text for an HMAC of the body
 * @throws (the promise) WebhookVerificationError wrong or missing signature, another time; TypeError an empty secret or one that is not base64
 */
export async function verifyWebhook(
  received: Request | ReceivedWebhook,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  if (secret === '') throw new TypeError('"secret" must not be empty');
  const bytes = await bytesOf(received);
  const header = (name: string) => headerOf(received.headers, name);
  const [id, timestamp, signature] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  const isStandard = secret.startsWith(standardPrefix);
  const isSigned = isStandard
    ? await isSignedByStandard(secret, concat(encode(`${id}.${timestamp}.`), bytes), signature)
    : await isHmac(encode(secret), bytes, fromHex(signature));
  if (!isSigned) throw new WebhookVerificationError('The signature does not belong to this body and this secret');
  const message = messageOf(bytes);
  // Only what is signed says when it was sent: by Standard Webhooks the header, else the body.
  const sentAt = isStandard ? Number(timestamp) * 1000 : Date.parse(String(message.timestamp));
  if (!(Math.abs(now - sentAt) <= toleranceSeconds * 1000)) {
    throw new WebhookVerificationError(`The message was not sent within ${toleranceSeconds} seconds of now`);
  }
  return { ...message, id } as WebhookMessage;
}

async function bytesOf(received: Request | ReceivedWebhook): Promise<Uint8Array<ArrayBuffer>> {
  if ('arrayBuffer' in received) return new Uint8Array(await received.arrayBuffer());
  return typeof received.body === 'string' ? encode(received.body) : new Uint8Array(received.body);
}

/** @throws WebhookVerificationError a header that is missing, or there twice */
function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  const value =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') {
    throw new WebhookVerificationError(`The header "${name}" is missing`);
  }
  return value;
}

/** @param signatures `v1,` and base64, several with blanks between them while a secret is being replaced */
async function isSignedByStandard(secret: string, signed: Uint8Array<ArrayBuffer>, signatures: string) {
  const key = fromBase64(secret.slice(standardPrefix.length));
  if (key.length === 0) throw new TypeError(`"secret" begins with ${standardPrefix}: what follows must be base64`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await isHmac(key, signed, fromBase64(value)))) return true;
  }
  return false;
}

/** Compares in constant time, as Web Crypto does. */
async function isHmac(
  secret: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

function messageOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof message === 'object' && message !== null) return { ...message };
  } catch {
    // As any other text that is no message.
  }
  throw new WebhookVerificationError('The body is no message of a webhook');
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** @returns no bytes for what is not base64 */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** @returns no bytes for what is not hexadecimal */
function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
