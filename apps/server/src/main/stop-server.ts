/**
 * Stops an HTTP server without breaking a request off: what has come is answered, on connections that end with the answer.
 */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * How long connections that nobody uses stay open when the server stops: a client may be sending a request over one just now, and would
 * find it closed.
 */
const quietMs = 500;
/** How long requests under way may go on: less than what supervisors wait before they kill. */
const maxDrainMs = 5_000;
const sweepMs = 50;

/**
 * @param server before it gets requests
 * @returns stops the server: no new connection is taken, all answers from then on say `Connection: close`, and what is not answered
 *   after 5 seconds is broken off. Resolves when all connections are closed
 */
export function stoppable(server: Server): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  let isStopping = false;
  const announce = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_, response) => {
    if (isStopping) announce(response);
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return async () => {
    isStopping = true;
    for (const response of unanswered) announce(response);
    let sweep: NodeJS.Timeout | undefined;
    const quiet = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    }, quietMs);
    const bound = setTimeout(() => server.closeAllConnections(), maxDrainMs);
    // Node's own would close idle connections at once.
    await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    clearTimeout(quiet);
    clearInterval(sweep);
    clearTimeout(bound);
    // Ends what Node does at intervals for open connections.
    server.close(() => {});
  };
}
