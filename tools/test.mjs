/**
 * `npm test`: installs, builds, runs every test of every package, and ends with one line `N passed, M failed` for all of them.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pnpm } from './pnpm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultFile = 'test-results.json';

const installed = pnpm(['install', '--frozen-lockfile']);
if (installed !== 0) process.exit(installed);
const built = pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']);
if (built !== 0) process.exit(built);

const packages = testedPackages();
for (const folder of packages) rmSync(join(root, folder, resultFile), { force: true });
// One package at a time: tests start databases and servers, and measure nothing when they wait for each other.
const code = pnpm(['exec', 'turbo', 'run', 'test', '--concurrency=1', '--continue', '--output-logs=new-only']);
const { passed, failed } = addUp(packages);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(code !== 0 || failed > 0 ? 1 : 0);

/** @returns the folders of the packages that have tests */
function testedPackages() {
  return ['packages', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
    .filter((folder) => {
      const file = join(root, folder, 'package.json');
      return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).scripts?.test !== undefined;
    });
}

/** A package without a result has not run its tests: that is a failure of its own. */
function addUp(folders) {
  let passed = 0;
  let failed = 0;
  for (const folder of folders) {
    const file = join(root, folder, resultFile);
    if (!existsSync(file)) {
      console.error(`${folder}: its tests gave no result`);
      failed++;
      continue;
    }
    const result = JSON.parse(readFileSync(file, 'utf8'));
    passed += result.numPassedTests;
    const brokenFiles = result.testResults.filter(
      (one) => one.status === 'failed' && one.assertionResults.length === 0,
    );
    failed += result.numFailedTests + brokenFiles.length;
  }
  return { passed, failed };
}
