/**
 * All records of the space, as one array for each entity type. Writes work on a fork, which takes the place of the tables when all went
 * well; so a rejected write and a dry run leave nothing behind.
 */
import { buildCatalog, type EntityType, entityTypes, type Field } from '@headwater/catalog';
import type { Json } from './json.js';

export const catalog = buildCatalog(entityTypes);

/** A record by its fields: amounts as objects, references as ids; rows are records of their own. Derived fields are not stored. */
export interface StoredRecord {
  readonly id: string;
  readonly is_deleted: boolean;
  readonly revision: number;
  readonly created: string;
  readonly modified: string;
  readonly [field: string]: Json;
}

/** A state of a record, and all states of records before it. */
interface Past {
  readonly record: StoredRecord;
  readonly before: Past | undefined;
}

export class Tables {
  private constructor(
    private readonly lists: Map<string, readonly StoredRecord[]>,
    private past: Past | undefined,
  ) {}

  static empty(): Tables {
    return new Tables(new Map(), undefined);
  }

  /** Tables with the same records; what is put into them does not show here. */
  fork(): Tables {
    return new Tables(new Map(this.lists), this.past);
  }

  /** Takes over what a fork has become. */
  adopt(fork: Tables): void {
    for (const [name, list] of fork.lists) this.lists.set(name, list);
    this.past = fork.past;
  }

  /** All records of an entity type, deleted ones too, in the order in which they were made. */
  of(entityName: string): readonly StoredRecord[] {
    return this.lists.get(entityName) ?? [];
  }

  find(entityName: string, id: string): StoredRecord | undefined {
    return this.of(entityName).find((record) => record.id === id);
  }

  /** The record as it was at a revision of the space. */
  findAt(id: string, revision: number): StoredRecord | undefined {
    for (let past = this.past; past !== undefined; past = past.before)
      if (past.record.id === id && past.record.revision <= revision) return past.record;
    return undefined;
  }

  /** Adds records that are new. */
  addAll(entityName: string, records: readonly StoredRecord[]): void {
    this.lists.set(entityName, [...this.of(entityName), ...records]);
    for (const record of records) this.past = { record, before: this.past };
  }

  /** Adds the record, or puts it in the place of the one that has its id. */
  put(entityName: string, record: StoredRecord): void {
    const list = this.of(entityName);
    const place = list.findIndex(({ id }) => id === record.id);
    this.lists.set(entityName, place === -1 ? [...list, record] : list.with(place, record));
    this.past = { record, before: this.past };
  }
}

type Rows = Extract<Field, { kind: 'rows' }>;
type Reference = Extract<Field, { kind: 'reference' }>;

export type { Reference, Rows };

/** The record that a reference leads to, with its entity type; deleted ones too. */
export function follow(
  tables: Tables,
  { targets }: Pick<Reference, 'targets'>,
  id: Json | undefined,
): { readonly type: EntityType; readonly record: StoredRecord } | undefined {
  if (typeof id !== 'string') return undefined;
  for (const target of targets) {
    const record = tables.find(target, id);
    if (record !== undefined) return { type: catalog.existing(target), record };
  }
  return undefined;
}
