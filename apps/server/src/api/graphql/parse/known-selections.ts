/**
 * The selections of root fields as they were read before. Documents come again and again, and what they select depends on few of their
 * variables, if any. Knows no database and no HTTP.
 */
import { type FieldNode, Kind, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { MemberSelection } from '../../../request/selection.js';
import { type FieldNodes, MemberCount, type Reading } from './collect-fields.js';

interface Selected {
  readonly selection: MemberSelection;
}

interface CachedSelections {
  readonly selected: Selected;
  readonly count: MemberCount;
  /** Set when it comes again: what comes once is not worth remembering further on. */
  again?: Selected;
}

/** Of a node, whichever space it is read for. */
let lastNumber = 0;

/** Longer ones hold lists of values, which hardly come again. */
const maxKeyLength = 2_000;

/** Of all selections kept. */
const maxMembers = 20_000;

export class KnownSelections {
  private readonly kept = new LRUCache<string, CachedSelections>({
    maxSize: maxMembers,
    sizeCalculation: ({ count }) => Math.max(count.members, 1),
  });
  /** What tells the selections of a node apart: its number and the variables below it; undefined where they do not tell. */
  private readonly variables = new WeakMap<
    FieldNode,
    { readonly number: number; readonly names: readonly string[] } | null
  >();

  /**
   * @param nodes of the root field
   * @param read reads the selection; counts its members in the given reading
   * @throws ApiError as `read` does, and as `MemberCount.add`
   */
  of<Result extends Selected>(reading: Reading, nodes: FieldNodes, read: (reading: Reading) => Result): Result {
    const key = this.keyOf(reading, nodes);
    if (key === undefined) return read(reading);
    const known = this.kept.get(key);
    if (known !== undefined) {
      reading.count.addAll(known.count);
      known.again ??= { ...known.selected, selection: { ...known.selected.selection, key } };
      // The same node is read in the same way each time.
      return known.again as Result;
    }
    const count = new MemberCount();
    const selected = read({ ...reading, count });
    reading.count.addAll(count);
    this.kept.set(key, { selected, count });
    return selected;
  }

  private keyOf(reading: Reading, [node, ...others]: FieldNodes): string | undefined {
    if (others.length > 0) return undefined;
    let known = this.variables.get(node);
    if (known === undefined) {
      const names = variablesBelow(reading, node);
      known = names === undefined ? null : { number: ++lastNumber, names };
      this.variables.set(node, known);
    }
    if (known === null) return undefined;
    const { number, names } = known;
    const given = names.filter((name) => Object.hasOwn(reading.variables, name));
    const key = JSON.stringify([number, ...given.flatMap((name) => [name, reading.variables[name]])]);
    return key.length > maxKeyLength ? undefined : key;
  }
}

/** Their filters depend on the moment of the request, or on what is stored. */
const changing: ReadonlySet<string> = new Set(['filterTab', 'profileId']);

/** @returns the variables that the selection set of a node names; undefined where it depends on something else as well */
function variablesBelow({ fragments }: Reading, node: FieldNode): readonly string[] | undefined {
  const names = new Set<string>();
  const spread = new Set<string>();
  let depends = false;
  const look = (part: FieldNode['selectionSet']) => {
    if (part === undefined) return;
    visit(part, {
      [Kind.VARIABLE]: ({ name }) => void names.add(name.value),
      [Kind.ARGUMENT]: ({ name }) => {
        if (changing.has(name.value)) depends = true;
      },
      [Kind.FRAGMENT_SPREAD]: ({ name }) => {
        if (spread.has(name.value)) return;
        spread.add(name.value);
        look(fragments[name.value]?.selectionSet);
      },
    });
  };
  look(node.selectionSet);
  return depends ? undefined : [...names].sort();
}
