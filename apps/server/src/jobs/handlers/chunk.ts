/**
 * A chunk is the part of a step that is done in one transaction: a bounded number of records or values, so that no statement grows with
 * a space. A handler counts the records of a step and runs its chunks.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { storageTypes } from '../../plan/relations/custom-types.js';
import type { RecordStore } from '../../records/record-store.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import type { Statement } from '../../sql/binder.js';
import type { CustomValue } from '../../sql/custom-values/custom-value.js';
import { ChunkCompiler } from '../../sql/write/compile-chunks.js';
import type { Step } from '../job.js';

/** Values or records of one chunk. */
export const maxRecords = 1_000;

export interface Chunk {
  /** Values or records that were processed. */
  readonly count: number;
  /** Id of the last one; null when there are no more. */
  readonly last: string | null;
}

/** Another transaction is writing some of the records, and must not be waited for: nothing was done. */
export const blocked = 'blocked';

/** @typeParam E what it works with in the transaction */
export interface StepHandler<S extends Step = Step, E extends WriteEffects = WriteEffects> {
  /** @returns a statement with the number of values or records as `n` */
  count(store: RecordStore, space: string, step: S): Statement;
  /** @param after the id behind which the chunk begins; null: at the first record */
  run(effects: E, step: S, after: string | null): Promise<Chunk | typeof blocked>;
}

export function chunkOf(ids: readonly string[]): Chunk {
  return { count: ids.length, last: ids.length < maxRecords ? null : (ids.at(-1) ?? null) };
}

export function compilerOf({ dialect, space }: WriteEffects): ChunkCompiler {
  return new ChunkCompiler(dialect, space);
}

/** @returns the ids of the next records that have a value */
export async function recordsWith(effects: WriteEffects, value: CustomValue, after: string | null): Promise<string[]> {
  const rows = await effects.transaction.run(compilerOf(effects).compileHolders(value, after, maxRecords));
  return rows.map(({ id }) => String(id));
}

/**
 * Locks records ahead of the revision; a transaction that has the revision must not wait for a row.
 * @returns whether all are locked
 */
export async function lockAll(effects: WriteEffects, entityType: EntityType, ids: readonly string[]): Promise<boolean> {
  const waits = effects.rowLock === 'waiting';
  const statement = compilerOf(effects).compileLock(entityType, ids, waits);
  if (!statement) return true;
  const locked = await effects.transaction.run(statement);
  return waits || locked.length === ids.length;
}

/** @returns the entity type whose records have the values; those of a deleted custom entity type stay in its table */
export function ownerOf(catalog: Catalog, name: string): EntityType {
  return catalog.entityType(name) ?? catalog.existing(storageTypes.records);
}

/** @returns an entity type that the catalog need not have any more, as one of those that share a table */
export function sharingTable(catalog: Catalog, name: string, storedIn: string = storageTypes.records): EntityType {
  return { ...catalog.existing(storedIn), name, storedIn };
}
