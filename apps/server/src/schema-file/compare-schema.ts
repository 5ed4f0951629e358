/**
 * Compares a schema file with a space as it is now.
 */
import type { Call } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import type { Change } from './change.js';
import { checkSchema } from './check-schema.js';
import { diffSchema } from './diff-schema.js';
import type { FileSchema, SpaceSchema } from './schema.js';
import { refuseMistakes, type SchemaSource } from './schema-mistakes.js';
import { readSpaceSchema } from './space-schema.js';

/** A schema file that was read. */
export interface SchemaFile {
  readonly schema: FileSchema;
  readonly source: SchemaSource;
}

export interface Comparison {
  /** In the form in which it was compared. */
  readonly file: FileSchema;
  readonly space: SpaceSchema;
  /** The name of a set in the space by its name in the file; sets that the space does not have are left out. */
  readonly setOf: ReadonlyMap<string, string>;
  readonly changes: readonly Change[];
}

/**
 * @param store of the space, by its own catalog
 * @throws SchemaFileError when the file names what is not there, or wants what cannot be changed
 */
export async function compareSchema(
  store: RecordStore,
  call: Call,
  { schema, source }: SchemaFile,
): Promise<Comparison> {
  const space = await readSpaceSchema(store, call);
  const file = checkSchema(schema, source, store.catalog, space);
  const { changes, setOf, mistakes } = diffSchema(file, space);
  refuseMistakes(source, mistakes);
  return { file, space, setOf, changes };
}
