/**
 * Where the content of a stored file is, as its record says. Knows no store.
 */
import type { Row } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { isUuid } from '../../plan/values/operand.js';
import { compileContentOf } from '../../sql/select/compile-find.js';
import { notFound } from '../read/get-record.js';
import type { RecordStore } from '../record-store.js';
import { cloudObject } from './content-store.js';

export interface ContentLocation {
  /** Of the file in the store. */
  readonly key: string;
  readonly filename: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, also for a file that is stored elsewhere */
export async function contentLocation(store: RecordStore, space: string, id: string): Promise<ContentLocation> {
  const entityType = store.catalog.existing(cloudObject);
  const row = isUuid(id) ? await findRow(store, space, 'id', id.toLowerCase()) : undefined;
  if (!row) throw notFound(entityType, id);
  const location = locationOf(row);
  if (location) return location;
  const message = `The content of ${entityType.name} ${JSON.stringify(id)} is not stored here: its member "url" is its address.`;
  throw new ApiError('ERROR_RECORD_NOT_FOUND', message);
}

/** @returns undefined when nothing public has the key */
export async function findPublicLocation(
  store: RecordStore,
  space: string,
  publicKey: string,
): Promise<ContentLocation | undefined> {
  const row = await findRow(store, space, 'public_key', publicKey);
  return row && locationOf(row);
}

async function findRow(
  { catalog, db }: RecordStore,
  space: string,
  column: 'id' | 'public_key',
  value: string,
): Promise<Row | undefined> {
  const [row] = await db.read(compileContentOf(db.dialect, space, catalog.existing(cloudObject), column, value));
  return row;
}

function locationOf({ storage_key: key, filename, mime_type: mimeType, size }: Row): ContentLocation | undefined {
  if (typeof key !== 'string') return undefined;
  return { key, filename: String(filename), mimeType: String(mimeType), size: Number(size) };
}
