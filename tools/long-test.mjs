/**
 * Runs one test file of the server for as long as the command line says, and shows what it reports meanwhile. The last line is the
 * figures that the tests leave in `task.meta.figures`.
 */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pnpm } from './pnpm.mjs';

const serverFolder = fileURLToPath(new URL('../apps/server', import.meta.url));

/**
 * Sets `process.exitCode`: 0 all was as promised, 1 something was not, 2 wrong usage.
 * @param {object} command
 * @param {string} command.help
 * @param {string} command.test a folder or file below apps/server
 * @param {Record<string, { env: string, pattern: RegExp, default?: string }>} command.options the environment variables that the
 *   tests read, by the name of the option
 */
export async function runLongTest(command) {
  const values = readCommandLine(command);
  if (values === undefined || values.help) {
    console[values ? 'log' : 'error'](command.help);
    process.exitCode = values ? 0 : 2;
    return;
  }
  for (const [name, { env }] of Object.entries(command.options)) {
    if (values[name] !== undefined) process.env[env] = values[name];
  }
  process.exitCode =
    pnpm(['install', '--frozen-lockfile']) ||
    pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']) ||
    (await runTests(command.test));
}

/** @returns undefined, and says why, when the command line is wrong */
function readCommandLine({ options }) {
  const given = Object.entries(options).map(([name, { default: usual }]) => [name, { type: 'string', default: usual }]);
  try {
    const { values } = parseArgs({
      options: { ...Object.fromEntries(given), help: { type: 'boolean', default: false } },
    });
    for (const [name, { pattern }] of Object.entries(options)) {
      if (values[name] === undefined || pattern.test(values[name])) continue;
      throw new Error(`--${name}: ${values[name]} is not valid`);
    }
    return values;
  } catch (error) {
    console.error(`${error.message}\n`);
    return undefined;
  }
}

/** @returns the exit code */
async function runTests(test) {
  const requireOfServer = createRequire(`${serverFolder}/package.json`);
  const { startVitest } = await import(pathToFileURL(requireOfServer.resolve('vitest/node')).href);
  const reporter = { onUserConsoleLog: ({ content }) => process.stdout.write(content) };
  const options = { root: serverFolder, project: ['server'], watch: false, reporters: [reporter] };
  const vitest = await startVitest('test', [test], options);
  const modules = vitest.state.getTestModules();
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const errors = [
    ...vitest.state.getUnhandledErrors(),
    ...modules.flatMap((each) => [
      ...each.errors(),
      ...[...each.children.allSuites()].flatMap((suite) => suite.errors()),
    ]),
    ...tests.flatMap((each) => each.result().errors ?? []),
  ];
  for (const { message, diff, stack } of errors) console.error(`\n${message}\n${diff ?? ''}\n${stack ?? ''}`);
  await vitest.close();
  const isGood = errors.length === 0 && tests.some((each) => each.result().state === 'passed');
  const figures = tests.flatMap((each) => each.meta().figures ?? []);
  console.log(isGood ? figures.join('\n') : `FAILED. ${figures.join('\n')}`);
  return isGood ? 0 : 1;
}
