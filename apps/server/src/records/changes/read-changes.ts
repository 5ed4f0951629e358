/**
 * Reads the change log: what has changed in a space, among the records of entity types or in one record.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { isUuid } from '../../plan/values/operand.js';
import { limitsIn } from '../../rights/field-rights.js';
import { mayRead, readsEverything } from '../../rights/scoped-catalog.js';
import type { UserSight } from '../../sql/record-sight.js';
import {
  type ChangePlace,
  type ChangesChoice,
  selectChanges,
  selectHasChanged,
  selectLastLookedAt,
  selectLoggedFrom,
  selectTypesLookedAt,
} from '../../sql/tables/read-changes.js';
import type { Call } from '../call.js';
import { notFound } from '../read/get-record.js';
import { requireSeen } from '../read/seen.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import { Yielder } from '../yielder.js';
import { type ChangePage, hidesOwners, readChanges } from './change-page.js';

/** Changes that one page looks at for those that it answers. */
const maxLookedAt = 10_000;
/** The same for a user: it takes a look at the record of each. */
const maxLookedAtByUser = 2_000;

export interface ChangesRequest extends ChangesChoice {
  /** Changes of a page at most. */
  readonly first: number;
}

/**
 * A page in the order of commits: a reader who goes on from its end misses nothing and gets nothing twice.
 * @param seen a revision that the space had already when this was called, and the catalog of the store knows: later changes are not on the
 *   page, as the statements that read it would not all see them. A last page ends there, so that a reader whom few changes concern does not
 *   fall behind those that are kept
 * @throws ApiError `ERROR_CHANGES_GONE` when changes after the place are not kept any more
 */
export async function followChanges(
  store: RecordStore,
  call: Call,
  request: ChangesRequest,
  seen: number,
): Promise<ChangePage> {
  const bounded = { ...request, upTo: seen };
  const { after } = request;
  if (after !== undefined) {
    const page = await readPage(store, call, bounded, after);
    // What was removed while the page was read counts as well.
    await confirmKept(store, call, after);
    return endingAt(page, seen);
  }
  const from = { revision: (await loggedFrom(store, call)).from };
  return endingAt(await readPage(store, call, { ...bounded, after: from }, from), seen);
}

function endingAt(page: ChangePage, seen: number): ChangePage {
  return page.hasNext || seen < page.end.revision ? page : { ...page, end: { revision: seen } };
}

/** A page with the newest changes first, as far back as they are kept. */
export function readHistory(store: RecordStore, call: Call, request: ChangesRequest): Promise<ChangePage> {
  return readPage(store, call, { ...request, isNewestFirst: true }, request.after ?? { revision: 0 });
}

/** @throws ApiError `ERROR_RECORD_NOT_FOUND` when the entity type has no such record, and had none as far as changes are kept */
export async function requireKnown(
  store: RecordStore,
  call: Call,
  entityType: EntityType,
  id: string,
): Promise<string> {
  const found = isUuid(id) ? await isKnown(store, call, entityType, id.toLowerCase()) : false;
  if (isUuid(id)) await requireSeen(store, call, entityType, id.toLowerCase());
  if (!found) throw notFound(entityType, id);
  return id.toLowerCase();
}

async function isKnown(
  { db, stored }: RecordStore,
  { principal: { space } }: Call,
  entityType: EntityType,
  id: string,
) {
  const [changed] = await db.read(selectHasChanged(db.dialect, space, entityType.name, id));
  if (changed || entityType.union) return changed !== undefined;
  const [record] = await db.read(
    stored.compileRecords(space, entityType, [id], { includeDeleted: true, lock: 'none' }),
  );
  return record !== undefined;
}

async function readPage(
  store: RecordStore,
  call: Call,
  { first, ...request }: ChangesRequest,
  start: ChangePlace,
): Promise<ChangePage> {
  const { catalog, db, sight } = store;
  const { space } = call.principal;
  const allowed = { ...request, ...readableTypes(store, request), ...hiddenParts(store) };
  if (allowed.entityTypes?.length === 0) return { changes: [], end: start, hasNext: false };
  const isFiltered = [allowed.entityTypes, allowed.acts, allowed.fields, allowed.predicate].some(
    (one) => one !== undefined,
  );
  const most = sight ? maxLookedAtByUser : isFiltered ? maxLookedAt : first + 1;
  const choice = sight ? { ...allowed, ...(await seenAmong(store, call, sight, allowed, most)) } : allowed;
  const rows = await db.read(selectChanges(db.dialect, space, choice, most, first + 1));
  const yielder = new Yielder(() => db.checkTime?.());
  const changes = await readChanges(catalog, rows.slice(0, first), yielder);
  const end = changes.at(-1)?.place ?? start;
  if (rows.length > first) return { changes, end, hasNext: true };
  if (!isFiltered) return { changes, end, hasNext: false };
  const [last] = await db.read(selectLastLookedAt(db.dialect, space, choice, most));
  if (last === undefined) return { changes, end, hasNext: false };
  return { changes, end: { revision: Number(last.v), position: Number(last.p) }, hasNext: true };
}

/**
 * What tells which records a user sees is long, and differs by entity type: the statement has that of those which it meets.
 * @param most changes that are looked at
 */
async function seenAmong(
  { catalog, db }: RecordStore,
  call: Call,
  sight: UserSight,
  choice: ChangesChoice,
  most: number,
): Promise<Pick<ChangesChoice, 'seenBy' | 'upTo'>> {
  const scope = scopeOf(call);
  const met = await db.read(selectTypesLookedAt(db.dialect, scope.space, choice, most));
  const names = met.map(({ entity }) => String(entity)).filter((name) => choice.entityTypes?.includes(name));
  const entityTypes = names.sort().map((name) => catalog.existing(name));
  // What is committed meanwhile may be of others.
  const upTo = choice.upTo ?? Math.max(0, ...met.map(({ v }) => Number(v)));
  return { seenBy: { sight, scope, entityTypes }, upTo };
}

/** @returns what a caller who does not see all fields may not find changes by */
function hiddenParts({ catalog }: RecordStore): Pick<ChangesChoice, 'hidden' | 'ownersHidden'> {
  const limits = limitsIn(catalog);
  if (limits === undefined) return {};
  const hidden = new Map<string, string[]>();
  for (const [entityType, names] of limits.hidden) {
    for (const name of names) hidden.set(name, [...(hidden.get(name) ?? []), entityType]);
  }
  return { hidden, ownersHidden: [...limits.hidden.keys()].filter((name) => hidesOwners(catalog, limits, name)) };
}

/** @returns of the entity types those whose records may be read; what the space has no more may not, unless all may */
function readableTypes(
  { catalog }: RecordStore,
  { entityTypes: names }: Pick<ChangesRequest, 'entityTypes'>,
): Pick<ChangesChoice, 'entityTypes'> {
  if (readsEverything(catalog)) return {};
  const among = names ?? catalog.entityTypes.map(({ name }) => name);
  return {
    entityTypes: among.filter((name) => {
      const entityType = catalog.entityType(name);
      return entityType !== undefined && !entityType.union && mayRead(catalog, entityType);
    }),
  };
}

/** @throws ApiError `ERROR_CHANGES_GONE`; `ERROR_PARAMETER_INVALID` for a revision that the space has not come to */
export async function confirmKept(store: RecordStore, call: Call, after: ChangePlace, at = 'after'): Promise<void> {
  const { from, revision } = await loggedFrom(store, call);
  const isKept = after.revision > from || (after.revision === from && after.position === undefined);
  if (!isKept) {
    const message =
      `The changes after revision ${after.revision} are not kept any more; the first one that is kept came after ${from}. ` +
      'Copy the records again, and follow from the Space-Revision of that copy.';
    throw new ApiError('ERROR_CHANGES_GONE', message, { at });
  }
  if (after.revision > revision) {
    const message = `${at}: the space has come to revision ${revision} only. Take a revision or a cursor of this space.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message, { at });
  }
}

/** @throws ApiError `ERROR_CHANGES_GONE`; `ERROR_PARAMETER_INVALID` for a revision that the space has not come to */
export async function confirmLogged(store: RecordStore, call: Call, given: number): Promise<void> {
  const { from, revision } = await loggedFrom(store, call);
  if (given <= from) {
    const message = `The changes of revision ${given} are not kept any more; the first one that is kept came after ${from}.`;
    throw new ApiError('ERROR_CHANGES_GONE', message, { at: 'revision' });
  }
  if (given > revision) {
    const message = `revision: the space has come to revision ${revision} only.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'revision' });
  }
}

async function loggedFrom({ db }: RecordStore, { principal: { space } }: Call) {
  const [row] = await db.read(selectLoggedFrom(db.dialect, space));
  return { from: Number(row?.f ?? 0), revision: Number(row?.v ?? 0) };
}
