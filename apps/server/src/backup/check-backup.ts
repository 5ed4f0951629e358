/**
 * Looks at all of a backup before anything of it is restored: every sum, every row, every file. Writes nothing, and needs no database.
 */
import { z } from 'zod';
import { BackupError } from './backup-error.js';
import type { OpenBackup, SpaceInBackup } from './manifest.js';
import { checkSum, fileListPath, filePath, readContent, readRows, rowsPath } from './part.js';

/** A row of the list of files; null: the file was missing when the backup was made. */
const listedFile = z.strictObject({
  name: z.string().regex(/^[0-9a-f]{40}$/),
  bytes: z.int().nonnegative().nullable(),
  sha256: z.string().nullable(),
});

/** A file that the backup has. */
export interface BackedUpFile {
  /** 40 hexadecimal digits. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface CheckProgress {
  readonly space: string;
  readonly rows: number;
  readonly files: number;
}

/** @throws BackupError at the first damage; the reason of the signal */
export async function checkSpace(
  backup: OpenBackup,
  space: SpaceInBackup,
  onProgress: (progress: CheckProgress) => void = () => {},
  signal?: AbortSignal,
): Promise<CheckProgress> {
  const progress = { space: space.id, rows: 0, files: 0 };
  for (const table of space.tables) {
    const path = rowsPath(space.id, table.table);
    await checkSum(backup, path, table);
    for await (const rows of readRows(backup, path, table)) {
      signal?.throwIfAborted();
      progress.rows += rows.length;
      onProgress(progress);
    }
  }
  if (space.files !== null) await checkSum(backup, fileListPath(space.id), space.files);
  for await (const file of filesOf(backup, space)) {
    signal?.throwIfAborted();
    const path = filePath(space.id, file.name);
    await checkSum(backup, path, file);
    // The sum is that of the stored bytes: an encrypted content is decrypted as well.
    if (backup.keys !== undefined) for await (const _ of readContent(backup, path));
    progress.files++;
    onProgress(progress);
  }
  return progress;
}

/** Yields those that were there when the backup was made. @throws BackupError */
export async function* filesOf(backup: OpenBackup, space: SpaceInBackup): AsyncGenerator<BackedUpFile> {
  if (space.files === null) return;
  const path = fileListPath(space.id);
  for await (const rows of readRows(backup, path, space.files)) {
    for (const row of rows) {
      const listed = listedFile.safeParse(row);
      if (!listed.success) throw new BackupError(`${path} lists what is no file`);
      const { name, bytes, sha256 } = listed.data;
      if (bytes !== null && sha256 !== null) yield { name, bytes, sha256 };
    }
  }
}
