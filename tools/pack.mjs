/**
 * `npm run pack`: installs, builds, and leaves a tarball of each package that is for others in `tarballs/`, as they would be published.
 * `npm run release` publishes those whose version is not there yet; who runs it is signed in to the registry.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pnpm } from './pnpm.mjs';

const root = new URL('..', import.meta.url);
const publishes = process.argv.includes('--publish');
const destination = fileURLToPath(new URL('tarballs/', root));

/** @throws with the exit code of what failed */
function run(...step) {
  const code = pnpm(step);
  if (code !== 0) process.exit(code);
}

run('install', '--frozen-lockfile');
run('exec', 'turbo', 'run', 'build', '--output-logs=errors-only');
if (publishes) {
  run('exec', 'changeset', 'publish');
} else {
  rmSync(destination, { recursive: true, force: true });
  for (const folder of [...readdirSync(new URL('packages/', root)).map((name) => `packages/${name}`), 'apps/server']) {
    const { private: isPrivate } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, root), 'utf8'));
    if (!isPrivate) run('-C', folder, 'pack', '--pack-destination', destination);
  }
}
