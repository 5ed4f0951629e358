/**
 * Writes the values of custom fields inside a transaction that has its revision: a handful of statements for any number of records.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { Transaction } from '../../db/database.js';
import { KeptWriteCompiler } from '../../sql/custom-values/compile-kept-write.js';
import { customLayout } from '../../sql/custom-values/custom-layout.js';
import { keptValues } from '../../sql/custom-values/kept-value.js';
import type { KeptType } from '../../sql/custom-values/value-tables.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import type { Draft } from './draft.js';
import { keptChanges, uniqueFields } from './kept-changes.js';

export class KeptWriter {
  private readonly compiler: KeptWriteCompiler;

  constructor(
    private readonly transaction: Transaction,
    dialect: Dialect,
    space: string,
  ) {
    this.compiler = new KeptWriteCompiler(dialect, space);
  }

  /** What gives a value up comes ahead of what takes it. @param drafts whose records are written as well */
  async write(drafts: readonly Draft[]): Promise<void> {
    const { compiler } = this;
    const changes = keptChanges(drafts);
    for (const [type, { set, cleared, released }] of changes) {
      for (const { fieldIds, recordIds } of released) {
        await this.transaction.run(compiler.compileRelease(type, fieldIds, recordIds));
      }
      if (cleared.length > 0) await this.transaction.run(compiler.compileClear(type, cleared));
      if (set.length > 0) await this.transaction.run(compiler.compileSet(type, set));
    }
    const added = new Map([...changes].map(([type, ofType]) => [type, ofType.added]));
    for (const statement of compiler.compileAdd(added)) await this.transaction.run(statement);
  }

  /** Lets others have what records held that are deleted without a draft. */
  async release(entityType: EntityType, ids: readonly string[]): Promise<void> {
    for (const [type, fieldIds] of uniqueFields(entityType)) {
      await this.transaction.run(this.compiler.compileRelease(type, fieldIds, ids));
    }
  }

  /** Forgets what a record had that is no more. */
  async forget(entityType: EntityType, ids: readonly string[]): Promise<void> {
    for (const [type, fieldIds] of idsByType(customLayout(entityType)?.fields ?? [])) {
      await this.transaction.run(this.compiler.compileForget(type, fieldIds, ids));
    }
  }
}

/** Where fields keep something: the ids of their values, by type. */
function idsByType(fields: readonly Field[]): ReadonlyMap<KeptType, readonly string[]> {
  const byType = new Map<KeptType, string[]>();
  for (const { type, id } of fields.flatMap(keptValues)) byType.set(type, [...(byType.get(type) ?? []), id]);
  return byType;
}
