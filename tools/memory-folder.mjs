/**
 * Where test runs keep files that need not outlive them: in memory, where a file is made and removed in a fraction of the time that a
 * disk takes. Programs do not run from there everywhere.
 */
import { existsSync, statfsSync } from 'node:fs';

/** Linux keeps its files in memory. Containers have 64 MB there unless they are given more. */
const folder = '/dev/shm';

/**
 * @param {number} neededBytes
 * @returns {string | undefined} the folder, when it is there and has as much room
 */
export function memoryFolder(neededBytes) {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= neededBytes ? folder : undefined;
}
