/**
 * A record as it was: as it is now, with all that the change log says of it taken back.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { parse, stringify } from 'lossless-json';
import type { GetRequest } from '../../request/list-request.js';
import { selectChanges } from '../../sql/tables/read-changes.js';
import type { Call } from '../call.js';
import { entityTypeOf } from '../read/entity-type-of.js';
import { getRecord, notFound } from '../read/get-record.js';
import type { RecordText } from '../read/record-page.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import { wholeStore } from '../scoped-store.js';
import { Yielder } from '../yielder.js';
import { namesOf } from './followed-types.js';
import { confirmKept } from './read-changes.js';

/** Changes that are read at a time. */
const maxRows = 1_000;

/** Members by name, numbers with their own digits. */
type Members = Record<string, unknown>;

/**
 * @returns the record with the revision that was asked for; rows, and what is worked out when it is read, are as they are now
 * @param yielder lets other requests run between the changes that are taken back
 * @throws ApiError `ERROR_RECORD_NOT_FOUND` when there was no such record then, `ERROR_CHANGES_GONE`, `ERROR_PARAMETER_INVALID`
 */
export async function recordAtRevision(
  store: RecordStore,
  call: Call,
  request: GetRequest & { readonly revision: number },
  yielder = new Yielder(() => store.db.checkTime?.()),
): Promise<RecordText> {
  const { revision } = request;
  const entityType = store.catalog.existing(request.entityType);
  const { id, text } = await getRecord(store, call, { ...request, includeDeleted: true });
  await confirmKept(store, call, { revision }, 'at-revision');
  const members = parse(text) as Members;
  const before: Members = {};
  let changed: unknown;
  for await (const change of changesOf(store, call, entityType, id)) {
    await yielder.pause();
    if (Number(change.v) <= revision) {
      changed = change.created;
      break;
    }
    if (change.act === 'created') throw notFound(entityType, request.id);
    Object.assign(before, valuesBefore(change.members));
  }
  for (const [name, value] of Object.entries(before)) if (name in members) members[name] = value;
  if (members.is_deleted === true && !request.includeDeleted) throw notFound(entityType, request.id);
  Object.assign(
    members,
    { revision, modified: changed ?? members.created },
    await linksOf(store, call, entityType, before),
  );
  return { id, revision, text: stringify(members) ?? '' };
}

/** The newest ones first. */
async function* changesOf(
  { catalog, db }: RecordStore,
  { principal: { space } }: Call,
  entityType: EntityType,
  record: string,
) {
  const choice = { record, isNewestFirst: true, entityTypes: namesOf(catalog, entityType) };
  for (let after: { revision: number; position: number } | undefined; ; ) {
    const rows = await db.read(selectChanges(db.dialect, space, { ...choice, after }, maxRows, maxRows));
    yield* rows.filter(({ entity_id }) => entity_id === record);
    const last = rows.at(-1);
    if (rows.length < maxRows || !last) return;
    after = { revision: Number(last.v), position: Number(last.p) };
  }
}

function valuesBefore(members: unknown): Members {
  if (typeof members !== 'string') return {};
  const changed = Object.entries(parse(members) as Record<string, readonly unknown[]>);
  return Object.fromEntries(changed.map(([name, [before = null]]) => [name, before]));
}

/** @returns the addresses to which references lead */
async function linksOf(store: RecordStore, call: Call, { fields }: EntityType, ids: Members): Promise<Members> {
  const links: Members = {};
  for (const field of fields) {
    if (field.kind !== 'reference' || field.hidden || !(field.name in ids)) continue;
    const id = ids[field.name];
    const target = typeof id === 'string' ? await targetOf(store, call, field, id) : undefined;
    for (const link of field.links) {
      const leadsThere = target !== undefined && (field.links.length === 1 || link.target === target.name);
      if (leadsThere) links[link.name] = `${scopeOf(call).linkBase}${target.collection}/${String(id)}`;
      else links[link.name] ??= null;
    }
  }
  return links;
}

function targetOf(store: RecordStore, call: Call, { targets }: ReferenceField, id: string) {
  const among = targets.map((name) => store.catalog.existing(name));
  // A link shows what it leads to also where that may not be read.
  return among.length === 1 ? among[0] : entityTypeOf(wholeStore(store), call, id, among, true);
}
