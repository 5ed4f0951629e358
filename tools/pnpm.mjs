/**
 * Runs the pnpm version named by `packageManager` in package.json with the given arguments.
 * Uses the pnpm on PATH when it is exactly that version, else npx; a fresh machine has neither pnpm nor a working corepack.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const version = packageManager.split('@')[1].split('+')[0];

/**
 * @param {string[]} args arguments of pnpm
 * @returns {number} the exit code of pnpm
 */
export function pnpm(args) {
  const onPath = spawnSync('pnpm', ['--version'], { encoding: 'utf8', cwd: root });
  const isRightVersion = onPath.status === 0 && onPath.stdout.trim() === version;
  const [command, prefix] = isRightVersion ? ['pnpm', []] : ['npx', ['--yes', `pnpm@${version}`]];
  // Without this, Turborepo reports its use to its makers and prints a notice about it.
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' };
  const result = spawnSync(command, [...prefix, ...args], { stdio: 'inherit', cwd: root, env });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

if (import.meta.filename === process.argv[1]) process.exit(pnpm(process.argv.slice(2)));
