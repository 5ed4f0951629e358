/**
 * Opens the content of a stored file for reading.
 */
import type { Readable } from 'node:stream';
import { type ByteRange, FileNotFound } from '../../files/file-store.js';
import type { ContentLocation } from './content-location.js';
import type { ContentStore } from './content-store.js';

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
