/** Limits: of one attempt, of the number of attempts, and of everything together. */
import { createClient } from '@headwater/client';

const patient = createClient({
  baseUrl: process.env.HEADWATER_URL ?? 'http://127.0.0.1:8080',
  space: 'demo',
  token: process.env.HEADWATER_DEMO_TOKEN ?? '',
  password: process.env.HEADWATER_DEMO_PASSWORD ?? '',
  timeoutMs: 5_000,
  maxAttempts: 5,
});

let count = 0;
for await (const contact of patient.contacts.list({ signal: AbortSignal.timeout(60_000) })) {
  if (contact.city === 'Leeds') count += 1;
}
console.log(`${count} contacts live in Leeds`);
