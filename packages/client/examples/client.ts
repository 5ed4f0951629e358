/** A client of the demo space; its token and password come from the environment. */
import { createClient } from '@headwater/client';

export const client = createClient({
  baseUrl: process.env.HEADWATER_URL ?? 'http://127.0.0.1:8080',
  space: 'demo',
  token: process.env.HEADWATER_DEMO_TOKEN ?? '',
  password: process.env.HEADWATER_DEMO_PASSWORD ?? '',
});
