/** What a client reports of its requests, for a log or a trace. */
import { createClient, unwrap } from '@headwater/client';

const traced = createClient({
  baseUrl: process.env.HEADWATER_URL ?? 'http://127.0.0.1:8080',
  space: 'demo',
  token: process.env.HEADWATER_DEMO_TOKEN ?? '',
  password: process.env.HEADWATER_DEMO_PASSWORD ?? '',
  hooks: {
    onResponse: ({ method, url, attempt, status, requestId, durationMs }) =>
      console.log(`${method} ${new URL(url).pathname} ${attempt}: ${status} ${requestId} ${Math.round(durationMs)} ms`),
    onRetry: ({ status, error, delayMs }) => console.log(`${error?.message ?? status}, again in ${delayMs} ms`),
  },
});
await unwrap(traced.GET('/entities/Contacts'));
