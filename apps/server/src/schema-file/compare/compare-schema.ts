/**
 * Compares a schema file with a space as it is now.
 */
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { checkSchema } from '../file/check-schema.js';
import type { SchemaFile } from '../file/parse-schema.js';
import type { FileSchema, SpaceSchema } from '../schema.js';
import { isApartFrom, rejectErrors, type SchemaError } from '../schema-errors.js';
import { readSpaceSchema } from '../space/space-schema.js';
import type { Change } from './change.js';
import { diffSchema } from './diff-schema.js';

export interface Comparison {
  /** In the form in which it was compared. */
  readonly file: FileSchema;
  readonly space: SpaceSchema;
  /** The name of a set in the space by its name in the file; sets that the space does not have are left out. */
  readonly setOf: ReadonlyMap<string, string>;
  readonly changes: readonly Change[];
  /** What the file names that is not there, and what it wants that cannot be changed. */
  readonly errors: readonly SchemaError[];
}

/** @param store of the space, by its own catalog */
export async function compareSchema(store: RecordStore, call: Call, { schema }: SchemaFile): Promise<Comparison> {
  const space = await readSpaceSchema(store, call);
  const { file, errors } = checkSchema(schema, store.catalog, space);
  const { changes, setOf, errors: fixed } = diffSchema(file, space);
  // Errors that follow from a wrong name are not reported beside it.
  return { file, space, setOf, changes, errors: [...errors, ...fixed.filter(isApartFrom(errors))] };
}

/** @throws SchemaFileError with every error of the file and of the comparison */
export async function compareValidSchema(store: RecordStore, call: Call, file: SchemaFile): Promise<Comparison> {
  const comparison = await compareSchema(store, call, file);
  rejectErrors(file.source, [...file.errors, ...comparison.errors]);
  return comparison;
}
