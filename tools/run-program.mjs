/**
 * Installs, builds, and runs a program of the server's tests, which is TypeScript: `node tools/run-program.mjs <file> [option ...]`, the
 * file below `apps/server/test`. The program reads the options and sets the exit code.
 */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pnpm } from './pnpm.mjs';

const folder = fileURLToPath(new URL('../apps/server/', import.meta.url));
const [, , file, ...options] = process.argv;
process.exitCode =
  pnpm(['install', '--frozen-lockfile', '--silent']) ||
  pnpm(['exec', 'turbo', 'run', 'build', '--output-logs=errors-only']);
if (process.exitCode === 0) {
  process.argv = [process.argv[0], file, ...options];
  const { resolve } = createRequire(new URL('../apps/server/package.json', import.meta.url));
  const { runnerImport } = await import(pathToFileURL(resolve('vite')).href);
  await runnerImport(`${folder}test/${file}`, { root: folder, configFile: false, logLevel: 'error' });
}
