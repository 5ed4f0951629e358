/**
 * Opens the store that the configuration names.
 */
import type { FileStore, FilesOwner } from './file-store.js';
import { FolderStore } from './folder-store.js';
import type { S3Location } from './s3-store.js';

export type FileLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Location);

/** Sends no request yet. @param owner of the files that it lists and removes */
export async function openFileStore(place: FileLocation, owner: FilesOwner): Promise<FileStore> {
  if (place.kind === 'folder') return new FolderStore(place.folder, owner);
  // Its client is large, and only those who use it should load it.
  const { S3Store } = await import('./s3-store.js');
  return new S3Store(place, owner);
}
