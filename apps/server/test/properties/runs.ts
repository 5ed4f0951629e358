/**
 * How much of what could be tried is tried: `npm run test:all` tries all of it, `npm test` a part.
 */
import { type DatabaseName, databases } from '../fixture.js';

const isAll = process.env.HEADWATER_TEST_ALL === '1';

/** In `npm test` one of so many runs, and of so many entity types that the same is asked of. */
const oneIn = 4;

/** How often random tests are tried. @param all runs of `npm run test:all` @returns those of this run: a quarter in `npm test` */
export function runsOf(all: number): number {
  return Math.ceil(isAll ? all : all / oneIn);
}

/** @returns the cases that are tried where all are of one mechanism, as entity types are: a quarter in `npm test` */
export function someOf<Case>(all: readonly Case[]): readonly Case[] {
  return isAll ? all : all.filter((_, index) => index % oneIn === 0);
}

/** @returns the cases that are tried on a database: in `npm test` each of them is tried on one of the databases, in turn */
export function shareOf<Case>(all: readonly Case[], database: DatabaseName): readonly Case[] {
  if (isAll) return all;
  return all.filter((_, index) => index % databases.length === databases.indexOf(database));
}
