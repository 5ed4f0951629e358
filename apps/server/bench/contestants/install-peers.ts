/**
 * Installs the programs that the server is compared with, in fixed versions, below the folder for temporary files: no install of this
 * repository fetches them.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, folderOfThisRun } from '../data/temporary.js';

/** Of the sources, which the compiled file is not among. */
const listed = new URL('../../peers/', import.meta.url);
const files = ['package.json', 'package-lock.json'] as const;

/**
 * @param say called with what takes time
 * @returns the folder in which they are installed
 * @throws Error when they cannot be fetched
 */
export function installPeers(say: (text: string) => void): string {
  const hash = createHash('sha256');
  for (const name of files) hash.update(readFileSync(new URL(name, listed)));
  const folder = join(cacheDir, `peers-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  say(`Installing PostGraphile in ${folder} (once).`);
  const installing = join(folderOfThisRun('installing'), 'peers');
  mkdirSync(installing);
  for (const name of files) copyFileSync(new URL(name, listed), join(installing, name));
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: installing,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the peers could not be installed: ${stderr}`);
  renameSync(installing, folder);
  return folder;
}
