/**
 * Reads lists of dotted names: `owner,account_relations.account`. Knows no entity type.
 */
import type { NameTree } from './selection.js';

/** Made without a prototype, so that a name such as `__proto__` is a name like any other. */
type Node = { [name: string]: Node };

const emptyNode = (): Node => Object.create(null);

/** Names of one path at most: five relations, as deep as records are expanded, and a member at the end. */
export const maxPathNames = 6;

/** @param lists the values of a parameter that may be repeated; blanks around names and empty names count for nothing */
export function parseNameTree(lists: readonly string[]): NameTree {
  const root = emptyNode();
  for (const path of splitNames(lists)) {
    let node = root;
    for (const name of path.split('.')) {
      node[name] ??= emptyNode();
      node = node[name];
    }
  }
  return root;
}

export function splitNames(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(',')).flatMap((name) => name.trim() || []);
}
