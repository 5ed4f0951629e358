/**
 * Follows shared keys from record to record: what can be reached is one group. Asks for all groups of a page at once, so that their
 * number does not count, and leaves off where a group is larger than a merge takes.
 */
import type { Row } from '../../db/database.js';
import type { Statement } from '../../sql/binder.js';
import type { DuplicateCompiler } from '../../sql/filter/compile-duplicates.js';

/** Records of a group at most: a master and as many as can be merged into it. */
export const maxGroup = 101;

/** Steps from the first record at most. */
const maxSteps = 12;

export interface Group {
  /** Ids, oldest first. */
  readonly ids: readonly string[];
  /** Keys that several of them share, each with those that have it, oldest first. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

interface Growing {
  readonly ids: Set<string>;
  readonly keys: Set<string>;
  /** Reached in the last step. */
  edge: readonly string[];
}

/** @param seeds ids of records @returns a group for each of them, in their order; two can be the same */
export async function gatherGroups(
  run: (statement: Statement) => Promise<Row[]>,
  compiler: DuplicateCompiler,
  seeds: readonly string[],
): Promise<Group[]> {
  const growing = seeds.map((id): Growing => ({ ids: new Set([id]), keys: new Set(), edge: [id] }));
  const keysById = new Map<string, readonly string[]>();
  const idsByKey = new Map<string, readonly string[]>();
  for (let step = 0; step < maxSteps && growing.some(({ edge }) => edge.length > 0); step++) {
    await learnKeys(run, compiler, growing, keysById);
    for (const group of growing) reachKeys(group, keysById);
    await learnIds(run, compiler, growing, idsByKey);
    for (const group of growing) reachIds(group, idsByKey);
  }
  return growing.map((group) => finish(group, idsByKey));
}

async function learnKeys(
  run: (statement: Statement) => Promise<Row[]>,
  compiler: DuplicateCompiler,
  growing: readonly Growing[],
  known: Map<string, readonly string[]>,
): Promise<void> {
  const ids = [...new Set(growing.flatMap(({ edge }) => edge))].filter((id) => !known.has(id));
  if (ids.length === 0) return;
  const found = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const row of await run(compiler.keysOf(ids, true))) found.get(String(row.record_id))?.push(String(row.key));
  for (const [id, keys] of found) known.set(id, keys);
}

function reachKeys(group: Growing, keysById: ReadonlyMap<string, readonly string[]>): void {
  for (const id of group.edge) for (const key of keysById.get(id) ?? []) group.keys.add(key);
}

async function learnIds(
  run: (statement: Statement) => Promise<Row[]>,
  compiler: DuplicateCompiler,
  growing: readonly Growing[],
  known: Map<string, readonly string[]>,
): Promise<void> {
  const keys = [...new Set(growing.flatMap((group) => [...group.keys]))].filter((key) => !known.has(key));
  if (keys.length === 0) return;
  for (const row of await run(compiler.recordsOf(keys, maxGroup))) {
    known.set(String(row.key), JSON.parse(String(row.ids)) as string[]);
  }
}

/** A group that is full grows no further; the oldest records of its last keys are in it all the same. */
function reachIds(group: Growing, idsByKey: ReadonlyMap<string, readonly string[]>): void {
  const reached = new Set([...group.keys].flatMap((key) => idsByKey.get(key) ?? []));
  const edge = [...reached].filter((id) => !group.ids.has(id));
  for (const id of edge) group.ids.add(id);
  group.edge = group.ids.size < maxGroup ? edge : [];
}

function finish({ ids: all, keys }: Growing, idsByKey: ReadonlyMap<string, readonly string[]>): Group {
  const ids = [...all].sort().slice(0, maxGroup);
  const members = new Set(ids);
  const shared = [...keys]
    .map((key) => [key, (idsByKey.get(key) ?? []).filter((id) => members.has(id))] as const)
    .filter(([, holders]) => holders.length > 1);
  return { ids, keys: new Map(shared) };
}
