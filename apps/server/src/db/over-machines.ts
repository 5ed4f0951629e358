/**
 * Looks over all spaces of a distributed database, one of whose machines is down: it would fail as a whole. Asked part by part, the parts of
 * the other machines answer.
 */

import type { Database } from './database.js';
import { isLostConnection } from './translate-error.js';

/** Tables that lie together, and a select of their rows: it names the first `%1$s`, the second `%2$s`. It binds nothing. */
export interface Part {
  readonly tables: readonly [string] | readonly [string, string];
  readonly text: string;
}

/** @returns the rows of the parts that answer, as JSON has their values */
export type ReadParts = (part: Part) => Promise<Readonly<Record<string, unknown>>[]>;

/**
 * @param whole asks all machines at once
 * @param reachable asks part by part, when a machine was not there for the whole
 */
export async function overMachines<T>(
  { knex, dialect }: Pick<Database, 'knex' | 'dialect'>,
  whole: () => Promise<T>,
  reachable: (read: ReadParts) => Promise<T>,
): Promise<T> {
  try {
    return await whole();
  } catch (error) {
    if (!isLostConnection(error) || dialect.boundUnions === undefined) throw error;
  }
  return reachable(async ({ tables, text }) => {
    const run = tables.length === 1 ? 'run_command_on_placements' : 'run_command_on_colocated_placements';
    const command = `SELECT coalesce(json_agg(q), '[]') FROM (${text}) q`;
    const { rows } = await knex.raw(
      `SELECT result FROM ${run}(${tables.map(() => '?::regclass').join(', ')}, ?) WHERE success`,
      [...tables, command],
    );
    return (rows as { result: string }[]).flatMap(({ result }) => JSON.parse(result));
  });
}
