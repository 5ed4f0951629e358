/**
 * Claims the stored values of a field that has become unique, so that no other record may have them, and releases them.
 */
import { ChunkCompiler } from '../../sql/write/compile-chunks.js';
import type { StepOf } from '../job.js';
import { chunkOf, compilerOf, ownerOf, recordsWith, type StepHandler } from './chunk.js';

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
