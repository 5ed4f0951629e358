/** A receiver of webhooks, as a function of a request: at the edge, in Deno, Bun or a framework of Node. */
import { verifyWebhook, WebhookVerificationError } from '@headwater/client';

export async function receive(request: Request): Promise<Response> {
  try {
    const message = await verifyWebhook(request, process.env.WEBHOOK_SECRET ?? '');
    for (const { events, entity_id } of message.data) console.log(`${message.id}: ${events.join(', ')} ${entity_id}`);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 401 });
    throw error;
  }
}
