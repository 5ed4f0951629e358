/**
 * Root fields that stand for no standard operation of an entity type: what each of them is, as seen by the door. Like the others it is
 * read before anything of the operation runs. Knows none of them.
 */
import type { Catalog } from '@headwater/catalog';
import { Kind, type SelectionSetNode } from 'graphql';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import type { FieldNodes, Reading } from './collect-fields.js';
import type { SelectionSize } from './selection-size.js';

/** What reading such a field can look at besides its arguments. */
export interface Asked {
  /** Of the space. */
  readonly catalog: Catalog;
  readonly reading: Reading;
  readonly nodes: FieldNodes;
  /** The names of all fields asked for below it, at any depth: what nobody asked for need not be worked out. */
  readonly names: ReadonlySet<string>;
  /** The field's name, with which messages begin that name a place in its arguments. */
  readonly at: string;
}

/** A field that has been read. */
export interface OwnCall {
  readonly kind: 'own';
  readonly size: SelectionSize;
  /**
   * @returns objects with the members of the field's type by their names (not by response keys), with `__typename` where the type is
   *   an interface or a union
   */
  readonly run: (deps: ServerDeps, call: Call) => Promise<unknown>;
}

/**
 * @param given the coerced values of its arguments
 * @throws ApiError for arguments that make no sense
 */
export type OwnField = (given: never, asked: Asked) => OwnCall;

/** The fields of `Query` and of `Mutation` that are of this sort, by name. */
export interface OwnFields {
  readonly query: ReadonlyMap<string, OwnField>;
  readonly mutation: ReadonlyMap<string, OwnField>;
}

/** @returns the names of all fields below the nodes, those in fragments and in parts that are skipped included */
export function namesBelow({ fragments }: Reading, nodes: FieldNodes): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) names.add(node.name.value);
      if (node.kind !== Kind.FRAGMENT_SPREAD) visit(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        visit(fragments.get(node.name.value)?.selectionSet);
      }
    }
  };
  for (const node of nodes) visit(node.selectionSet);
  return names;
}
