/**
 * Expectations: each holds or throws `ExpectationFailed`, which the runner turns into a result.
 * Knows nothing of HTTP; `http/answer.ts` has the expectations about answers.
 */
import { inspect, isDeepStrictEqual } from 'node:util';

/** The first place where what came is not what was wanted; both as text for people, cut where they are long. */
export interface Difference {
  /** Such as `data[0].name`; empty: the value as a whole. */
  readonly path: string;
  readonly wanted: string;
  readonly got: string;
}

/** The server broke the promise that a check tries. */
export class ExpectationFailed extends Error {
  override readonly name = 'ExpectationFailed';

  constructor(
    message: string,
    /** Where two values were compared. */
    readonly difference?: Difference,
  ) {
    super(message);
  }
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
  const difference = firstDifference(got, wanted, '');
  const place = difference.path === '' ? what : `${what}, at ${difference.path}`;
  throw new ExpectationFailed(`${place}: wanted ${difference.wanted}, got ${difference.got}`, difference);
}

/** @returns the first place where two values differ that are not equal */
function firstDifference(got: unknown, wanted: unknown, path: string): Difference {
  if (isMembers(got) && isMembers(wanted) && haveSamePlaces(got, wanted)) {
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
      if (isDeepStrictEqual(got[name], wanted[name]) && Object.hasOwn(got, name) === Object.hasOwn(wanted, name))
        continue;
      const place = Array.isArray(wanted) ? `[${name}]` : path === '' ? name : `.${name}`;
      return firstDifference(got[name], wanted[name], `${path}${place}`);
    }
  }
  return { path, wanted: shown(wanted), got: shown(got) };
}

/** Lists of other lengths and values of other types say more as a whole. */
function haveSamePlaces(got: object, wanted: object): boolean {
  if (Array.isArray(got) && Array.isArray(wanted)) return got.length === wanted.length;
  return !Array.isArray(got) && !Array.isArray(wanted);
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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
  const [path, ...both] = at < 0 ? ['', wanted, got] : [`[${at}]`, wanted[at], got[at]];
  const [wantedThere, gotThere] = both.map(shown) as [string, string];
  const faults = [
    missing.length > 0 && `missing ${shown(missing)}`,
    foreign.length > 0 && `not expected ${shown(foreign)}`,
    `wanted ${wanted.length} items, got ${got.length}`,
    at >= 0 && `first difference at ${at}: wanted ${wantedThere}, got ${gotThere}`,
  ];
  const difference = { path, wanted: wantedThere, got: gotThere };
  throw new ExpectationFailed(`${what}: ${faults.filter(Boolean).join('; ')}`, difference);
}

/** Equality of two lists in any order. @throws ExpectationFailed */
export function expectSameItems(got: readonly string[], wanted: readonly string[], what: string): void {
  expectSameList([...got].sort(), [...wanted].sort(), what);
}

function shown(value: unknown): string {
  const text = inspect(value, { depth: 6, breakLength: 120, maxArrayLength: 10, maxStringLength: 300 });
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}
