/**
 * Where the content of a stored file is, as its record says; its public address; and how it is opened.
 */

import type { Readable } from 'node:stream';
import type { Row } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { type ByteRange, FileNotFound } from '../../files/file-store.js';
import { linkBaseParts } from '../../plan/relations/record-links.js';
import { isUuid } from '../../plan/values/operand.js';
import { compileContentOf } from '../../sql/select/compile-find.js';
import type { Call } from '../call.js';
import { notFound } from '../read/get-record.js';
import { requireSeen } from '../read/seen.js';
import type { RecordStore } from '../record-store.js';
import { type ContentStore, cloudObject } from './content-store.js';

export interface ContentLocation {
  /** Of the file in the store. */
  readonly key: string;
  readonly filename: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, also for a file that is stored elsewhere */
export async function contentLocation(store: RecordStore, call: Call, id: string): Promise<ContentLocation> {
  const entityType = store.catalog.existing(cloudObject);
  const row = isUuid(id) ? await findRow(store, call.principal.space, 'id', id.toLowerCase()) : undefined;
  if (!row) throw notFound(entityType, id);
  await requireSeen(store, call, entityType, id.toLowerCase());
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

// Addresses of this service at which content is served, without scheme and host: so are they stored, and get the rest when they are
// shown. Pure.

/** @returns where a key of the space reads the content of a record */
export function contentAddress(space: string, collection: string, id: string): string {
  return `${linkBaseParts.join(space)}${collection}/${id}/content`;
}

/**
 * @param publicKey lets in anyone who has it
 * @param filename is at the end, so that who saves the content gets a name
 */
export function publicAddress(space: string, publicKey: string, filename: string): string {
  return `/public/${space}/${publicKey}/${encodeURIComponent(plainName(filename))}`;
}

/** @returns an address of either form as it is in a space of another name; any other text as it is */
export function movedAddress(text: string, from: string, to: string): string {
  const beginnings = (space: string) => [linkBaseParts.join(space), `/public/${space}/`];
  const index = beginnings(from).findIndex((beginning) => text.startsWith(beginning));
  if (index < 0) return text;
  return (beginnings(to)[index] ?? '') + text.slice(beginnings(from)[index]?.length);
}

/** @returns the last part of what may be a path, without what could lead elsewhere or break a header; never empty */
export function plainName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  const harmless = last.replaceAll(/\p{Cc}|\p{Cf}/gu, '').trim();
  return /^\.*$/.test(harmless) ? 'file' : harmless;
}

/**
 * Opens the content of a stored file for reading.
 */
export interface OpenContent {
  readonly location: ContentLocation;
  /** The caller reads it to its end or destroys it; undefined when nothing was wanted. */
  readonly bytes: Readable | undefined;
}

/**
 * @param findLocation asked again when there is other content by the time that it is opened
 * @param partOf which part of it is wanted
 * @throws what `findLocation` throws; ApiError `ERROR_UNAVAILABLE` when the store cannot be asked
 */
export async function openContent(
  { files }: ContentStore,
  findLocation: () => Promise<ContentLocation>,
  partOf: (location: ContentLocation) => ByteRange | 'all' | 'nothing',
): Promise<OpenContent> {
  let location = await findLocation();
  for (;;) {
    const part = partOf(location);
    if (part === 'nothing') return { location, bytes: undefined };
    try {
      return { location, bytes: await files.read(location.key, part === 'all' ? undefined : part) };
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
      const moved = await findLocation();
      if (moved.key === location.key) throw error;
      location = moved;
    }
  }
}
