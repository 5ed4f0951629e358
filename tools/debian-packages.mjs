/**
 * Installs Debian's packages for tests in CI.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @returns {string | undefined} what the package manager has to be called with: nothing for root, `sudo` for who may use it without a
 *   password; undefined where there is no such way, or no such package manager
 */
function asRoot() {
  if (!existsSync('/etc/debian_version')) return undefined;
  if (process.getuid?.() === 0) return '';
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? 'sudo -n ' : undefined;
}

/**
 * @param {readonly string[]} packages
 * @returns {string} what somebody has to do who may not install them here
 */
export function remedyFor(packages) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  return `Install it in the image of CI ("${command}" as root on Debian), or let CI run as root or with sudo without a password.`;
}

/**
 * Test files run side by side, and the package manager runs once: the first one installs, the others wait for it.
 * @param {readonly string[]} packages
 * @param {string} isThere shell command that succeeds when nothing is left to do
 * @returns {Promise<boolean>} whether they are installed; false at once where nothing can be installed
 */
export async function installPackages(packages, isThere) {
  const prefix = asRoot();
  if (prefix === undefined) return false;
  const manager = `${prefix}env DEBIAN_FRONTEND=noninteractive apt-get`;
  const install = `${manager} install -y --no-install-recommends ${packages.join(' ')}`;
  const script = `flock 9; ${isThere} || { ${manager} update && ${install}; }`;
  const lock = join(tmpdir(), 'headwater-test-packages.lock');
  const installation = spawn('sh', ['-c', `exec 9> "$1"; ${script}`, 'sh', lock], { stdio: ['ignore', 2, 2] });
  const [code] = await once(installation, 'close');
  return code === 0;
}
