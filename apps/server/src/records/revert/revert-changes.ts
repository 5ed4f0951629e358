/**
 * Puts back what one transaction changed, by ordinary writes: as far as nothing has changed since, and as far as the change log knows
 * what was before. What stays as it is gets a reason.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { ChangeAct } from '../../request/change-act.js';
import { validationBits, type WriteItem } from '../../request/write-request.js';
import { may, requireRight } from '../../rights/require-right.js';
import { goesWithOthers } from '../../rights/user-rights.js';
import { selectChangesOf } from '../../sql/tables/read-changes.js';
import { confirmLogged } from '../changes/read-changes.js';
import type { StoredRecord } from '../write/draft.js';
import { fieldLists } from '../write/field-lists.js';
import { readStored } from '../write/stored-record.js';
import type { WriteContext } from '../write/write-context.js';
import { writeRecords } from '../write/write-records.js';
import { seenOf } from '../write/write-rights.js';
import { Yielder } from '../yielder.js';
import { type LoggedRow, type NetChange, netChanges } from './net-changes.js';
import { changedSince, missingValues, putBackMembers, type Reason, settableValues, type Values } from './put-back.js';
import { rowsOf } from './rows-of.js';

/** Changes of a revision at most. */
const maxChanges = 10_000;

/** Such a record is about fields or entity types: what records can hold follows from it. */
const definitions = new Set(['Entity', 'Field']);

/** Values of before were good then, whatever is required now; they may be of the service, and lead to what is deleted. */
const validationLevel = validationBits.changedOnly | validationBits.readOnlyWritable | validationBits.deletedTargets;

/** @spec openapi#/components/schemas/Reverted */
export interface Reverted {
  readonly revision: number | null;
  readonly reverted: readonly RevertedRecord[];
  readonly not_reverted: readonly LeftRecord[];
}

interface RevertedRecord {
  readonly entity: string;
  readonly collection: string;
  readonly entity_id: string;
  readonly act: 'updated' | 'deleted' | 'restored';
  readonly members: readonly string[];
}

interface LeftRecord {
  readonly entity: string;
  readonly collection: string | null;
  readonly entity_id: string;
  readonly members: readonly string[];
  readonly reason: Reason;
  readonly message: string;
}

/**
 * @param yielder lets other requests run between the records
 * @throws ApiError `ERROR_CHANGES_GONE`; `ERROR_PARAMETER_INVALID` for a revision that the space has not come to; `ERROR_BATCH_TOO_LARGE`;
 *   `ERROR_FORBIDDEN`
 */
export async function revertChanges(
  context: WriteContext,
  revision: number,
  yielder = new Yielder(() => context.store.db.checkTime?.()),
): Promise<Reverted> {
  if (context.limits !== undefined) {
    const message =
      'The revert of a transaction may write fields that this key does not see or write. Use another key.';
    throw new ApiError('ERROR_FORBIDDEN', message);
  }
  await confirmLogged(context.inside, context.call, revision);
  const changes = await netChanges(await readLog(context, revision), yielder);
  // The log may begin later by now, and have had only a part of the revision.
  await confirmLogged(context.inside, context.call, revision);
  const isOfUser = context.answering.sight !== undefined;
  if (!isOfUser) requireAll(context, changes);
  const hidden = isOfUser ? await requireSeen(context, changes, revision) : new Set<string>();
  const revert = new Revert(context, yielder, hidden);
  if (changes.some(({ entity, fate }) => fate === 'final' || definitions.has(entity))) revert.leaveAll(changes);
  else await revert.run(changes);
  return { revision: context.changes.length > 0 ? await context.revision() : null, ...revert.outcome() };
}

/** A revert is not made in part because of rights: what it leaves out would be named. @throws ApiError `ERROR_FORBIDDEN` */
function requireAll({ catalog, call }: WriteContext, changes: readonly NetChange[]): void {
  for (const { entity, fate } of changes) {
    const entityType = catalog.entityType(entity);
    if (!entityType) continue;
    requireRight(call.principal, entityType, 'read');
    requireRight(call.principal, entityType, fate === 'updated' ? 'update' : 'delete');
  }
}

/**
 * The same for a user; the error says nothing of which record or right is lacking.
 * @returns ids of rows that are not seen: they have come or gone with a record that is, and do so again
 */
async function requireSeen(
  context: WriteContext,
  changes: readonly NetChange[],
  revision: number,
): Promise<ReadonlySet<string>> {
  const { catalog, call } = context;
  const hidden = new Set<NetChange>();
  const states = new Map<string, boolean>();
  for (const name of new Set(changes.map(({ entity }) => entity))) {
    const entityType = catalog.entityType(name);
    const ofType = changes.filter(({ entity }) => entity === name);
    const ids = ofType.map(({ id }) => id);
    const seen = entityType && may(call.principal, entityType, 'read') && (await seenOf(context, entityType, ids));
    for (const change of ofType) {
      const mayChange = seen ? seen.get(change.id) : undefined;
      const action = change.fate === 'updated' ? 'update' : 'delete';
      if (mayChange === undefined) hidden.add(change);
      else if (!mayChange || !may(call.principal, entityType as EntityType, action)) throw notReverted(revision);
      else states.set(change.id, isMade(change));
    }
  }
  for (const change of hidden) {
    const entityType = catalog.entityType(change.entity);
    const goesAlong =
      entityType !== undefined &&
      goesWithOthers(entityType) &&
      change.fate !== 'updated' &&
      [...change.owners].some((owner) => states.get(owner) === isMade(change));
    if (!goesAlong) throw notReverted(revision);
  }
  return new Set([...hidden].map(({ id }) => id));
}

function notReverted(revision: number): ApiError {
  const message = `The user of this key does not see all that revision ${revision} changed, or may not change all of it.`;
  return new ApiError('ERROR_FORBIDDEN', message);
}

async function readLog({ transaction, dialect, space }: WriteContext, revision: number): Promise<LoggedRow[]> {
  const rows = await transaction.run(selectChangesOf(dialect, space, revision, maxChanges + 1));
  if (rows.length > maxChanges) {
    const message = `Revision ${revision} has more than ${maxChanges} changes; so many are not reverted at once.`;
    throw new ApiError('ERROR_BATCH_TOO_LARGE', message);
  }
  return rows.map((row) => ({
    entity: String(row.entity),
    id: String(row.id),
    act: row.act as ChangeAct,
    members: row.members as string | null,
    owners: [row.o0, row.o1].filter((owner) => typeof owner === 'string'),
  }));
}

/** A change of a record that is there. */
interface Found {
  readonly change: NetChange;
  readonly entityType: EntityType;
  /** Before the revert. */
  readonly stored: StoredRecord;
}

interface Write {
  readonly found: Found;
  readonly item: WriteItem;
}

interface Update extends Write {
  readonly item: Extract<WriteItem, { readonly kind: 'update' }>;
}

/** How often members are written that are not yet as they were. */
const maxTries = 2;

class Revert {
  private readonly left: LeftRecord[] = [];
  private readonly reverted: RevertedRecord[] = [];
  private readonly errors = new Map<Found, ApiError>();
  /** Ids of records that are to be restored and are still deleted. */
  private missing = new Set<string>();

  /** @param hidden ids of records that the outcome leaves out */
  constructor(
    private readonly context: WriteContext,
    private readonly yielder: Yielder,
    private readonly hidden: ReadonlySet<string>,
  ) {}

  outcome() {
    const isShown = ({ entity_id: id }: RevertedRecord | LeftRecord) => !this.hidden.has(id);
    return { reverted: this.reverted.filter(isShown), not_reverted: this.left.filter(isShown) };
  }

  leaveAll(changes: readonly NetChange[]): void {
    for (const change of changes) this.leave(change, 'irreversible');
  }

  /**
   * What the transaction made goes, then what it deleted comes back, and only then records get what may lead there. Ahead of that, flags
   * of primary rows go where they were, so that they do not come to others meanwhile, and unique values are given up.
   */
  async run(changes: readonly NetChange[]): Promise<void> {
    this.leaveAll(changes.filter(isOfKey));
    const found = await this.find(changes.filter((change) => !isOfKey(change)));
    const going = await this.unchanged(found.filter(({ change, stored }) => isMade(change) && !stored.is_deleted));
    const coming = found.filter(({ change, stored }) => change.fate === 'deleted' && stored.is_deleted === true);
    const members = await this.members(found);
    this.missing = idsOf(coming);
    await this.write(this.urgent(await this.updates(members)));
    const ids = idsOf(going);
    // Rows go with their record.
    await this.write(going.filter(({ change }) => !belongsTo(change, ids)).map((one) => bodiless(one, 'delete')));
    await this.restore(coming);
    // Rules that follow one write may undo another, or change what the transaction has not.
    const kept = await this.yielder.each(
      found.filter(isKept),
      (one) => [one, withOthers(one, members.get(one))] as const,
    );
    const all = new Map(kept);
    await this.write(this.urgent(await this.updates(all)));
    for (let tries = 0, left = 1; tries < maxTries && left > 0; tries++) {
      const updates = await this.updates(all);
      await this.write(updates);
      left = updates.length;
    }
    const wanted = new Set([...going, ...coming, ...members.keys()]);
    await this.report(
      found.filter((one) => wanted.has(one)),
      members,
    );
  }

  /** Locks the records as they are now. */
  private async find(changes: readonly NetChange[]): Promise<Found[]> {
    const { catalog, rowLock } = this.context;
    const records = new Map<string, ReadonlyMap<string, StoredRecord>>();
    for (const name of [...new Set(changes.map(({ entity }) => entity))].sort()) {
      const entityType = catalog.entityType(name);
      if (!entityType) continue;
      const ids = changes.flatMap(({ entity, id }) => (entity === name ? [id] : []));
      records.set(name, await readStored(this.context, entityType, ids, { lock: rowLock, includeDeleted: true }));
    }
    return changes.flatMap((change): Found[] => {
      if (change.fate === 'passing') return [];
      const [entityType, stored] = [catalog.entityType(change.entity), records.get(change.entity)?.get(change.id)];
      if (entityType && stored) return [{ change, entityType, stored }];
      this.leave(change, 'gone');
      return [];
    });
  }

  /** @returns those that are as the transaction left them, with all that belongs to them: they can go */
  private async unchanged(made: readonly Found[]): Promise<readonly Found[]> {
    const rows = await rowsOf(this.context, made);
    const same = await this.yielder.each(made, (one): Found[] => {
      const { change, entityType, stored } = one;
      const members = change.fate === 'created' ? changedSince(entityType, stored, change) : [];
      if (members.length > 0) this.leave(change, 'changed', members);
      return members.length === 0 ? [one] : [];
    });
    let going = same.flat();
    // What stays keeps its rows, and is kept by them.
    for (let before = -1; before !== going.length; ) {
      before = going.length;
      const ids = idsOf(going);
      const staying = idsOf(made.filter(({ change }) => !ids.has(change.id)));
      going = going.filter(({ change }) => {
        const others = (rows.get(change.id) ?? []).filter(({ id }) => !ids.has(id));
        if (others.length > 0) this.leave(change, 'changed', [...new Set(others.map(({ member }) => member))]);
        else if (belongsTo(change, staying)) this.leave(change, 'owner');
        else return true;
        return false;
      });
    }
    return going;
  }

  /** @returns what members are to be again, of records that were there before and are there afterwards */
  private async members(found: readonly Found[]): Promise<Map<Found, Values>> {
    const members = new Map<Found, Values>();
    const there = found.filter(({ change }) => !isMade(change));
    await this.yielder.each(there, (one) => {
      const { change, entityType, stored } = one;
      const { values, left } = putBackMembers(entityType, stored, change);
      for (const { members: names, reason } of left) this.leave(change, reason, names);
      if (values.size === 0) return;
      if (isKept(one)) members.set(one, values);
      else this.leave(change, 'deleted', [...values.keys()]);
    });
    return members;
  }

  /** @returns writes of what is not yet as it is to be, the last changes first: each of them was possible after those before it */
  private async updates(members: ReadonlyMap<Found, Values>): Promise<Update[]> {
    const present = [...members.keys()].filter(({ change }) => !this.missing.has(change.id));
    const now = await this.read(present);
    const updates = await this.yielder.each(present.toReversed(), (found): Update[] => {
      const { entityType, change } = found;
      const flags = primaryFlags(this.context, entityType);
      const wanted = missingValues(entityType, now.get(found) ?? {}, members.get(found) ?? new Map());
      // Nothing is led to what stays deleted; and the flag of the one primary row is taken from one by another.
      const entries = Object.entries(wanted).filter(
        ([name, value]) => !this.isMissing(value) && !(value === false && flags.includes(name)),
      );
      if (entries.length === 0) return [];
      const body = Object.fromEntries(entries);
      return [{ found, item: { kind: 'update', entityType: entityType.name, id: change.id, body, validationLevel } }];
    });
    return updates.flat();
  }

  private async read(wanted: readonly Found[]): Promise<ReadonlyMap<Found, StoredRecord>> {
    const now = new Map<Found, StoredRecord>();
    for (const entityType of new Set(wanted.map((one) => one.entityType))) {
      const ofType = wanted.filter((one) => one.entityType === entityType);
      const choice = { lock: 'none', includeDeleted: true } as const;
      const stored = await readStored(this.context, entityType, idsOf(ofType), choice);
      for (const one of ofType) now.set(one, stored.get(one.change.id) ?? {});
    }
    return now;
  }

  /** @returns of the updates what others wait for */
  private urgent(updates: readonly Update[]): Update[] {
    return updates.flatMap(({ found, item }) => {
      const unique = fieldLists(found.entityType).unique.map(({ name }) => name);
      const names = [...unique, ...primaryFlags(this.context, found.entityType)];
      const body = Object.fromEntries(Object.entries(item.body).filter(([name]) => names.includes(name)));
      return Object.keys(body).length === 0 ? [] : [{ found, item: { ...item, body } }];
    });
  }

  private isMissing(value: unknown): boolean {
    return typeof value === 'string' && this.missing.has(value);
  }

  /** Rows after the record that they belong to: they have come back with it, unless something else has become of them. */
  private async restore(coming: readonly Found[]): Promise<void> {
    for (let waiting = coming; waiting.length > 0; ) {
      const ids = idsOf(waiting);
      const next = new Set(waiting.filter(({ change }) => !belongsTo(change, ids)));
      if (next.size === 0) return;
      const possible = [...next].filter(({ change }) => !belongsTo(change, this.missing));
      await this.write(possible.map((one) => bodiless(one, 'restore')));
      for (const one of possible) if (!this.errors.has(one)) this.missing.delete(one.change.id);
      waiting = waiting.filter((one) => !next.has(one));
    }
  }

  /** @param writes of which a rejected one leaves the others to be made */
  private async write(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const items = writes.map(({ item }) => item);
    const outcomes = await writeRecords(this.context, items);
    for (const [index, { found }] of writes.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'failed') this.errors.set(found, outcome.error);
      else this.errors.delete(found);
    }
  }

  /** Says what has come of each, as the records show it now. */
  private async report(wanted: readonly Found[], members: ReadonlyMap<Found, Values>): Promise<void> {
    const now = await this.read(wanted);
    await this.yielder.each(wanted, (one) => this.reportOne(one, members.get(one) ?? new Map(), now.get(one) ?? {}));
  }

  private reportOne(found: Found, values: Values, now: StoredRecord): void {
    const { change, entityType } = found;
    const error = this.errors.get(found);
    const act = isMade(change) ? 'deleted' : found.stored.is_deleted === true ? 'restored' : 'updated';
    if (act !== 'updated' && (now.is_deleted === true) !== (act === 'deleted')) {
      this.leave(change, error ? 'rejected' : 'owner', [], error);
      return;
    }
    const others = Object.entries(missingValues(entityType, now, values));
    const [lost, kept] = [true, false].map((is) =>
      others.filter(([, value]) => this.isMissing(value) === is).map(([name]) => name),
    ) as [string[], string[]];
    if (lost.length > 0) this.leave(change, 'owner', lost);
    if (kept.length > 0) this.leave(change, error ? 'rejected' : 'overruled', kept, error);
    const back = [...change.members.keys()].filter((name) => values.has(name) && ![...lost, ...kept].includes(name));
    if (act === 'updated' && back.length === 0) return;
    const { name: entity, collection } = entityType;
    this.reverted.push({ entity, collection, entity_id: change.id, act, members: back });
  }

  private leave({ entity, id }: NetChange, reason: Reason, members: readonly string[] = [], error?: ApiError): void {
    const collection = this.context.catalog.entityType(entity)?.collection ?? null;
    const message = error ? error.message.trim() : messages[reason];
    this.left.push({ entity, collection, entity_id: id, members, reason, message });
  }
}

const messages: Readonly<Record<Reason, string>> = {
  changed: 'It is no longer as the transaction left it.',
  deleted: 'The record is deleted; restore it first.',
  gone: 'The record, its entity type or the member is not there any more.',
  owner: 'It belongs or led to a record that stays as it is.',
  secret: 'The change log does not know secrets.',
  irreversible: 'The transaction converted a record, or changed fields, custom entity types or keys.',
  rejected: 'The write was rejected.',
  overruled: 'A rule of the entity type gives it another value now.',
};

/** The record only shows a key, which it would not bring back. */
function isOfKey({ entity }: NetChange): boolean {
  return entity === 'ApiAccess';
}

/** Whether the transaction has left the record there that was not there before. */
function isMade({ fate }: NetChange): boolean {
  return fate === 'created' || fate === 'restored';
}

/** Whether the record was there before the transaction, and is there after its revert. */
function isKept({ change, stored }: Found): boolean {
  return !isMade(change) && (change.fate === 'deleted' || stored.is_deleted !== true);
}

/** @returns the members that are to be again, and all others as they are */
function withOthers({ entityType, stored }: Found, members: Values = new Map()): Values {
  return new Map([...settableValues(entityType, stored), ...members]);
}

function belongsTo({ id, owners }: NetChange, ids: ReadonlySet<string>): boolean {
  return [...owners].some((owner) => owner !== id && ids.has(owner));
}

function idsOf(found: readonly Found[]): Set<string> {
  return new Set(found.map(({ change }) => change.id));
}

function bodiless(found: Found, kind: 'delete' | 'restore'): Write {
  return { found, item: { kind, entityType: found.entityType.name, id: found.change.id, validationLevel } };
}

/** @returns the flags of which one is set among the rows of a record */
function primaryFlags({ store }: WriteContext, { name }: EntityType): string[] {
  return (store.ownedRelations.get(name) ?? []).flatMap(({ field: { primary } }) => primary ?? []);
}
