/**
 * Which sales units lie below which. Units may go round in a circle; each counts once all the same. Pure.
 */

export interface TreeUnit {
  readonly id: string;
  readonly parent: string | null;
}

/** @returns the ids of a unit and of all that lie below it, among the units given */
export function unitsBelow(units: readonly TreeUnit[]): (id: string) => ReadonlySet<string> {
  const children = new Map<string | null, TreeUnit[]>();
  for (const unit of units) children.set(unit.parent, [...(children.get(unit.parent) ?? []), unit]);
  return (id) => {
    const found = new Set([id]);
    for (const unit of found) for (const child of children.get(unit) ?? []) found.add(child.id);
    return found;
  };
}
