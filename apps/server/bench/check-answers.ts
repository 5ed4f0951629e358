/**
 * Makes sure that what is compared does the same: contestants must answer with the same records.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Asking, BenchCase } from './cases/bench-case.js';
import type { Answer } from './load/http-connection.js';
import type { BenchRequest } from './load/request-bytes.js';

/** A contestant with its requests of one case. */
export interface Answering {
  readonly title: string;
  readonly asking: Asking;
  readonly requests: readonly BenchRequest[];
  /** It must have the records of the second one exactly: no other members, in the same order. */
  readonly isSameAnswer?: boolean;
  ask(request: BenchRequest): Promise<Answer>;
}

/** Requests of a case that are compared. */
const compared = 3;

/**
 * Compares the answers of all with those of the first, which has the fewest members: what it answers, all must answer.
 * @returns the bytes of each one's first answer, in their order
 * @throws Error (rejects) that shows the first member in which answers differ
 */
export async function checkAnswers(
  { title, unrepeatable }: Pick<BenchCase, 'title' | 'unrepeatable'>,
  answering: readonly Answering[],
): Promise<number[]> {
  const [floor, ...others] = answering;
  if (!floor) throw new Error(`${title}: nobody to ask`);
  const bytes: number[] = [];
  const ask = async (one: Answering, index: number) => {
    const answer = await one.ask(one.requests[index]!);
    if (index === 0) bytes.push(Buffer.byteLength(answer.body));
    const status = one.asking.status ?? 200;
    if (answer.status === status) return answer.body;
    throw new Error(`${title}: ${one.title} answers ${answer.status} ${answer.body.slice(0, 500)}`);
  };
  for (let index = 0; index < Math.min(compared, floor.requests.length); index++) {
    const wanted = floor.asking.records(await ask(floor, index));
    let second: unknown;
    for (const other of others) {
      const given = other.asking.records(await ask(other, index));
      second ??= given;
      const difference = differenceOf(wanted, given, unrepeatable, '');
      if (difference !== undefined) {
        throw new Error(`${title}: ${other.title} answers otherwise than ${floor.title}: ${difference}`);
      }
      if (!other.isSameAnswer || masked(given, unrepeatable) === masked(second, unrepeatable)) continue;
      const reason = differenceOf(second, given, unrepeatable, '') ?? 'it has other members, or another order of them';
      throw new Error(`${title}: ${other.title} answers otherwise than ${others[0]?.title}: ${reason}`);
    }
  }
  return bytes;
}

/** What the masked members hold is not compared, that they are there is. */
function masked(records: unknown, unrepeatable: readonly string[]): string {
  return JSON.stringify(records, (name, value: unknown) => (unrepeatable.includes(name) ? null : value));
}

/**
 * @param unrepeatable members of which only presence counts
 * @returns where `given` lacks something of `wanted` and how; undefined when it has all of it, arrays of the same length
 */
function differenceOf(
  wanted: unknown,
  given: unknown,
  unrepeatable: readonly string[],
  at: string,
): string | undefined {
  if (Array.isArray(wanted) && (!Array.isArray(given) || given.length !== wanted.length)) {
    return `${at || 'the answer'} has not ${wanted.length} items`;
  }
  if (isObject(wanted) && isObject(given)) {
    for (const [name, value] of Object.entries(wanted)) {
      if (!(name in given)) return `${at}/${name} is missing`;
      if (unrepeatable.includes(name)) continue;
      const difference = differenceOf(value, given[name], unrepeatable, `${at}/${name}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  return isDeepStrictEqual(comparable(wanted), comparable(given))
    ? undefined
    : `${at} is ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`;
}

const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/;

/** The same moment and the same number are written in several ways. */
function comparable(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, , zone] = moment.exec(value) ?? [undefined, undefined, undefined];
  if (moment.test(value)) return Date.parse(`${value.replace(' ', 'T')}${zone === undefined ? 'Z' : ''}`);
  return value;
}

/** Arrays count: their members are numbered. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
