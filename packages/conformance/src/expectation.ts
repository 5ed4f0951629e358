/**
 * Expectations: each holds or throws `ExpectationFailed`, which the runner turns into a result.
 * Knows nothing of HTTP; `http/answer.ts` has the expectations about answers.
 */
import { inspect, isDeepStrictEqual } from 'node:util';

/** The server broke the promise that a check tries. */
export class ExpectationFailed extends Error {
  override readonly name = 'ExpectationFailed';
}

/** The run lacks what the check needs, such as credentials of a second space; the message says what. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped';
}

/** @throws ExpectationFailed with `message` unless `holds` */
export function expectThat(holds: boolean, message: string): asserts holds {
  if (!holds) throw new ExpectationFailed(message);
}

/**
 * Deep and strict equality; members may be in any order, array items may not.
 * @param what names the value in the failure: `page_info.has_next_page of the last page`
 * @throws ExpectationFailed
 */
export function expectEqual(got: unknown, wanted: unknown, what: string): void {
  if (isDeepStrictEqual(got, wanted)) return;
  throw new ExpectationFailed(`${what}: wanted ${shown(wanted)}, got ${shown(got)}`);
}

/**
 * Equality of two lists whose items are long; names the first place where they part.
 * @throws ExpectationFailed
 */
export function expectSameList(got: readonly string[], wanted: readonly string[], what: string): void {
  if (isDeepStrictEqual(got, wanted)) return;
  const missing = wanted.filter((item) => !got.includes(item));
  const foreign = got.filter((item) => !wanted.includes(item));
  const at = wanted.findIndex((item, index) => item !== got[index]);
  const faults = [
    missing.length > 0 && `missing ${shown(missing)}`,
    foreign.length > 0 && `not expected ${shown(foreign)}`,
    `wanted ${wanted.length} items, got ${got.length}`,
    at >= 0 && `first difference at ${at}: wanted ${shown(wanted[at])}, got ${shown(got[at])}`,
  ];
  throw new ExpectationFailed(`${what}: ${faults.filter(Boolean).join('; ')}`);
}

/** Equality of two lists in any order. @throws ExpectationFailed */
export function expectSameItems(got: readonly string[], wanted: readonly string[], what: string): void {
  expectSameList([...got].sort(), [...wanted].sort(), what);
}

function shown(value: unknown): string {
  const text = inspect(value, { depth: 6, breakLength: 120, maxArrayLength: 10, maxStringLength: 300 });
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}
