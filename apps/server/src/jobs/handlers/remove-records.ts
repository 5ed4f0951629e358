/**
 * Marks the records of a deleted custom entity type as deleted with the rows that they own, and restores both with it. Each chunk is a
 * change of its own.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { everyField } from '../../computed/derived/recomputation-passes.js';
import { storageTypes } from '../../plan/relations/custom-types.js';
import type { RecordStore } from '../../records/record-store.js';
import { ownedRows } from '../../records/write/rows/owned-rows.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import { ChunkCompiler } from '../../sql/write/compile-chunks.js';
import { RowCompiler, type RowsOf } from '../../sql/write/compile-rows.js';
import { enqueueRecompute } from '../enqueue-recompute.js';
import type { StepOf } from '../job.js';
import { blocked, chunkOf, compilerOf, lockAll, maxRecords, type StepHandler, sharingTable } from './chunk.js';

export const removeRecords: StepHandler<StepOf<'delete'>> = {
  count,

  async run(effects, step, after) {
    const { dialect, space } = effects;
    const entityType = sharingTable(effects.catalog, step.entityType);
    const found = await nextRecords(effects, entityType, after);
    const ids = found.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
    if (ids.length > 0) {
      if (!(await lockAll(effects, entityType, ids))) return blocked;
      for (const rows of withOwned(effects.catalog, entityType, ids)) {
        const stamp = await effects.stamp({ entityType: rows.target, act: 'delete', records: rows, log: 'counted' });
        effects.addCounted(rows.target, 'delete', (returning) =>
          new RowCompiler(dialect).compileDeleteRows(space, rows, stamp, returning),
        );
      }
    }
    return chunkOf(found.map(({ id }) => id));
  },
};

export const restoreRecords: StepHandler<StepOf<'restore'>> = {
  count,

  /** Owned rows are restored by the revision at which they were deleted with their record. */
  async run(effects, step, after) {
    const { dialect, space } = effects;
    const entityType = sharingTable(effects.catalog, step.entityType);
    const found = await nextRecords(effects, entityType, after);
    const gone = found.filter((one) => one.isDeleted && one.revision >= step.from && one.revision < step.before);
    if (gone.length > 0) {
      const goneIds = gone.map(({ id }) => id);
      if (!(await lockAll(effects, entityType, goneIds))) return blocked;
      for (const revision of new Set(gone.map((one) => one.revision))) {
        const ids = gone.filter((one) => one.revision === revision).map(({ id }) => id);
        for (const rows of withOwned(effects.catalog, entityType, ids)) {
          const stamp = await effects.stamp({ entityType: rows.target, act: 'restore', records: rows, log: 'counted' });
          effects.addCounted(rows.target, 'restore', (returning) =>
            new RowCompiler(dialect).compileRestoreRows(space, rows, stamp, revision, returning),
          );
        }
      }
    }
    const chunk = chunkOf(found.map(({ id }) => id));
    // What their formulas and roll-ups depend on may have changed while they were deleted.
    if (chunk.last === null) await enqueueRecompute(effects, step.entityType, [everyField]);
    return chunk;
  },
};

function count({ catalog, db }: RecordStore, space: string, { entityType }: StepOf<'delete' | 'restore'>) {
  return new ChunkCompiler(db.dialect, space).compileCountRecords(sharingTable(catalog, entityType));
}

async function nextRecords(effects: WriteEffects, entityType: EntityType, after: string | null) {
  const rows = await effects.transaction.run(compilerOf(effects).compileRecords(entityType, after, maxRecords));
  return rows.map(({ id, revision, gone }) => {
    return { id: String(id), revision: Number(revision), isDeleted: Boolean(gone) };
  });
}

function withOwned(catalog: Catalog, entityType: EntityType, ids: readonly string[]): RowsOf[] {
  const stored = catalog.existing(storageTypes.records);
  return [{ target: entityType, via: 'id', parents: ids }, ...ownedRows(catalog, stored, ids)];
}
