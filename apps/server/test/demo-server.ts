/**
 * A server with the demo space on SQLite, with the address, token and password that the documents use, for tests that run their
 * examples.
 */
import { join } from 'node:path';
import { headwater } from './cli/headwater.js';
import { newInstallation } from './cli/installation.js';

export interface DemoServer {
  /** Scheme, host and port. */
  readonly url: string;
  /** A folder that goes with the server. */
  readonly folder: string;
  /** The file of its database. */
  readonly databaseFile: string;
  close(): Promise<void>;
}

/** The address that examples of documents go to. */
const documentedUrl = 'http://127.0.0.1:8080';

/** @param settings environment variables besides the usual ones */
export async function startDemoServer(settings: Readonly<Record<string, string>> = {}): Promise<DemoServer> {
  const place = await newInstallation('sqlite');
  const stop = new AbortController();
  let printed = '';
  let tellReady = () => {};
  const isReady = new Promise<void>((resolve) => {
    tellReady = resolve;
  });
  const running = headwater(['serve', '--demo'], {
    env: {
      ...place.env,
      ...settings,
      HEADWATER_PORT: '0',
      HEADWATER_DEMO_TOKEN: 'demo',
      HEADWATER_DEMO_PASSWORD: 'demo',
    },
    stop: stop.signal,
    onOutput: (text) => {
      printed += text;
      if (printed.includes('API reference')) tellReady();
    },
  });
  await isReady;
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '',
    folder: place.folder,
    databaseFile: join(place.env.HEADWATER_DATA_DIR ?? '', 'headwater.sqlite'),
    close: async () => {
      stop.abort();
      await running;
      await place.drop();
    },
  };
}

/** @returns an example of a document, sent to this server */
export function sentTo({ url }: DemoServer, example: string): string {
  return example.replaceAll(documentedUrl, url);
}
