/**
 * Makes sure that what is compared does the same: the hand-written floor must answer as the server does.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BenchCase } from './cases.js';
import type { ContestantName } from './contestants/contestant.js';
import type { Answer } from './load/http-connection.js';
import type { BenchRequest } from './load/request-bytes.js';

export interface Answering {
  readonly name: ContestantName;
  ask(request: BenchRequest): Promise<Answer>;
}

/** Requests of a case that are compared. */
const compared = 3;

/**
 * @returns the server's first answer
 * @throws Error (rejects) that shows the first member in which answers differ
 */
export async function checkAnswers(
  { title, status, unrepeatable }: BenchCase,
  requests: readonly BenchRequest[],
  server: Answering,
  others: readonly Answering[],
): Promise<Answer> {
  let first: Answer | undefined;
  for (const request of requests.slice(0, compared)) {
    const wanted = await server.ask(request);
    first ??= wanted;
    if (wanted.status !== status) throw new Error(`${title}: the server answers ${wanted.status} ${wanted.body}`);
    for (const other of others) {
      const given = await other.ask(request);
      const difference = differenceOf(parse(wanted, unrepeatable), parse(given, unrepeatable), '');
      if (given.status === wanted.status && difference === undefined) continue;
      throw new Error(`${title}: ${other.name} answers ${given.status}, not as the server does: ${difference}`);
    }
  }
  if (!first) throw new Error(`${title}: no requests`);
  return first;
}

/** What the masked members hold is not compared, that they are there is. */
function parse({ body }: Answer, unrepeatable: readonly string[]): unknown {
  return JSON.parse(body, (name, value: unknown) => (unrepeatable.includes(name) ? null : value));
}

/** @returns where two JSON values differ and how; undefined when they are equal, members in the same order */
function differenceOf(wanted: unknown, given: unknown, at: string): string | undefined {
  if (isObject(wanted) && isObject(given)) {
    if (!isDeepStrictEqual(Object.keys(wanted), Object.keys(given))) {
      return `${at || 'the answer'} has ${Object.keys(given)}, not ${Object.keys(wanted)}`;
    }
    for (const [name, value] of Object.entries(wanted)) {
      const difference = differenceOf(value, given[name], `${at}/${name}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  return isDeepStrictEqual(wanted, given)
    ? undefined
    : `${at} is ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`;
}

/** Arrays count: their members are numbered. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
