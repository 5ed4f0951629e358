/**
 * What writes work with whose bodies may bring the content of files, and reads of such content.
 */
import type { FileStore } from '../../files/file-store.js';
import type { RecordStore } from '../record-store.js';

/** The entity type of files. */
export const cloudObject = 'CloudObject';

export interface ContentStore extends RecordStore {
  readonly files: FileStore;
  readonly limits: { readonly maxUploadBytes: number };
}
