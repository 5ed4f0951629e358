/**
 * `npm test`: installs, builds, runs the tests of every package, and ends with one line `N passed, M failed` for all of
 * them. It leaves out the long tests (long-tests.mjs). `--all` (`npm run test:all`) runs every test on both databases.
 * `--check` (`npm run check`) does so after the checks of the sources, each of which counts as one failure when it fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longTestCount } from './long-tests.mjs';
import { pnpm } from './pnpm.mjs';
import { resultFile } from './results-reporter.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceChecks = ['spec:lint', 'types', 'lint', 'dependencies', 'unused'];

const options = new Set(process.argv.slice(2));
const isCheck = options.has('--check');
const isAll = isCheck || options.has('--all');
if (isAll) process.env.HEADWATER_TEST_ALL = '1';
else process.env.HEADWATER_TEST_SHORT = '1';
if (isCheck) {
  process.env.HEADWATER_FUZZ_SECONDS = '120';
  process.env.HEADWATER_FUZZ_SEED ??= String(seedOfCommit());
}

const failures = [];
let passed = 0;
if (run('install', ['install', '--frozen-lockfile']) && turbo('build', '--output-logs=errors-only')) {
  // The client's tests of types read the server's.
  if (isAll) turbo('declarations', '--output-logs=errors-only');
  // All of them run, so that one run shows everything that is wrong.
  if (isCheck) for (const task of sourceChecks) turbo(task, '--output-logs=new-only');
  runTests();
}
// Repeated at the end, because the output of all packages is long.
for (const failure of failures) console.error(`\nFAILED ${failure}`);
if (!isAll) {
  console.log(
    [
      '\nTests ran on both databases where these differ, and on one elsewhere; random ones and those of all entity types did a',
      'quarter of their runs, and the suite a part of the checks that it generates.',
      `${longTestCount} files of long tests were left out (tools/long-tests.mjs); \`npm run test:all\` runs all of it.`,
    ].join('\n'),
  );
}
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** @returns whether it succeeded; a failure is noted */
function run(name, command) {
  const code = pnpm(command);
  if (code !== 0) failures.push(`${name}: exit code ${code}`);
  return code === 0;
}

/** @returns a number that is another one for each commit, and the same for all who check it; without git, for each day */
function seedOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const [start] = /^[0-9a-f]{7}/.exec(stdout ?? '') ?? [];
  return start === undefined ? Math.floor(Date.now() / 86_400_000) : Number.parseInt(start, 16);
}

function turbo(task, ...flags) {
  return run(task, ['exec', 'turbo', 'run', task, '--continue', ...flags]);
}

/** Runs all tests and adds up the results that the packages write. */
function runTests() {
  const folders = testedPackages();
  for (const folder of folders) rmSync(join(root, folder, resultFile), { force: true });
  // Two packages at a time: while the tests of one wait, for a database or a killed server, those of the other compute.
  const command = ['exec', 'turbo', 'run', 'test', '--concurrency=2', '--continue', '--output-logs=new-only'];
  const code = pnpm(command);
  const results = folders.map(resultsOf);
  passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.flatMap((result) => result.failures);
  // For example an error outside of all tests.
  if (code !== 0 && failed.length === 0) failed.push(`test: exit code ${code}`);
  failures.push(...failed);
}

/** @returns the folders of the packages that have tests */
function testedPackages() {
  return ['packages', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
    .filter((folder) => {
      const file = join(root, folder, 'package.json');
      return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).scripts?.test !== undefined;
    });
}

/** A package without a result has not run its tests, which is a failure. */
function resultsOf(folder) {
  const file = join(root, folder, resultFile);
  if (!existsSync(file)) return { passed: 0, failures: [`${folder}: its tests gave no result`] };
  return JSON.parse(readFileSync(file, 'utf8'));
}
