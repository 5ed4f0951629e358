/** Copies of the tiny spec with one place changed, to see what the generators say of it. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Change {
  /** Path of the file below the spec folder. */
  readonly file: string;
  /** Must be in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** @returns the absolute path of a new folder that holds the spec with these files, texts by path, new or in place of its own */
export function specWithFiles(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-codegen-'));
  cpSync(fileURLToPath(new URL('tiny-spec', import.meta.url)), folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

/** @returns the absolute path of a new folder that holds the changed spec */
export function changedSpec(change: Change): string {
  const folder = specWithFiles({});
  const path = join(folder, change.file);
  const parts = readFileSync(path, 'utf8').split(change.from);
  if (parts.length !== 2) throw new Error(`"${change.from}" is ${parts.length - 1} times in ${change.file}`);
  writeFileSync(path, parts.join(change.to));
  return folder;
}
