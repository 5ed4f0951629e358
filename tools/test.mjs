/**
 * `npm test`: installs, builds, runs every test of every package, and ends with one line `N passed, M failed` for all of them.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
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
const { passed, failed, failures } = addUp(packages);
// Said once more where they are found: the output of all packages is long.
for (const failure of failures) console.error(`\nFAILED ${failure}`);
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

/**
 * A package without a result has not run its tests: that is a failure of its own.
 * @returns the numbers of all packages, and of each failure its place, its name and what was said
 */
function addUp(folders) {
  let passed = 0;
  let failed = 0;
  const failures = [];
  for (const folder of folders) {
    const file = join(root, folder, resultFile);
    if (!existsSync(file)) {
      failures.push(`${folder}: its tests gave no result`);
      failed++;
      continue;
    }
    const result = JSON.parse(readFileSync(file, 'utf8'));
    passed += result.numPassedTests;
    const brokenFiles = result.testResults.filter(
      (one) => one.status === 'failed' && one.assertionResults.length === 0,
    );
    failed += result.numFailedTests + brokenFiles.length;
    failures.push(...result.testResults.flatMap((one) => failuresOf(one)));
  }
  return { passed, failed, failures };
}

/** @returns what failed in a file of tests */
function failuresOf(file) {
  const place = relative(root, file.name);
  if (file.status === 'failed' && file.assertionResults.length === 0) return [`${place}\n${file.message}`];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${place} > ${fullName}\n${failureMessages.join('\n')}`);
}
