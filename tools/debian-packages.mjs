/**
 * Installs Debian's packages for tests in CI.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Test files run side by side, and the package manager runs once: the first one installs, the others wait for it.
 * @param {readonly string[]} packages
 * @param {string} isThere shell command that succeeds when nothing is left to do
 * @returns {Promise<number | null>} exit code: 0 when they are installed
 */
export async function installPackages(packages, isThere) {
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const script = `flock 9; ${isThere} || { apt-get update && ${install}; }`;
  const lock = join(tmpdir(), 'headwater-test-packages.lock');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const installation = spawn('sh', ['-c', `exec 9> "$1"; ${script}`, 'sh', lock], { stdio: ['ignore', 2, 2], env });
  const [code] = await once(installation, 'close');
  return code;
}
