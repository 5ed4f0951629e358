/**
 * Runs tests as a command: for as long as its options say, with what they report meanwhile. The last lines are the figures that the
 * tests leave in `task.meta.figures`.
 */
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest, type TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** One line of what a test has done. */
    figures?: string;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));

interface LongTest {
  readonly usage: string;
  /** A folder below `apps/server`. */
  readonly tests: string;
  /** Options by their names, and the variables of the environment by which tests get them. */
  readonly options: Readonly<
    Record<string, { readonly env: string; readonly pattern: RegExp; readonly usual: string }>
  >;
}

/** Sets the exit code: 0 all was as promised, 1 something was not, 2 wrong usage. */
export async function runLongTest({ usage, tests, options }: LongTest): Promise<void> {
  const values = readOptions(options);
  if (values === undefined || values.help) {
    (values ? console.log : console.error)(usage);
    process.exitCode = values ? 0 : 2;
    return;
  }
  for (const [name, { env }] of Object.entries(options)) process.env[env] = String(values[name]);
  const shown = Object.keys(options).map((name) => `${name} ${values[name]}`);
  console.log(`${[...shown, `load ${loadavg()[0]?.toFixed(1)} before the run`].join(', ')}`);
  const reporter = { onUserConsoleLog: ({ content }: { content: string }) => void process.stdout.write(content) };
  const vitest = await startVitest('test', [tests], { root, project: ['server'], watch: false, reporters: [reporter] });
  const modules = vitest.state.getTestModules();
  const problems = [...modules.flatMap(problemsOf), ...vitest.state.getUnhandledErrors().map(String)];
  const figures = modules.flatMap(({ children }) =>
    [...children.allTests('passed')].map((test) => test.meta().figures),
  );
  await vitest.close();
  for (const problem of problems) console.error(`\n${problem}`);
  const isGood = problems.length === 0 && figures.length > 0;
  process.exitCode = isGood ? 0 : 1;
  console.log(`\n${isGood ? 'ok' : 'FAILED'}: ${figures.filter(Boolean).join('\n')}`);
}

/** @returns undefined when the command line is wrong */
function readOptions(options: LongTest['options']): Record<string, string | boolean | undefined> | undefined {
  const known = Object.entries(options).map(([name, { usual }]) => [name, { type: 'string', default: usual }] as const);
  try {
    const config = { ...Object.fromEntries(known), help: { type: 'boolean', default: false } as const };
    const values: Record<string, string | boolean | undefined> = parseArgs({ options: config }).values;
    const isRight = Object.entries(options).every(([name, { pattern }]) => pattern.test(String(values[name])));
    return isRight ? values : undefined;
  } catch {
    return undefined;
  }
}

function problemsOf(testModule: TestModule): string[] {
  const { children } = testModule;
  const errors = [
    ...testModule.errors(),
    ...[...children.allSuites()].flatMap((suite) => suite.errors()),
    ...[...children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
  ];
  return errors.map(({ message, diff }) => [message, diff].filter(Boolean).join('\n'));
}
