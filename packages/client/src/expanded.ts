/**
 * Relations of a record, once `expand` has replaced their addresses by records.
 * Must not know relations by name.
 */

/** A relation without its unexpanded form. */
export type Expanded<Relation> = Relation extends readonly (infer Item)[]
  ? Exclude<Item, string>[]
  : Exclude<Relation, string>;

/**
 * Narrows a type to an expanded relation, and checks it at run time. Pure.
 * @example expanded(contact.owner)?.email // with `expand: ['owner']`
 * @param relation a to-one relation (null when it is unset) or a to-many one
 * @returns the same value, its type without the address
 * @throws TypeError the relation is still an address, because `expand` does not name it
 */
export function expanded<Relation>(relation: Relation): Expanded<Relation> {
  const address = [relation].flat().find((item) => typeof item === 'string');
  if (address !== undefined) throw new TypeError(`${address} is an address: name its relation in "expand"`);
  return relation as Expanded<Relation>;
}
