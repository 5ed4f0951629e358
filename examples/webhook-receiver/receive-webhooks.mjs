// Receives webhooks: checks who sent a message, leaves out what came before, and prints what has changed.
// WEBHOOK_SECRET is the `signature` of the webhook, `whsec_` and base64; PORT is where to listen.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
/** Ids of the messages that were taken; a real receiver keeps them with what it stores. */
const taken = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let message;
  try {
    message = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  const id = request.headers['webhook-id'];
  if (!taken.has(id)) {
    for (const { events, entity_id, record } of message.data) {
      console.log(`${events.join(', ')} ${entity_id} ${JSON.stringify(record)}`);
    }
    taken.add(id);
  }
  response.writeHead(204).end();
});

server.listen(Number(process.env.PORT ?? 8090), () => console.log(`listening on ${server.address().port}`));
