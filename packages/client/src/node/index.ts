/**
 * What the package offers to programs that run in Node.
 */
import { join } from 'node:path';
import { type Copy, readCopy as readFile } from './copy-file.js';

export type { CopiedRecord, Copy } from './copy-file.js';
export { type SyncOptions, sync } from './sync.js';

/** @param into the folder of a copy @returns its records; undefined when it is not complete yet */
export function readCopy(into: string): Promise<Copy | undefined> {
  return readFile(join(into, 'copy.ndjson'));
}
