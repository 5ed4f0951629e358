/**
 * A reporter of Vitest that writes `test-results.json` into a package's folder, which test.mjs adds up for all packages:
 * `{ passed: number, failures: string[] }`, each failure with its path, its name and its message. Vitest's own JSON says
 * nothing of why a hook failed.
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const resultFile = 'test-results.json';

export default class ResultsReporter {
  onInit(vitest) {
    this.folder = vitest.config.root;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failures = [...modules.flatMap(failuresOf), ...unhandledErrors.map(messageOf)];
    writeFileSync(join(this.folder, resultFile), `${JSON.stringify({ passed, failures }, null, 2)}\n`);
  }
}

/** A hook that fails lets the suite or the file fail, and no single test. */
function failuresOf(module) {
  const path = relative(root, module.moduleId);
  const failureOf = (name, errors) => [[path, ...name].join(' > '), ...errors.map(messageOf)].join('\n');
  const failures = [];
  if (module.errors().length > 0) failures.push(failureOf([], module.errors()));
  for (const suite of module.children.allSuites())
    if (suite.errors().length > 0) failures.push(failureOf([suite.fullName], suite.errors()));
  for (const test of module.children.allTests('failed'))
    failures.push(failureOf([test.fullName], test.result().errors));
  return failures;
}

/** Vitest's own lines of the stack say nothing of the failure. */
function messageOf({ message, stack = message, cause }) {
  const reason = stack
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .join('\n');
  return cause === undefined ? reason : `${reason}\nCaused by: ${messageOf(cause)}`;
}
