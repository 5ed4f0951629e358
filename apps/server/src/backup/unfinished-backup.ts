/**
 * What a backup leaves while it is made, so that another attempt can go on with it: a manifest without spaces, and one of its own beside
 * each space that is finished. All of it goes when the backup has its manifest.
 */
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keysOf, type Manifest, type OpenBackup, openSealed, type SpaceInBackup, writeSealed } from './manifest.js';
import { type PartFolder, spacePath } from './part.js';

/** A manifest that says nothing of spaces yet. */
export type ManifestHead = Omit<Manifest, 'spaces' | 'seal'>;

const begunPath = (folder: string) => join(folder, 'begun.json');
const finishedPath = (folder: string, space: string) => join(folder, spacePath(space), 'finished.json');

export async function writeBegun({ folder, keys }: PartFolder, head: ManifestHead): Promise<void> {
  await writeSealed(begunPath(folder), { ...head, spaces: [] }, keys);
}

export async function writeFinished(
  { folder, keys }: PartFolder,
  head: ManifestHead,
  space: SpaceInBackup,
): Promise<void> {
  await writeSealed(finishedPath(folder, space.id), { ...head, spaces: [space] }, keys);
}

/**
 * @throws BackupArgumentError for a folder in which no backup was cut off, and a passphrase that is missing or wrong; BackupError for
 *   what was changed
 */
export async function openBegun(folder: string, passphrase: string | undefined): Promise<OpenBackup> {
  const isMissing = `${folder} has no backup that was cut off`;
  return { folder, ...(await openSealed(begunPath(folder), isMissing, (begun) => keysOf(begun, passphrase))) };
}

/** @returns undefined for a space that is not finished @throws BackupError for what was changed */
export async function openFinished({ folder, keys }: PartFolder, space: string): Promise<SpaceInBackup | undefined> {
  const path = finishedPath(folder, space);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const { manifest } = await openSealed(path, path, async () => keys);
  return manifest.spaces[0];
}

export async function removeTraces(folder: string, spaces: readonly SpaceInBackup[]): Promise<void> {
  // First, so that no attempt goes on with a backup of which a part says no more that it is finished.
  await rm(begunPath(folder), { force: true });
  for (const { id } of spaces) await rm(finishedPath(folder, id), { force: true });
}
