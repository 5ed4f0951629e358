/**
 * A page of the change log, whose changes are finished JSON texts.
 */
import type { Catalog } from '@headwater/catalog';
import { parse, stringify } from 'lossless-json';
import type { Row } from '../../db/database.js';
import type { ChangeAct } from '../../request/change-act.js';
import type { ChangePlace } from '../../sql/tables/read-changes.js';
import { encodePlace } from './change-cursor.js';

/** A change that was read. */
export interface Change {
  readonly place: ChangePlace;
  /** Name of the entity type. */
  readonly entity: string;
  readonly id: string;
  readonly act: ChangeAct;
  /** A JSON object: each changed member with an array of its value before and after. */
  readonly members: string | null;
  /** Ids of the records that it belongs to as a row. */
  readonly owners: readonly string[];
  /** `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC. */
  readonly created: string;
  /** By which webhooks leave it out. */
  readonly skipKey: string | null;
  /** @spec openapi#/components/schemas/Change, without its last brace: more members can be added */
  readonly openText: string;
}

export interface ChangePage {
  readonly changes: readonly Change[];
  /** Where to read on. */
  readonly end: ChangePlace;
  readonly hasNext: boolean;
}

/** @param row of `selectChanges` */
export function readChange(catalog: Catalog, row: Row): Change {
  const place = { revision: Number(row.v), position: Number(row.p) };
  const entity = String(row.entity);
  const id = String(row.entity_id);
  const owners = [row.o0, row.o1].filter((owner) => owner !== null).map(String);
  const members = [
    ['cursor', JSON.stringify(encodePlace(place))],
    ['revision', String(place.revision)],
    ['act', JSON.stringify(row.act)],
    ['entity', JSON.stringify(entity)],
    ['collection', JSON.stringify(catalog.entityType(entity)?.collection ?? null)],
    ['entity_id', JSON.stringify(id)],
    ['owner_ids', JSON.stringify(owners)],
    ['members', membersText(row.members)],
    ...['created', 'token', 'client_id', 'request_id', 'idempotency_key'].map((name) => [
      name,
      JSON.stringify(row[name] ?? null),
    ]),
  ];
  return {
    ...{ place, entity, id, act: row.act as ChangeAct, owners },
    members: row.members as string | null,
    created: String(row.created),
    skipKey: row.skip_key as string | null,
    openText: `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}`,
  };
}

/** @param stored arrays of the values before and after, by member. Amounts keep their digits */
function membersText(stored: unknown): string {
  if (typeof stored !== 'string') return '{}';
  const changed = Object.entries(parse(stored) as Record<string, readonly unknown[]>);
  const shown = changed.map(([name, [from = null, to = null]]) => `${JSON.stringify(name)}:${stringify({ from, to })}`);
  return `{${shown.join(',')}}`;
}
