/**
 * Compares the change log of a space with its tables: taken back row by row, from what they are, it must lead to what they were.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '@headwater/catalog';
import { ownerColumns } from '../../src/plan/relations/owner-columns.js';
import type { RecordStore } from '../../src/records/record-store.js';
import { secretText } from '../../src/records/write/changed-record.js';
import { parseShown, type RecordState, type Shown, type SpaceState, stateKey } from './space-state.js';

/** A row of the log as the database has it. */
export interface LogRow {
  readonly revision: number;
  readonly position: number;
  readonly entity_type: string;
  readonly record_id: string;
  readonly act: string;
  readonly members: string | null;
  readonly owner_id: string | null;
  readonly other_owner_id: string | null;
  readonly changed_at: string;
  readonly token: string;
  readonly client_id: string | null;
  readonly request_id: string | null;
  readonly idempotency_key: string | null;
}

export interface LoggedSpace {
  /** Of the space, as it is now. */
  readonly store: Pick<RecordStore, 'catalog' | 'withDeleted'>;
  /** In the order of their revisions and positions. */
  readonly rows: readonly LogRow[];
  /** What the rows begin at. */
  readonly from: number;
  readonly after: SpaceState;
  /** Undefined: not known. */
  readonly before?: SpaceState;
}

/** @returns what does not fit, a line for each */
export function logProblems(logged: LoggedSpace): string[] {
  return new Rewind(logged).problems;
}

type Members = Readonly<Record<string, Shown>>;

interface Rewound extends Omit<RecordState, 'text'> {
  readonly members: Members;
  /** It was erased later on: the log does not tell what it was. */
  readonly isUnknown?: boolean;
}

/** What the log tells of merged records beside their members. */
const ofMerges: ReadonlySet<string> = new Set(['merged_into', 'merged_ids']);

/** What the acts say of a record behind them. */
const deletedBehind: Readonly<Record<string, boolean>> = {
  created: false,
  restored: false,
  deleted: true,
  merged_into: true,
};

class Rewind {
  readonly problems: string[] = [];
  private readonly withDeleted: Catalog;
  /** Records that are in the log, as far as they are taken back; undefined: they are not there. */
  private readonly state = new Map<string, Rewound | undefined>();

  constructor(private readonly logged: LoggedSpace) {
    this.withDeleted = logged.store.withDeleted();
    for (const row of [...logged.rows].reverse()) {
      for (const problem of this.takeBack(row)) this.problems.push(`${problem}: ${shownRow(row)}`);
    }
    this.problems.push(...(logged.before ? this.differences(logged.before) : this.unseen()));
  }

  private *takeBack(row: LogRow): Generator<string> {
    const entityType = this.withDeleted.entityType(row.entity_type);
    if (!entityType) return yield 'has no entity type';
    const key = stateKey(entityType, row.record_id);
    const isGone = row.act === 'erased' || row.act === 'converted';
    const isLast = !this.state.has(key);
    const found = isLast ? readRecord(this.logged.after.get(key)) : this.state.get(key);
    if (isGone && found) return yield 'is still there';
    if (!isGone && !found) return yield 'is not there';
    const gone = { entityType: row.entity_type, id: row.record_id, revision: row.revision, members: {} };
    const known = found ?? { ...gone, isUnknown: row.act === 'erased' };
    if (known.entityType !== row.entity_type) yield `is a ${known.entityType}`;
    if (isLast) yield* this.lastProblems(row, known);
    const before = yield* this.membersBefore(row, known);
    yield* this.ownerProblems(row, known, before);
    if (row.act !== 'created') return void this.state.set(key, { ...known, members: before });
    this.state.set(key, undefined);
    const usual: Members = { is_deleted: false, is_delete_protected: false, created: row.changed_at };
    for (const [name, value] of Object.entries(before)) {
      if (!isNothing(value) && !isDeepStrictEqual(value, usual[name])) yield `does not tell of ${name}`;
    }
  }

  /** Of the last row of a record. */
  private *lastProblems({ revision, members }: LogRow, known: Rewound): Generator<string> {
    // What stays deleted keeps the revision by which it is restored with others.
    const isStill = known.members.is_deleted === true && known.revision < revision;
    if (known.revision !== revision && !isStill) yield `has the revision ${known.revision}`;
    if (isStill && members === null) yield 'has not changed';
  }

  private *membersBefore(row: LogRow, known: Rewound): Generator<string, Members> {
    const members: Record<string, Shown> = { ...known.members };
    const isDeleted = deletedBehind[row.act];
    if (isDeleted !== undefined && !known.isUnknown && members.is_deleted !== isDeleted) yield 'is not as it says';
    const reported = Object.entries(
      (row.members === null ? {} : parseShown(row.members)) as Record<string, [Shown, Shown]>,
    );
    for (const [name, [from, to]] of reported) {
      if (ofMerges.has(name) && !(name in members)) continue;
      if (from === secretText || to === secretText) {
        if (row.act === 'created') delete members[name];
        continue;
      }
      if (isDeepStrictEqual(from, to)) yield `${name} has not changed`;
      const isKnown = !known.isUnknown && row.act !== 'converted' && !this.isForgotten(row.entity_type, name, members);
      if (isKnown && !isSame(members[name], to)) yield `${name} is ${JSON.stringify(members[name])}`;
      members[name] = from;
    }
    return members;
  }

  private *ownerProblems(row: LogRow, { isUnknown, members }: Rewound, before: Members): Generator<string> {
    if (isUnknown) return;
    const columns = ownerColumns(this.logged.store, this.withDeleted.existing(row.entity_type));
    const isMoved = (name: string) => (members[name] ?? null) !== (before[name] ?? null);
    // Where it has come and whence it has gone before where it stays, two at most.
    const ids = [
      ...columns.filter(isMoved).flatMap((name) => members[name]),
      ...columns.filter(isMoved).flatMap((name) => before[name]),
      ...columns.filter((name) => !isMoved(name)).map((name) => members[name]),
    ];
    const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))].slice(0, 2).sort();
    const reported = [row.owner_id, row.other_owner_id].filter((id) => id !== null).sort();
    if (!isDeepStrictEqual(reported, wanted)) yield `belongs to ${wanted.join()}`;
  }

  /** The values of a deleted field may be removed: no answer shows them. */
  private isForgotten(entityType: string, name: string, members: Members): boolean {
    return isNothing(members[name]) && !this.logged.store.catalog.field(entityType, name);
  }

  private *differences(before: SpaceState): Generator<string> {
    const { after } = this.logged;
    for (const key of new Set([...this.state.keys(), ...after.keys(), ...before.keys()])) {
      const isUnchanged = !this.state.has(key) && after.get(key)?.text === before.get(key)?.text;
      if (isUnchanged) continue;
      const reported = this.state.has(key) ? this.state.get(key) : readRecord(after.get(key));
      const was = readRecord(before.get(key));
      if (!reported || !was) {
        if (reported || was) yield `not in the log: ${key}: ${JSON.stringify(was)} -> ${JSON.stringify(reported)}`;
      } else if (!reported.isUnknown) yield* this.differencesOf(key, reported, was);
    }
    yield* this.unseen();
  }

  private *differencesOf(key: string, reported: Rewound, was: Rewound): Generator<string> {
    for (const name of Object.keys(was.members)) {
      const [now, then] = [reported.members[name], was.members[name]];
      const isSecret = this.withDeleted
        .entityType(reported.entityType)
        ?.fields.some((field) => field.name === name && field.kind === 'value' && field.secret);
      if (isSecret || isSame(now, then) || this.isForgotten(reported.entityType, name, reported.members)) continue;
      yield `not in the log: ${key} ${name}: ${JSON.stringify(then)} -> ${JSON.stringify(now)}`;
    }
  }

  /** Records that have changed and are not in the log. */
  private *unseen(): Generator<string> {
    for (const [key, { revision }] of this.logged.after) {
      if (revision > this.logged.from && !this.state.has(key)) yield `not in the log: ${key} at ${revision}`;
    }
  }
}

function shownRow({
  revision,
  position,
  entity_type,
  record_id,
  act,
  members,
  owner_id,
  other_owner_id,
}: LogRow): string {
  return `${revision} ${position} ${entity_type} ${record_id} ${act} ${members} of ${owner_id} ${other_owner_id}`;
}

function readRecord(record: RecordState | undefined): Rewound | undefined {
  return record && { ...record, members: parseShown(record.text) as Members };
}

/** A member that is not known was never set. */
function isSame(now: Shown, then: Shown): boolean {
  return now === undefined ? isNothing(then) : isDeepStrictEqual(now, then);
}

/** A list without items is shown as one that was never set. */
function isNothing(value: Shown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
