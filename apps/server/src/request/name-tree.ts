/**
 * Reads lists of dotted names: `owner,account_relations.account`. Knows no entity type.
 */
import type { NameTree } from './selection.js';

/** Made without a prototype, so that a name such as `__proto__` is a name like any other. */
type Node = { [name: string]: Node };

const emptyNode = (): Node => Object.create(null);

/** Of all names with nothing below them: each object without a prototype takes microseconds, and there may be thousands of names. */
const leaf = Object.freeze(emptyNode());

/** Five relations, as deep as records are expanded, and a member at the end. */
const maxPathNames = 6;

/** More than entity types have members, those of all relations included. */
const maxPaths = 4_000;

/**
 * Code that follows the tree is recursive, and looks at each name.
 * @returns the bound that the paths are beyond; undefined where they are within all
 */
export function exceededBound(paths: readonly string[]): string | undefined {
  if (paths.length > maxPaths) return `at most ${maxPaths.toLocaleString('en')} names`;
  const isDeeper = paths.some((path) => path.split('.', maxPathNames + 1).length > maxPathNames);
  return isDeeper ? `at most ${maxPathNames - 1} levels` : undefined;
}

/** @param lists the values of a parameter that may be repeated; blanks around names and empty names count for nothing */
export function parseNameTree(lists: readonly string[]): NameTree {
  const root = emptyNode();
  for (const path of splitNames(lists)) {
    let node = root;
    const names = path.split('.');
    const last = names.pop() ?? '';
    for (const name of names) {
      const below = node[name] ?? leaf;
      node = node[name] = below === leaf ? emptyNode() : below;
    }
    node[last] ??= leaf;
  }
  return root;
}

export function splitNames(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(',')).flatMap((name) => name.trim() || []);
}
