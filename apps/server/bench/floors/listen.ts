/**
 * Puts a floor on a free port of this machine.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningFloor {
  /** Scheme, host and port. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param release called once the floor takes no more requests */
export async function listen(server: Server, release: () => Promise<void>): Promise<RunningFloor> {
  // As long as the server's: connections stay open between the rounds.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await release();
    },
  };
}
