/**
 * How an import reads and writes records: through the same uses of records as every request, so the same rules hold.
 * Knows no CSV and no mapping.
 */
import type { Call } from '../records/call.js';
import { listRecords } from '../records/read/list-records.js';
import type { RecordStore } from '../records/record-store.js';
import { inTransaction } from '../records/write/run-write.js';
import type { WriteContext } from '../records/write/write-context.js';
import type { Condition, Filter } from '../request/filter.js';
import type { NameTree } from '../request/selection.js';

/** A record as REST v100 shows it. */
export type FoundRecord = Readonly<Record<string, unknown>>;

export interface RecordAccess {
  /** Id of the space. */
  readonly space: string;
  /**
   * @param only the members to get, `id` comes with them
   * @param expand rows of to-many relations to get as records
   * @returns all records that match, deleted ones included, in the order of their ids
   */
  find(entityType: string, filter: Filter, only: NameTree, expand: NameTree): Promise<FoundRecord[]>;
  /** Everything that `work` writes is committed together, or nothing when it throws. */
  write<T>(work: (context: WriteContext) => Promise<T>): Promise<T>;
}

/** @returns access whose writes are transactions of their own */
export function recordAccess(store: RecordStore, call: Call): RecordAccess {
  return { ...reading(store, call), write: (work) => inTransaction(store, call, work) };
}

/** @returns access that reads and writes inside one transaction */
export function accessInside(context: WriteContext): RecordAccess {
  return { ...reading(context.inside, context.call), write: (work) => work(context) };
}

function reading(store: RecordStore, call: Call): Pick<RecordAccess, 'space' | 'find'> {
  return {
    space: call.principal.space,
    async find(entityType, filter, only, expand) {
      const page = await listRecords(store, call, {
        entityType,
        filter,
        sort: [],
        window: { kind: 'offset', limit: null, offset: 0 },
        includeDeleted: true,
        selection: { kind: 'rest', expand, only },
        withTotal: false,
      });
      return page.texts.map((text): FoundRecord => JSON.parse(text));
    },
  };
}

// The few filters that an import needs. Pure.

/** The member has one of the values. */
export function anyOf(member: string, operands: Condition['operands']): Filter {
  return { kind: 'condition', path: [member], operator: 'eq', operands, at: member };
}

export function and(filters: readonly Filter[]): Filter {
  return { kind: 'and', filters };
}

export function or(filters: readonly Filter[]): Filter {
  return { kind: 'or', filters };
}
