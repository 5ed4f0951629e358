/** A client that knows every path of the interface; the others know collections. */
import { createClient } from '@headwater/client';
import type { paths } from '@headwater/openapi-types';

export const client = createClient<paths>({
  baseUrl: process.env.HEADWATER_URL ?? 'http://127.0.0.1:8080',
  space: 'demo',
  token: process.env.HEADWATER_DEMO_TOKEN ?? '',
  password: process.env.HEADWATER_DEMO_PASSWORD ?? '',
});
