/**
 * The folder of the benchmark below the system's folder for temporary files.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is made once stays here until the system clears it away. */
export const cacheDir = join(tmpdir(), 'headwater-bench');

/** @returns a new folder that goes when this process does */
export function folderOfThisRun(purpose: string): string {
  mkdirSync(cacheDir, { recursive: true });
  const folder = mkdtempSync(join(cacheDir, `${purpose}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
