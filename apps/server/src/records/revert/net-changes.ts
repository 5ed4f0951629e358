/**
 * What a transaction did to each record, all in all: its changes of the same record taken together. Pure.
 */
import { parse } from 'lossless-json';
import type { ChangeAct } from '../../request/change-act.js';
import type { Yielder } from '../yielder.js';

/** A row of the change log. */
export interface LoggedRow {
  /** Name of the entity type. */
  readonly entity: string;
  readonly id: string;
  readonly act: ChangeAct;
  /** A JSON object: each changed member with an array of its value before and after. */
  readonly members: string | null;
  /** Ids of the records that it belongs to as a row. */
  readonly owners: readonly string[];
}

/** JSON values; numbers have their own digits. */
export interface ChangedValue {
  readonly before: unknown;
  readonly after: unknown;
}

export interface NetChange {
  readonly entity: string;
  readonly id: string;
  /** `passing`: the transaction made and deleted it; `final`: nothing brings back what it was. */
  readonly fate: 'created' | 'deleted' | 'restored' | 'updated' | 'passing' | 'final';
  /** Without `is_deleted`. */
  readonly members: ReadonlyMap<string, ChangedValue>;
  readonly owners: ReadonlySet<string>;
}

/**
 * @param rows of one revision, in their order
 * @returns one for each record, in the order of their first changes
 * @throws what the yielder throws
 */
export async function netChanges(rows: readonly LoggedRow[], yielder: Yielder): Promise<NetChange[]> {
  const changes = new Map<string, Gathered>();
  await yielder.each(rows, (row) => {
    const key = `${row.entity} ${row.id}`;
    const change: Gathered = changes.get(key) ?? {
      entity: row.entity,
      id: row.id,
      acts: [],
      members: new Map(),
      owners: new Set(),
    };
    changes.set(key, change);
    change.acts.push(row.act);
    for (const owner of row.owners) change.owners.add(owner);
    for (const [name, [before = null, after = null]] of changedValues(row)) {
      const earlier = change.members.get(name);
      change.members.set(name, { before: earlier ? earlier.before : before, after });
    }
  });
  return [...changes.values()].map(({ acts, ...change }) => ({ ...change, fate: fateOf(acts) }));
}

interface Gathered {
  readonly entity: string;
  readonly id: string;
  readonly acts: ChangeAct[];
  readonly members: Map<string, ChangedValue>;
  readonly owners: Set<string>;
}

/** Which records have become one with the master is no member of it. */
const noMembers: ReadonlySet<ChangeAct> = new Set<ChangeAct>(['merged_from', 'converted', 'erased']);

function changedValues({ act, members }: LoggedRow): [string, readonly unknown[]][] {
  if (members === null || noMembers.has(act)) return [];
  const changed = parse(members) as Readonly<Record<string, readonly unknown[]>>;
  return Object.entries(changed).filter(([name]) => name !== 'is_deleted');
}

type State = 'absent' | 'there' | 'deleted' | 'gone';

/** The states of a record before and after what changes them. */
const states: Partial<Record<ChangeAct, readonly [before: State, after: State]>> = {
  created: ['absent', 'there'],
  deleted: ['there', 'deleted'],
  merged_into: ['there', 'deleted'],
  restored: ['deleted', 'there'],
  converted: ['there', 'gone'],
  erased: ['there', 'gone'],
};

function fateOf(acts: readonly ChangeAct[]): NetChange['fate'] {
  const changes = acts.flatMap((act) => (states[act] ? [states[act]] : []));
  const before = changes[0]?.[0];
  const after = changes.at(-1)?.[1];
  if (after === 'gone') return 'final';
  if (before === after) return 'updated';
  if (before === 'absent') return after === 'there' ? 'created' : 'passing';
  return after === 'there' ? 'restored' : 'deleted';
}
