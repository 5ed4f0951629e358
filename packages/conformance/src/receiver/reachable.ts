/**
 * Whether the server under test can reach the receiver of the run.
 */
import { idOf } from '../api/record.js';
import type { Neighbour } from '../check-context.js';
import { isJsonObject } from '../http/json.js';
import type { Inbox } from './inbox.js';

/**
 * Has a webhook send a ping. A server that answers it in another way than it should is left to the checks.
 * @param inbox of which nobody knows yet
 * @returns undefined when nothing speaks against it
 */
export async function whyUnreachable(
  { rest, fixtures }: Pick<Neighbour, 'rest' | 'fixtures'>,
  inbox: Inbox,
): Promise<string | undefined> {
  const body = await fixtures.body('Webhook', { url: inbox.url, insecure_ssl: false });
  const id = idOf(await rest.create('Webhooks', body));
  const { text } = await rest.sendBelow('POST', 'Webhooks', `${id}/ping`);
  await rest.send('DELETE', 'Webhooks', id);
  inbox.close();
  const error = errorIn(text);
  if (error === undefined || inbox.deliveries.items.length > 0) return undefined;
  return `the server does not reach the receiver at ${inbox.url} (--receiver-url): ${error}`;
}

function errorIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text);
    const data = isJsonObject(body) ? body.data : undefined;
    return isJsonObject(data) && typeof data.error === 'string' ? data.error : undefined;
  } catch {
    return undefined;
  }
}
