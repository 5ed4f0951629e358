/**
 * Installs, builds, and runs a program of the tests, which is TypeScript: `node tools/run-program.mjs <file> [option ...]`. The file is
 * below `apps/server/test`, or begins with `packages/`. The program reads the options and sets the exit code.
 */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pnpm } from './pnpm.mjs';

const [, , name, ...options] = process.argv;
const [, ofPackage = 'apps/server/', file = `test/${name}`] = /^(packages\/[^/]+\/)(.+)/.exec(name) ?? [];
const folder = fileURLToPath(new URL(`../${ofPackage}`, import.meta.url));
process.exitCode =
  pnpm(['install', '--frozen-lockfile', '--silent']) ||
  pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']);
if (process.exitCode === 0) {
  process.argv = [process.argv[0], name, ...options];
  const { resolve } = createRequire(`${folder}package.json`);
  const { runnerImport } = await import(pathToFileURL(resolve('vite')).href);
  await runnerImport(`${folder}${file}`, { root: folder, configFile: false, logLevel: 'error' });
}
