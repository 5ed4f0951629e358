/** The entity types that a relation leads to. In a union one member can lead to a different type in each of its types. Pure. */
import type { ReferenceField, RowsField } from './entity-type.js';

/** A link member of a record in answers. */
export interface LinkMember {
  readonly name: string;
  /** More than one only in a union. */
  readonly targets: readonly string[];
}

/** The links of a to-one relation, each name once. */
export function linkMembers({ links }: ReferenceField): LinkMember[] {
  return [...new Set(links.map((link) => link.name))].map((name) => ({
    name,
    targets: links.filter((link) => link.name === name).map((link) => link.target),
  }));
}

/** The entity types of the rows of a to-many relation, each once. */
export function rowTargets({ target, targets = [target] }: RowsField): string[] {
  return [...new Set(targets)];
}
