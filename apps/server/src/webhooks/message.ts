/**
 * What a receiver gets: the body of a message and the headers that sign it. Pure.
 */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export interface Message {
  /** The same for each attempt to send it. */
  readonly id: string;
  readonly type: 'changes' | 'ping';
  readonly space: string;
  readonly webhookId: string;
  /** JSON texts. */
  readonly items: readonly string[];
}

/** @param moment in milliseconds since 1970 */
export function messageBody({ type, space, webhookId, items }: Message, moment: number): string {
  const head = { type, timestamp: new Date(moment).toISOString(), space, webhook_id: webhookId };
  return `${JSON.stringify(head).slice(0, -1)},"data":[${items.join(',')}]}`;
}

/** What a secret of Standard Webhooks begins with: the rest is base64. */
const standardPrefix = 'whsec_';

/**
 * HTTP has one header for the signature of the interface (`WebHook-Signature`) and for that of Standard Webhooks (`webhook-signature`),
 * as the names of headers ignore case: the form of the secret decides.
 * @param secret null: nothing is signed
 * @param moment of the attempt, in milliseconds since 1970
 * @throws Error for a secret that begins as one of Standard Webhooks and is none
 */
export function messageHeaders(
  id: string,
  body: string,
  secret: string | null,
  moment: number,
): Readonly<Record<string, string>> {
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'headwater-webhooks',
    'Webhook-Id': id,
    'Webhook-Timestamp': String(Math.floor(moment / 1_000)),
  };
  return secret === null ? headers : { ...headers, 'WebHook-Signature': signatureOf(id, body, secret, moment) };
}

function signatureOf(id: string, body: string, secret: string, moment: number): string {
  if (secret.startsWith(standardPrefix)) return new Webhook(secret).sign(id, new Date(moment), body);
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** @returns what is wrong with a secret, as the end of a sentence; undefined: it signs */
export function secretProblem(secret: string): string | undefined {
  if (secret === '') return 'must not be empty.';
  if (!secret.startsWith(standardPrefix)) return undefined;
  const encoded = secret.slice(standardPrefix.length);
  const isEncoded = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded);
  return isEncoded ? undefined : `begins with ${standardPrefix}: what follows must be base64.`;
}
