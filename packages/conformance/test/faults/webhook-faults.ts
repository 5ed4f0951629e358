/**
 * Servers that answer otherwise than they declare when a webhook is tried, or sent something again.
 */
import { editBody, type Fault, type ProxiedRequest, withStatus } from './fault.js';

const isPostTo = ({ method, url }: ProxiedRequest, end: string) => method === 'POST' && url.pathname.endsWith(end);

export const webhookFaults: readonly Fault[] = [
  {
    name: 'does not say what came of a ping',
    caughtBy: ['operation.pingWebhook'],
    answer: (answer, request) => (isPostTo(request, '/ping') ? editBody(answer, () => ({ success: true })) : answer),
  },
  {
    name: 'delivers nothing again',
    caughtBy: ['operation.redeliverWebhook'],
    answer: (answer, request) => (isPostTo(request, '/redeliver') ? withStatus(answer, 404) : answer),
  },
];
