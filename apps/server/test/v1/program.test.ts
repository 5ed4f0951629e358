/**
 * A program in PHP that reads headers, ids, numbers and empty lists as programs of 2015 do. In CI Debian's package of PHP is installed;
 * elsewhere the test is shown as skipped where there is none.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { installPackages, remedyFor } from '../../../../tools/debian-packages.mjs';
import { databaseInTurn } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

const run = promisify(execFile);
const packages = ['php-cli'];

async function hasPhp(): Promise<boolean> {
  return run('php', ['--version']).then(
    () => true,
    () => false,
  );
}

const isThere =
  (await hasPhp()) || (!!process.env.CI && (await installPackages(packages, 'false')) && (await hasPhp()));
const isSkipped = !isThere && !process.env.CI;

it.skipIf(isSkipped).each(databaseInTurn())('a program in PHP reads what it expects, on %s', async (database) => {
  if (!isThere) throw new Error(`PHP is missing. ${remedyFor(packages)}`);
  const server = await LegacyServer.start(database);
  try {
    const [token = '', password = ''] = atob(server.authorization.replace('Basic ', '')).split(':');
    const file = fileURLToPath(new URL('program.php.txt', import.meta.url));
    const { stdout } = await run('php', [file, server.url, token, password]);
    expect(JSON.parse(stdout)).toEqual({
      entities: true,
      owner: true,
      statuses: [201, 200, 200, 422],
      account: [true, true, 0, []],
      error: [true, true],
      set: [true, true, true],
      ranges: {
        all: [2, 0, 1, 2],
        last: [1, 1, 1, 2],
        past: [0, 7, 6, 2],
        empty: [0, 0, -1, 0],
        since: [2, 0, 1, 2],
        valued: [1, 0, 0, 1],
      },
      deleted: true,
      gone: 404,
    });
  } finally {
    await server.close();
  }
});
