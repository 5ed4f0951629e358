/**
 * One caller on one connection: it sends its next request when it is due or when the last one is answered, whichever is later, and opens
 * a new connection when the server closes this one.
 */
import { HttpConnection } from '../load/http-connection.js';
import { count, type Tally } from './tally.js';

/**
 * @param pauseMs between the beginnings of two requests; 0: each follows the answer to the last one
 * @param until of `performance.now()`
 * @returns when the time is up and the last request is answered
 */
export async function call(
  url: string,
  requests: readonly Buffer[],
  pauseMs: number,
  until: number,
  tally: Tally,
): Promise<void> {
  let connection: HttpConnection | undefined;
  let due = performance.now() + Math.random() * pauseMs;
  for (let next = 0; performance.now() < until; next++) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    due += pauseMs;
    const sent = performance.now();
    let status = 0;
    try {
      connection ??= await HttpConnection.open(url);
      ({ status } = await connection.send(requests[next % requests.length]!, false));
    } catch {
      connection = undefined;
    }
    count(tally, status, performance.now() - sent);
  }
  connection?.close();
}
