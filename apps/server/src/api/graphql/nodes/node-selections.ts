/**
 * What is selected of a record that can be of any entity type: its fragments, by the entity types that they are on.
 */
import type { Catalog } from '@headwater/catalog';
import { Kind, type SelectionSetNode } from 'graphql';
import { type FieldNodes, MemberCount, type Reading } from '../parse/collect-fields.js';
import { parseRecordSelection, type RecordSelection } from '../parse/parse-selection.js';
import { type SelectionSize, selectionSize } from '../parse/selection-size.js';

export class NodeSelections {
  /** The record is of one entity type only. */
  readonly size: SelectionSize;
  private readonly known: Map<string, RecordSelection>;

  /**
   * Reads what is in fragments. Of other entity types only members of the interface can be requested.
   * @throws ApiError `ERROR_PARAMETER_INVALID` as `parseRecordSelection` does
   */
  constructor(
    private readonly reading: Reading,
    private readonly nodes: FieldNodes,
    catalog: Catalog,
  ) {
    const named = [...namedTypes(reading, nodes)].filter((name) => catalog.entityType(name) !== undefined);
    this.known = new Map(named.map((name) => [name, parseRecordSelection(reading, name, nodes)]));
    this.size = largest([...this.known.values()]);
  }

  of(entityType: string): RecordSelection {
    let found = this.known.get(entityType);
    if (found === undefined) {
      const reading = { ...this.reading, count: new MemberCount() };
      found = parseRecordSelection(reading, entityType, this.nodes);
      this.known.set(entityType, found);
    }
    return found;
  }
}

/** @returns the types that fragments are on, at this level */
function namedTypes({ fragments }: Reading, nodes: FieldNodes): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FIELD) continue;
      if (one.kind === Kind.FRAGMENT_SPREAD && seen.has(one.name.value)) continue;
      if (one.kind === Kind.FRAGMENT_SPREAD) seen.add(one.name.value);
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? fragments[one.name.value] : one;
      if (fragment?.typeCondition) names.add(fragment.typeCondition.name.value);
      visit(fragment?.selectionSet);
    }
  };
  for (const one of nodes) visit(one.selectionSet);
  return names;
}

function largest(selections: readonly RecordSelection[]): SelectionSize {
  const sizes = selections.map(({ selection }) => selectionSize(selection));
  return {
    records: Math.max(1, ...sizes.map(({ records }) => records)),
    depth: Math.max(0, ...sizes.map(({ depth }) => depth)),
  };
}
