/**
 * The records of changes as they are now: what is selected of them, in each place of the operation that shows them, and all records of a
 * page read together.
 */
import type { EntityType } from '@headwater/catalog';
import type { GraphQLResolveInfo } from 'graphql';
import { StreamEnd } from '../../../http/follow-changes.js';
import type { Call } from '../../../records/call.js';
import type { Change } from '../../../records/changes/change-page.js';
import { recordsOfChanges } from '../../../records/changes/records-of-changes.js';
import type { RecordStore } from '../../../records/record-store.js';
import { markRecordType } from '../nodes/node-fields.js';
import { NodeSelections } from '../nodes/node-selections.js';
import { collectSubfields, type FieldNodes, type Reading } from '../parse/collect-fields.js';
import type { SelectionSize } from '../parse/selection-size.js';
import { type JsonObject, renderObject } from '../run/render-answer.js';
import type { FieldContext } from '../special-field.js';

/** The value of `record` of each change, in the order of the changes: the executor calls it for each place. */
export type ShownRecords = readonly RecordOf[];

type RecordOf = (given: unknown, context: unknown, info: Pick<GraphQLResolveInfo, 'path'>) => JsonObject | null;

/** Response keys from the root field to the field, one for each selection of it. */
type Place = string;

export class ChangedRecords {
  private constructor(
    private readonly places: ReadonlyMap<Place, NodeSelections>,
    private readonly isKnown: (entityType: string) => boolean,
  ) {}

  /** @throws ApiError as `NodeSelections` does */
  static ofPage(context: FieldContext): ChangedRecords {
    const { reading, nodes } = context;
    const changes = [...collectSubfields(reading, 'ChangeConnection', nodes)].flatMap(([key, found]) => {
      const { value: name } = found[0].name;
      if (name === 'nodes') return [{ place: [key], nodes: found }];
      if (name !== 'edges') return [];
      return named(reading, 'ChangeEdge', found, 'node').map(([inner, shown]) => ({
        place: [key, inner],
        nodes: shown,
      }));
    });
    return ChangedRecords.below(context, changes);
  }

  /** @throws ApiError as `NodeSelections` does */
  static ofChange(context: FieldContext): ChangedRecords {
    return ChangedRecords.below(context, [{ place: [], nodes: context.nodes }]);
  }

  private static below(
    { reading, catalog }: FieldContext,
    changes: readonly { readonly place: readonly string[]; readonly nodes: FieldNodes }[],
  ): ChangedRecords {
    const places = changes.flatMap(({ place, nodes }) =>
      named(reading, 'Change', nodes, 'record').map(
        ([key, found]) => [[...place, key].join('.'), new NodeSelections(reading, found, catalog)] as const,
      ),
    );
    return new ChangedRecords(new Map(places), (name) => catalog.entityType(name) !== undefined);
  }

  /** @param changes that are read at a time */
  sizeOf(changes: number): SelectionSize {
    const sizes = [...this.places.values()].map(({ size }) => size);
    return {
      records:
        changes *
        Math.max(
          1,
          sizes.reduce((sum, { records }) => sum + records, 0),
        ),
      depth: Math.max(0, ...sizes.map(({ depth }) => depth)),
      remedy: `Pages have ${changes} changes: ask for less of each record, or for smaller pages with "first" of a query.`,
    };
  }

  /**
   * Waits for one statement for each entity type among the changes, in each place.
   * @throws ApiError as `recordsOfChanges` does; StreamEnd for records of an entity type that the space has defined since
   */
  async read(store: RecordStore, call: Call, changes: readonly Change[]): Promise<ShownRecords> {
    const read = new Map<Place, readonly (JsonObject | null)[]>();
    for (const [place, selections] of this.places) {
      const selectionOf = ({ name }: EntityType) => {
        if (!this.isKnown(name)) throw definedSince(name);
        return selections.of(name).selection;
      };
      const texts = await recordsOfChanges(store, call, changes, selectionOf);
      read.set(
        place,
        texts.map((text, index) => (text === undefined ? null : render(selections, changes[index]!.entity, text))),
      );
    }
    return changes.map((_, index) => (_given, _context, info) => read.get(placeOf(info.path))?.[index] ?? null);
  }
}

function named(reading: Reading, typeName: string, nodes: FieldNodes, name: string) {
  return [...collectSubfields(reading, typeName, nodes)].filter(([, [node]]) => node.name.value === name);
}

function render(selections: NodeSelections, entityType: string, text: string): JsonObject {
  return markRecordType(renderObject(selections.of(entityType).shape, JSON.parse(text) as JsonObject), entityType);
}

function definedSince(name: string): StreamEnd {
  const message = `The space has defined ${name} since the subscription began. Subscribe again, after the last cursor.`;
  return new StreamEnd(message);
}

/** Positions in lists do not count. */
function placeOf(path: GraphQLResolveInfo['path']): Place {
  const keys: (string | number)[] = [];
  for (let at: typeof path | undefined = path; at?.prev !== undefined; at = at.prev) keys.unshift(at.key);
  return keys.filter((key) => typeof key === 'string').join('.');
}
