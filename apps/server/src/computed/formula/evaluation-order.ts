/**
 * The order in which computed fields are evaluated, so that each comes after those it depends on. Pure; knows neither
 * formulas nor roll-ups.
 */

/** Either all names in their order, or names of which each needs the next and the last the first. */
export type EvaluationOrder = { readonly order: readonly string[] } | { readonly circle: readonly string[] };

/**
 * @param needs what each field that is worked out is made of, such as `Deal.cf_total` of `Deal.cf_net` and `Deal.cf_tax`; what it names
 *   and has no entry of its own is a field that is by itself
 * @returns the names with an entry, each behind all that it is made of; the same for the same entries in the same order
 */
export function orderOfEvaluation(needs: ReadonlyMap<string, readonly string[]>): EvaluationOrder {
  const done = new Set<string>();
  for (const first of needs.keys()) {
    // A path and no recursion: fields may need each other in longer chains than the stack is deep.
    const path = [first];
    /** Of each name on the path, what it needs and has not been looked at yet. */
    const left = new Map([[first, iterate(needs, first)]]);
    while (path.length > 0) {
      const name = path.at(-1)!;
      const next = done.has(name) ? undefined : left.get(name)?.next().value;
      if (next === undefined) {
        done.add(name);
        left.delete(name);
        path.pop();
      } else if (left.has(next)) {
        return { circle: path.slice(path.indexOf(next)) };
      } else if (needs.has(next)) {
        path.push(next);
        left.set(next, iterate(needs, next));
      }
    }
  }
  return { order: [...done] };
}

function iterate(needs: ReadonlyMap<string, readonly string[]>, name: string): Iterator<string, undefined> {
  return (needs.get(name) ?? [])[Symbol.iterator]();
}
