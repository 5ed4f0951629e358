/**
 * The package as it would be published, unpacked beside what it depends on, as an installer would leave it.
 * Must not look into the sources.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const run = promisify(execFile);

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const pnpm = fileURLToPath(new URL('../../../tools/pnpm.mjs', import.meta.url));

/** Runs an executable of the development dependencies and gives what it printed. */
export async function runTool(name: string, args: readonly string[], cwd = packageFolder): Promise<string> {
  const { stdout } = await run(join(packageFolder, 'node_modules/.bin', name), args, { cwd });
  return stdout;
}

/** Settings of a strict program that uses the package. */
export const strictOptions = {
  module: 'NodeNext',
  target: 'ES2022',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
};

/** A folder of its own for one test file; the caller removes it. */
export const makeFolder = () => mkdtemp(join(tmpdir(), 'headwater-client-'));

/** Packs the package, with the workspace's versions written in. @returns the path of the tarball */
export async function packInto(folder: string): Promise<string> {
  await run(process.execPath, [pnpm, '-C', packageFolder, 'pack', '--pack-destination', folder]);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('packing left no tarball');
  return join(folder, tarball);
}

/** Unpacks the tarball into `node_modules` of a folder and links what it needs there. @returns the unpacked package */
export async function installInto(folder: string, tarball: string): Promise<string> {
  const modules = join(folder, 'node_modules');
  const installed = join(modules, '@headwater/client');
  await mkdir(installed, { recursive: true });
  await mkdir(join(modules, '@types'));
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  for (const name of ['openapi-fetch', 'csv-parse', 'csv-stringify', '@types/node']) {
    await symlink(await realpath(join(packageFolder, 'node_modules', name)), join(modules, name));
  }
  return installed;
}
