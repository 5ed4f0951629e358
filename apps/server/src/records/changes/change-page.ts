/**
 * A page of the change log, whose changes are finished JSON texts.
 */
import type { Catalog } from '@headwater/catalog';
import { parse, stringify } from 'lossless-json';
import type { Row } from '../../db/database.js';
import { ownerColumns } from '../../plan/relations/owner-columns.js';
import type { ChangeAct } from '../../request/change-act.js';
import { type FieldLimits, limitsIn } from '../../rights/field-rights.js';
import type { ChangePlace } from '../../sql/tables/read-changes.js';
import type { Yielder } from '../yielder.js';
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

/**
 * A page may hold a thousand changes of long texts: other requests run between them.
 * @param catalog as the caller has it: members that it lacks are left out
 * @param rows of `selectChanges`
 * @throws what the yielder throws
 */
export function readChanges(catalog: Catalog, rows: readonly Row[], yielder: Yielder): Promise<Change[]> {
  return yielder.each(rows, (row) => readChange(catalog, row));
}

function readChange(catalog: Catalog, row: Row): Change {
  const place = { revision: Number(row.v), position: Number(row.p) };
  const entity = String(row.entity);
  const id = String(row.entity_id);
  const limits = limitsIn(catalog);
  const stored = limits === undefined ? (row.members as string | null) : shownMembers(catalog, entity, row.members);
  const all = [row.o0, row.o1].filter((owner) => owner !== null).map(String);
  const owners = limits !== undefined && hidesOwners(catalog, limits, entity) ? [] : all;
  const members = [
    ['cursor', JSON.stringify(encodePlace(place))],
    ['revision', String(place.revision)],
    ['act', JSON.stringify(row.act)],
    ['entity', JSON.stringify(entity)],
    ['collection', JSON.stringify(catalog.entityType(entity)?.collection ?? null)],
    ['entity_id', JSON.stringify(id)],
    ['owner_ids', JSON.stringify(owners)],
    ['members', membersText(stored)],
    ...['created', 'token', 'client_id', 'request_id', 'idempotency_key'].map((name) => [
      name,
      JSON.stringify(row[name] ?? null),
    ]),
  ];
  return {
    ...{ place, entity, id, act: row.act as ChangeAct, owners },
    members: stored,
    created: String(row.created),
    skipKey: row.skip_key as string | null,
    openText: `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}`,
  };
}

/** What was a custom field once may have been hidden then. */
const customPrefix = 'cf_';

/** @returns the members that the catalog shows; null where there is none */
function shownMembers(catalog: Catalog, entity: string, stored: unknown): string | null {
  if (typeof stored !== 'string') return null;
  const changed = Object.entries(parse(stored) as Record<string, readonly unknown[]>);
  const shown = changed.filter(([name]) => {
    const field = catalog.field(entity, name);
    return field === undefined ? !name.startsWith(customPrefix) : !field.hidden;
  });
  if (shown.length === changed.length) return stored;
  return shown.length === 0 ? null : (stringify(Object.fromEntries(shown)) ?? null);
}

/** @returns whether a member that the catalog lacks says to which records rows of the entity type belong */
export function hidesOwners(catalog: Catalog, { hidden }: FieldLimits, entity: string): boolean {
  const names = hidden.get(entity);
  const entityType = catalog.entityType(entity);
  if (names === undefined || entityType === undefined) return false;
  return ownerColumns({ catalog, withDeleted: () => catalog }, entityType).some((name) => names.has(name));
}

/** @param stored arrays of the values before and after, by member. Amounts keep their digits */
function membersText(stored: unknown): string {
  if (typeof stored !== 'string') return '{}';
  const changed = Object.entries(parse(stored) as Record<string, readonly unknown[]>);
  const shown = changed.map(([name, [from = null, to = null]]) => `${JSON.stringify(name)}:${stringify({ from, to })}`);
  return `{${shown.join(',')}}`;
}
