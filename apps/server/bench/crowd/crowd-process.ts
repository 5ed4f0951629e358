/**
 * Process of the crowd. Argument: a `CrowdTask` as JSON. It reports when it begins, and what came of it. It yields to the server and to
 * the quiet caller, as a real crowd would be on other machines.
 */
import { constants, setPriority } from 'node:os';
import { Arrivals } from './arrivals.js';
import { call } from './caller.js';
import { type RequestForm, requestsOf, type Space } from './requests.js';
import { newTally } from './tally.js';

export interface CrowdTask {
  readonly url: string;
  readonly space: Space;
  readonly form: RequestForm;
  readonly connections: number;
  readonly seconds: number;
  /** How many arrive in a second; undefined: each connection asks again when it is answered. */
  readonly perSecond?: number;
}

export interface CrowdResult {
  readonly acceptedMs: readonly number[];
  readonly others: readonly (readonly [number, number])[];
  readonly due: number;
  readonly notSent: number;
}

setPriority(constants.priority.PRIORITY_LOW);
const { url, space, form, connections, seconds, perSecond } = JSON.parse(process.argv[2] ?? '') as CrowdTask;
const requests = requestsOf(space, form);
const tally = newTally();
let [due, notSent] = [0, 0];
if (perSecond === undefined) {
  process.send?.('begins');
  const until = performance.now() + seconds * 1_000;
  await Promise.all(Array.from({ length: connections }, () => call(url, requests, 0, until, tally)));
} else {
  const arrivals = await Arrivals.open(url, requests, connections, tally);
  process.send?.('begins');
  await arrivals.run(perSecond, seconds);
  ({ due, notSent } = arrivals);
}
const result: CrowdResult = { acceptedMs: tally.acceptedMs, others: [...tally.others], due, notSent };
process.send?.(result, () => process.disconnect?.());
