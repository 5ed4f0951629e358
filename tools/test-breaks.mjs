/**
 * `npm run test:breaks`: shows that the tests of the server catch deliberate breaks. Applies each break of
 * apps/server/test/breaks.yaml alone to a temporary copy of the server, runs the tests named for it, and requires that one fails.
 * Ends with a table and one line `N caught, M missed`; exits with 1 unless every break was caught.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { problemsOf, readBreaks } from './breaks.mjs';
import { pnpm } from './pnpm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverFolder = join(root, 'apps/server');
const requireOfServer = createRequire(join(serverFolder, 'package.json'));
const { transpileModule, ScriptTarget, ModuleKind } = requireOfServer('typescript');
const compilerOptions = { target: ScriptTarget.ES2023, module: ModuleKind.ESNext, verbatimModuleSyntax: true };
const { createVitest } = await import(pathToFileURL(requireOfServer.resolve('vitest/node')).href);

const help = `npm run test:breaks -- [options] [<id or folder> ...]

Applies deliberate breaks to a copy of the server, one at a time, and requires that a test named for each fails.
Without arguments all breaks of apps/server/test/breaks.yaml; with some those with the id, or in the folder of
apps/server/src, such as sql-between, sql or api/rest.

  --list  prints the breaks instead of trying them
  --help  prints this

Exit codes: 0 every break was caught, 1 one was missed or cannot be tried, 2 wrong usage.`;

process.exitCode = await main();

async function main() {
  const options = readCommandLine();
  if (options === undefined) return 2;
  if (options.help) {
    console.log(help);
    return 0;
  }
  const breaks = choose(readBreaks(), options.wanted);
  if (breaks.length === 0) {
    console.error(`No break has the id or is in the folder ${options.wanted.join(' or ')}; --list prints them all.`);
    return 2;
  }
  if (options.list) {
    for (const { id, file, tests } of breaks) console.log(`${id.padEnd(40)} ${file}, caught by ${tests.join(', ')}`);
    return 0;
  }
  const problems = breaks.flatMap(problemsOf);
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem);
    return 1;
  }
  if (pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']) !== 0) return 1;
  return await tryAll(breaks);
}

/** @returns undefined, and says why, when the command line is wrong */
function readCommandLine() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, wanted: positionals };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    return undefined;
  }
}

function choose(breaks, wanted) {
  const isWanted = ({ id, file }, one) => id === one || file.startsWith(`${one.replace(/\/$/, '')}/`);
  return wanted.length === 0 ? breaks : breaks.filter((each) => wanted.some((one) => isWanted(each, one)));
}

/** @returns the exit code */
async function tryAll(breaks) {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-breaks-'));
  process.once('SIGINT', () => process.exit(1));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = copyServer(folder);
  // Some breaks are caught by the tests that `npm test` leaves out.
  process.env.HEADWATER_TEST_ALL = '1';
  // One instance for all runs: it keeps what it has transformed, and the PostgreSQL of the tests.
  const vitest = await createVitest('test', { root: copy, watch: false, reporters: [{}] });
  try {
    const healthy = await runTests(vitest, copy, [...new Set(breaks.flatMap(({ tests }) => tests))]);
    if (healthy !== undefined) {
      console.error(`Nothing can be shown: without any break a test fails: ${healthy}`);
      return 1;
    }
    const results = [];
    for (const each of breaks) {
      const failed = await tryBreak(vitest, copy, each);
      results.push({ ...each, failed });
      console.log(`${failed === undefined ? 'MISSED' : 'caught'}  ${each.id}`);
    }
    return report(results);
  } finally {
    await vitest.close();
  }
}

/** The checkout as links, but for the server, whose sources and tests are copied. @returns the folder of the copied server */
function copyServer(folder) {
  const linked = (from, to, except) => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from))
      if (name !== except && name !== '.git') symlinkSync(join(from, name), join(to, name));
  };
  linked(root, folder, 'apps');
  linked(join(root, 'apps'), join(folder, 'apps'), 'server');
  const copy = join(folder, 'apps/server');
  cpSync(serverFolder, copy, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  symlinkSync(join(serverFolder, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** @returns the first test that fails with the break; none: it was missed */
async function tryBreak(vitest, copy, { file, find, replace, tests, env }) {
  const path = join(copy, 'src', file);
  const healthy = readFileSync(path, 'utf8');
  const write = (text) => {
    writeFileSync(path, text);
    // Tests load what their run has compiled.
    const { outputText } = transpileModule(text, { compilerOptions });
    writeFileSync(join(copy, 'dist', file.replace(/\.ts$/, '.js')), outputText);
  };
  write(healthy.split(find).join(replace));
  const usual = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await runTests(vitest, copy, tests);
  } finally {
    process.env = usual;
    write(healthy);
  }
}

/** @returns the name of the first test that failed; none: all passed. @throws Error when there are no such tests */
async function runTests(vitest, copy, tests) {
  const wanted = new Set(tests.map((test) => join(copy, test)));
  const specifications = (await vitest.globTestSpecifications(tests)).filter(({ moduleId }) => wanted.has(moduleId));
  if (specifications.length < wanted.size) throw new Error(`Not all of these hold tests: ${tests.join(', ')}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // It answers with the results of earlier runs too.
  for (const testModule of testModules.filter(({ moduleId }) => wanted.has(moduleId))) {
    for (const { fullName } of testModule.children.allTests('failed')) return fullName;
    // A hook can fail too, such as the one that closes a server and looks at the statements that it ran.
    if (!testModule.ok()) return `${testModule.relativeModuleId}: ${firstErrorOf(testModule)}`;
  }
  return unhandledErrors.length === 0 ? undefined : String(unhandledErrors[0]?.message);
}

function firstErrorOf(testModule) {
  const suites = [testModule, ...testModule.children.allSuites()];
  return suites.flatMap((suite) => suite.errors())[0]?.message?.split('\n')[0] ?? 'failed';
}

/** @returns the exit code */
function report(results) {
  console.log('\n| Break | File | Caught by |\n| --- | --- | --- |');
  for (const { id, file, failed } of results) console.log(`| ${id} | ${file} | ${failed?.trim() ?? 'MISSED'} |`);
  const missed = results.filter(({ failed }) => failed === undefined).length;
  console.log(`\n${results.length - missed} caught, ${missed} missed`);
  return missed === 0 ? 0 : 1;
}
