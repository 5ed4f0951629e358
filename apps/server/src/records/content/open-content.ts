/**
 * Opens the content of a stored file for reading.
 */
import type { Readable } from 'node:stream';
import { type ByteRange, FileNotFound } from '../../files/file-store.js';
import type { ContentLocation } from './content-place.js';
import type { ContentStore } from './content-store.js';

export interface OpenContent {
  readonly place: ContentLocation;
  /** The caller reads it to its end or destroys it; undefined when nothing was wanted. */
  readonly bytes: Readable | undefined;
}

/**
 * @param findPlace asked again when there is other content by the time that it is opened
 * @param partOf which part of it is wanted
 * @throws what `findPlace` throws; ApiError `ERROR_UNAVAILABLE` when the store cannot be asked
 */
export async function openContent(
  { files }: ContentStore,
  findPlace: () => Promise<ContentLocation>,
  partOf: (place: ContentLocation) => ByteRange | 'all' | 'nothing',
): Promise<OpenContent> {
  let place = await findPlace();
  for (;;) {
    const part = partOf(place);
    if (part === 'nothing') return { place, bytes: undefined };
    try {
      return { place, bytes: await files.read(place.key, part === 'all' ? undefined : part) };
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
      const moved = await findPlace();
      if (moved.key === place.key) throw error;
      place = moved;
    }
  }
}
