/**
 * Adds up along the tree of sales units, each unit once. Units may go round in a circle; each counts once all the same. Knows neither what
 * is added up nor for whom.
 */
export interface TreeUnit {
  readonly id: string;
  /** The unit above; one that is not given counts as none. */
  readonly parent: string | null;
}

/** How sums are made. */
export interface Adding<Sum> {
  /** @returns a new sum of what counts for a unit itself */
  own(id: string): Sum;
  /** Adds another sum to one. */
  add(sum: Sum, other: Sum): void;
}

/**
 * @param pause is awaited between steps; its errors are passed on
 * @returns by the id of each unit what counts for it and all that lie below it; units of a circle share their sum
 */
export async function addUp<Sum>(
  units: readonly TreeUnit[],
  { own, add }: Adding<Sum>,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>();
  for (const { id } of units) {
    await pause();
    sums.set(id, own(id));
  }
  const parents = new Map(units.map(({ id, parent }) => [id, parent !== null && sums.has(parent) ? parent : null]));
  const waitsFor = childrenCounts(parents);
  const ready = units.filter(({ id }) => !waitsFor.has(id)).map(({ id }) => id);
  // What is below a unit is complete before the unit is added to the one above.
  for (const id of ready) {
    const parent = parents.get(id) ?? null;
    if (parent === null) continue;
    await pause();
    add(existing(sums, parent), existing(sums, id));
    const left = (waitsFor.get(parent) ?? 0) - 1;
    waitsFor.set(parent, left);
    if (left === 0) ready.push(parent);
  }
  await addUpCircles(parents, sums, new Set(ready), add, pause);
  return sums;
}

/** Units that were never ready lie on a circle: each of them lies below each other. */
async function addUpCircles<Sum>(
  parents: ReadonlyMap<string, string | null>,
  sums: Map<string, Sum>,
  done: Set<string>,
  add: Adding<Sum>['add'],
  pause: () => Promise<void>,
): Promise<void> {
  for (const first of parents.keys()) {
    if (done.has(first)) continue;
    done.add(first);
    const sum = existing(sums, first);
    for (let id = parents.get(first) ?? first; id !== first; id = parents.get(id) ?? first) {
      await pause();
      done.add(id);
      add(sum, existing(sums, id));
      sums.set(id, sum);
    }
  }
}

/** @returns how many units lie right below those that have any */
function childrenCounts(parents: ReadonlyMap<string, string | null>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const parent of parents.values()) if (parent !== null) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  return counts;
}

function existing<Sum>(sums: ReadonlyMap<string, Sum>, id: string): Sum {
  const sum = sums.get(id);
  if (sum === undefined) throw new Error(`there is no sum of the unit ${id}`);
  return sum;
}

/** @returns the ids of some units and of all that lie below them, among the units given */
export async function unitsBelow(
  units: readonly TreeUnit[],
  ids: Iterable<string>,
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const children = new Map<string | null, string[]>();
  for (const { id, parent } of units) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const found = new Set(ids);
  for (const unit of found) {
    await pause();
    for (const child of children.get(unit) ?? []) found.add(child);
  }
  return found;
}
