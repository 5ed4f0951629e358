/** How many requests a server still works on, by its own metrics. */
import { setTimeout as sleep } from 'node:timers/promises';

/** A request whose answer has been read may end its work a moment later. */
const patienceMs = 5_000;

/**
 * @param origin of a server to which nobody sends anything any more
 * @returns how many requests still hold a slot or wait for one; 0 as soon as that is so
 */
export async function requestsAtWork(origin: string): Promise<number> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const gauges = ['active', 'waiting'].map((name) =>
      new RegExp(`^headwater_requests_${name} (\\d+)$`, 'm').exec(text),
    );
    // A gauge that is not there is no zero.
    const count = gauges.reduce((sum, found) => sum + Number(found?.[1]), 0);
    if (count === 0 || performance.now() > until) return count;
    await sleep(50);
  }
}
