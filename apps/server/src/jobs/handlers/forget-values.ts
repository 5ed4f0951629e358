/**
 * Removes the values of a deleted field from the database: those in the tables of values, the texts beside records that show them, and
 * the rows that came with the field.
 */
import type { EntityType } from '@headwater/catalog';
import { CustomValueCompiler } from '../../sql/custom-values/compile-custom-write.js';
import { customLayout } from '../../sql/custom-values/custom-layout.js';
import { type CustomValue, customValues } from '../../sql/custom-values/custom-value.js';
import { ChunkCompiler } from '../../sql/write/compile-chunks.js';
import type { StepOf } from '../job.js';
import {
  blocked,
  chunkOf,
  compilerOf,
  lockAll,
  maxRecords,
  ownerOf,
  recordsWith,
  type StepHandler,
  sharingTable,
} from './chunk.js';

export const forgetValues: StepHandler<StepOf<'forget'>> = {
  count: ({ db }, space, { value }) => new ChunkCompiler(db.dialect, space).compileCountHolders(value),

  async run(effects, { entityType: name, value }, after) {
    const { catalog, dialect, transaction, space } = effects;
    const ids = await recordsWith(effects, value, after);
    if (ids.length > 0) {
      const entityType = ownerOf(catalog, name);
      if (!(await lockAll(effects, entityType, ids))) return blocked;
      await effects.stamp({ entityType, act: 'clear', records: ids, log: 'nothing' });
      const layout = customLayout(withoutValue(entityType, value));
      await transaction.run(compilerOf(effects).compileDropTexts(entityType, ids, layout));
      const values = new CustomValueCompiler(dialect, space);
      await transaction.run(values.compileForget(value.type, [value.id], ids));
    }
    return chunkOf(ids);
  },
};

export const forgetRows: StepHandler<StepOf<'forget-rows'>> = {
  count({ catalog, db }, space, { entityType, storedIn }) {
    return new ChunkCompiler(db.dialect, space).compileCountRecords(sharingTable(catalog, entityType, storedIn));
  },

  async run(effects, { entityType, storedIn }, after) {
    const rowType = sharingTable(effects.catalog, entityType, storedIn);
    const compiler = compilerOf(effects);
    const rows = await effects.transaction.run(compiler.compileRecords(rowType, after, maxRecords));
    const ids = rows.map(({ id }) => String(id));
    if (ids.length > 0) {
      if (!(await lockAll(effects, rowType, ids))) return blocked;
      await effects.stamp({ entityType: rowType, act: 'erase', records: ids, log: 'counted' });
      effects.addCounted(rowType, 'erase', (returning) => compiler.compileErase(rowType, ids, returning));
    }
    return chunkOf(ids);
  },
};

/** @returns the entity type without the field that has the value */
function withoutValue(entityType: EntityType, { id }: CustomValue): EntityType {
  return {
    ...entityType,
    fields: entityType.fields.filter((field) => !customValues(field).some((kept) => kept.id === id)),
  };
}

// Claims the stored values of a field that has become unique, so that no other record may have them, and releases them.

export const claimValues: StepHandler<StepOf<'claim' | 'release' | 'release-deleted'>> = {
  count: ({ db }, space, { value }) => new ChunkCompiler(db.dialect, space).compileCountHolders(value),

  async run(effects, { do: action, entityType: name, value }, after) {
    const ids = await recordsWith(effects, value, after);
    // Whether a record is deleted stays as it is read here: every write of a record takes the revision, too.
    await effects.revision();
    if (ids.length > 0) {
      const entityType = ownerOf(effects.catalog, name);
      const compiler = compilerOf(effects);
      await effects.transaction.run(
        action === 'claim'
          ? compiler.compileClaim(value, ids, entityType)
          : compiler.compileRelease(value, ids, action === 'release' ? undefined : entityType),
      );
    }
    return chunkOf(ids);
  },
};
