/**
 * `npm start`: installs, builds, and runs the server with its demo space.
 */
import { spawn } from 'node:child_process';
import { pnpm } from './pnpm.mjs';

const root = new URL('..', import.meta.url);

for (const step of [
  ['install', '--frozen-lockfile'],
  ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'],
]) {
  const code = pnpm(step);
  if (code !== 0) process.exit(code);
}

const server = spawn(process.execPath, ['apps/server/bin/headwater.cjs', 'serve', '--demo', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// The server ends by itself on these; this process waits for it to have finished what it was doing.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
