/**
 * How often random tests are tried: `npm run test:all` tries all runs, `npm test` a third of them.
 */

/** @param all runs of `npm run test:all` @returns those of this run */
export function runsOf(all: number): number {
  return process.env.HEADWATER_TEST_ALL === '1' ? all : Math.ceil(all / 3);
}
