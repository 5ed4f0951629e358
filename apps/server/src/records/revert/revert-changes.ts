/**
 * Puts back what one transaction changed, by ordinary writes: as far as nothing has changed since, and as far as the change log knows
 * what was before. What stays as it is gets a reason.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { ChangeAct } from '../../request/change-act.js';
import { type RecordBody, validationBits, type WriteItem } from '../../request/write-request.js';
import { selectChangesOf } from '../../sql/tables/read-changes.js';
import { confirmLogged } from '../changes/read-changes.js';
import type { StoredRecord } from '../write/draft.js';
import { fieldLists } from '../write/field-lists.js';
import { readStored } from '../write/stored-record.js';
import type { WriteContext } from '../write/write-context.js';
import { writeRecords } from '../write/write-records.js';
import { type LoggedRow, type NetChange, netChanges } from './net-changes.js';
import { changedSince, isAsBefore, putBackMembers, type Reason } from './put-back.js';
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
 * @throws ApiError `ERROR_CHANGES_GONE`; `ERROR_PARAMETER_INVALID` for a revision that the space has not come to; `ERROR_BATCH_TOO_LARGE`
 */
export async function revertChanges(context: WriteContext, revision: number): Promise<Reverted> {
  await confirmLogged(context.inside, context.call, revision);
  const changes = netChanges(await readLog(context, revision));
  const revert = new Revert(context);
  if (changes.some(({ entity, fate }) => fate === 'final' || definitions.has(entity))) revert.leaveAll(changes);
  else await revert.run(changes);
  return { revision: context.changes.length > 0 ? await context.revision() : null, ...revert.outcome() };
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

class Revert {
  private readonly left: LeftRecord[] = [];
  private readonly reverted: RevertedRecord[] = [];
  private readonly errors = new Map<Found, ApiError>();
  /** Ids of records that are to be restored and are still deleted. */
  private missing = new Set<string>();

  constructor(private readonly context: WriteContext) {}

  outcome() {
    return { reverted: this.reverted, not_reverted: this.left };
  }

  leaveAll(changes: readonly NetChange[]): void {
    for (const change of changes) this.leave(change, 'irreversible');
  }

  /** Deletes first: what the transaction made may hold what others had. Then records come back, and only then what leads to them. */
  async run(changes: readonly NetChange[]): Promise<void> {
    const found = await this.find(changes);
    const going = await this.unchanged(found.filter(({ change, stored }) => isMade(change) && !stored.is_deleted));
    const coming = found.filter(({ change, stored }) => change.fate === 'deleted' && stored.is_deleted === true);
    const bodies = this.bodies(found);
    const ids = idsOf(going);
    // Rows go with their record.
    await this.write(going.filter(({ change }) => !belongsTo(change, ids)).map((one) => bodiless(one, 'delete')));
    this.missing = idsOf(coming);
    if (coming.length > 0) await this.write(this.updates(found, bodies, isUnique));
    await this.restore(coming);
    await this.write(this.updates(found, bodies));
    const wanted = new Set([...going, ...coming, ...bodies.keys()]);
    await this.report(
      found.filter((one) => wanted.has(one)),
      bodies,
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
    let going = made.filter(({ change, entityType, stored }) => {
      const members = change.fate === 'created' ? changedSince(entityType, stored, change) : [];
      if (members.length > 0) this.leave(change, 'changed', members);
      return members.length === 0;
    });
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

  /** @returns what is to be written of records that were there before and are there afterwards */
  private bodies(found: readonly Found[]): Bodies {
    const bodies = new Map<Found, RecordBody>();
    for (const one of found.filter(({ change }) => !isMade(change))) {
      const { change, entityType, stored } = one;
      const { body, left } = putBackMembers(entityType, stored, change);
      for (const { members, reason } of left) this.leave(change, reason, members);
      const names = Object.keys(body);
      if (names.length === 0) continue;
      if (change.fate === 'updated' && stored.is_deleted === true) this.leave(change, 'deleted', names);
      else bodies.set(one, body);
    }
    return bodies;
  }

  /**
   * The last changes first, as each of them was possible after those before it. Nothing is led to what stays deleted.
   * @param isMeant which members are written
   */
  private updates(
    found: readonly Found[],
    bodies: Bodies,
    isMeant: (of: EntityType, name: string) => boolean = () => true,
  ) {
    return found.toReversed().flatMap((one): Write[] => {
      const { entityType, change, stored } = one;
      if (this.missing.has(change.id) || isMade(change)) return [];
      const flags = primaryFlags(this.context, entityType);
      // What has the flag of the one primary row takes it from the other.
      const flagged = stored.is_deleted === true ? flags.filter((name) => stored[name] === true) : [];
      const given = { ...Object.fromEntries(flagged.map((name) => [name, true])), ...bodies.get(one) };
      const members = Object.entries(given).filter(
        ([name, value]) =>
          isMeant(entityType, name) && !this.isMissing(value) && !(value === false && flags.includes(name)),
      );
      if (members.length === 0) return [];
      const body = Object.fromEntries(members);
      return [
        { found: one, item: { kind: 'update', entityType: entityType.name, id: change.id, body, validationLevel } },
      ];
    });
  }

  private isMissing(value: unknown): boolean {
    return typeof value === 'string' && this.missing.has(value);
  }

  /** Rows after the record that they belong to: they have come back with it, unless something else has become of them. */
  private async restore(coming: readonly Found[]): Promise<void> {
    for (let waiting = coming; waiting.length > 0; ) {
      const ids = idsOf(waiting);
      const next = waiting.filter(({ change }) => !belongsTo(change, ids));
      if (next.length === 0) return;
      const possible = next.filter(({ change }) => !belongsTo(change, this.missing));
      await this.write(possible.map((one) => bodiless(one, 'restore')));
      for (const one of possible) if (!this.errors.has(one)) this.missing.delete(one.change.id);
      waiting = waiting.filter((one) => !next.includes(one));
    }
  }

  /** @param writes of which a rejected one leaves the others to be made */
  private async write(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const items = writes.map(({ item }) => item);
    const outcomes = await writeRecords(this.context, items, { keepGoing: true });
    for (const [index, { found }] of writes.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === 'failed') this.errors.set(found, outcome.error);
    }
  }

  /** Says what has come of each, as the records show it now. */
  private async report(wanted: readonly Found[], bodies: Bodies): Promise<void> {
    const now = new Map<EntityType, ReadonlyMap<string, StoredRecord>>();
    for (const entityType of new Set(wanted.map((one) => one.entityType))) {
      const ids = wanted.flatMap((one) => (one.entityType === entityType ? [one.change.id] : []));
      now.set(entityType, await readStored(this.context, entityType, ids, { lock: 'none', includeDeleted: true }));
    }
    for (const one of wanted) {
      this.reportOne(one, bodies.get(one) ?? {}, now.get(one.entityType)?.get(one.change.id) ?? {});
    }
  }

  private reportOne(found: Found, body: RecordBody, now: StoredRecord): void {
    const { change, entityType } = found;
    const error = this.errors.get(found);
    const act = isMade(change) ? 'deleted' : found.stored.is_deleted === true ? 'restored' : 'updated';
    if (act !== 'updated' && (now.is_deleted === true) !== (act === 'deleted')) {
      this.leave(change, error ? 'rejected' : 'owner', [], error);
      return;
    }
    const names = Object.keys(body);
    const back = names.filter((name) => isAsBefore(entityType, name, now, change.members.get(name)));
    const others = names.filter((name) => !back.includes(name));
    const lost = others.filter((name) => this.isMissing(body[name]));
    const kept = others.filter((name) => !lost.includes(name));
    if (lost.length > 0) this.leave(change, 'owner', lost);
    if (kept.length > 0) this.leave(change, error ? 'rejected' : 'overruled', kept, error);
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

/** What to write of records. */
type Bodies = ReadonlyMap<Found, RecordBody>;

const messages: Readonly<Record<Reason, string>> = {
  changed: 'It is no longer as the transaction left it.',
  deleted: 'The record is deleted; restore it first.',
  gone: 'The record, its entity type or the member is not there any more.',
  owner: 'It belongs or led to a record that stays as it is.',
  secret: 'The change log does not know secrets.',
  irreversible: 'The transaction converted a record, or changed fields or custom entity types.',
  rejected: 'The write was rejected.',
  overruled: 'A rule of the entity type gives it another value now.',
};

/** Whether the transaction has left the record there that was not there before. */
function isMade({ fate }: NetChange): boolean {
  return fate === 'created' || fate === 'restored';
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

/** A record that comes back may have had what another one has taken over: that gives it up first. */
function isUnique(entityType: EntityType, name: string): boolean {
  return fieldLists(entityType).unique.some((field) => field.name === name);
}

/** @returns the flags of which one is set among the rows of a record */
function primaryFlags({ store }: WriteContext, { name }: EntityType): string[] {
  return (store.ownedRelations.get(name) ?? []).flatMap(({ field: { primary } }) => primary ?? []);
}
