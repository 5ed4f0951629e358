/** Writes generated files into a folder; knows nothing of what they hold. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param outFolder made when it is missing
 * @param files texts by file name
 */
export function writeGenerated(outFolder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(outFolder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(outFolder, name), text);
}
