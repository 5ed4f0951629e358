/**
 * What readers of changes get, and what a space has: as the checker compares them. Pure.
 */

/** A place in the change log. */
export type Place = readonly [revision: number, position: number];

/** A change as a reader got it. */
export interface SeenChange {
  readonly place: Place;
  /** Name of its entity type. */
  readonly entity: string;
  readonly id: string;
  readonly act: string;
  readonly members: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
  readonly created: string;
}

/** A row of the log, but for what it says of the members. */
export interface LoggedChange extends Pick<SeenChange, 'place' | 'entity' | 'id' | 'act'> {
  /** Of the request that wrote it. */
  readonly requestId: string | null;
}

export interface StoredRecord {
  readonly revision: number;
  readonly members: Readonly<Record<string, unknown>>;
}

/** What is stored, deleted records included, by `keyOf`. */
export type Tables = ReadonlyMap<string, StoredRecord>;

export function keyOf({ entity, id }: Pick<SeenChange, 'entity' | 'id'>): string {
  return `${entity} ${id}`;
}

/** @returns more than 0 when the first place is behind the second one */
export function comparePlaces([revision, position]: Place, [otherRevision, otherPosition]: Place): number {
  return revision - otherRevision || position - otherPosition;
}

/** @param cursor of a page, an event or a change; one without a position is behind all changes of its revision */
export function placeOf(cursor: string): Place {
  const [revision, position = Number.POSITIVE_INFINITY] = JSON.parse(
    Buffer.from(cursor, 'base64').toString(),
  ) as number[];
  return [Number(revision), position];
}

/** @param change as the feed and webhooks have it */
export function readChange(change: object): SeenChange {
  const { cursor, entity, entity_id, act, members, created } = change as Omit<SeenChange, 'place' | 'id'> & {
    readonly cursor: string;
    readonly entity_id: string;
  };
  return { place: placeOf(cursor), entity, id: entity_id, act, members, created };
}
