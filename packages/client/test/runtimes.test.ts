/**
 * The tarball in empty projects, in each runtime that can be had: a program of plain JavaScript against the real server. Those that the
 * machine does not have are shown as skipped; `npm run test:all` fetches them, and installs the tarball by npm as well.
 */
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installInto, makeFolder, packInto, run } from './pack.js';
import { type RealServer, startRealServer } from './real-server.js';
import { findRuntime, runtimes } from './runtimes.js';

const others = await Promise.all(
  (Object.keys(runtimes) as (keyof typeof runtimes)[]).map(async (name) => ({ name, path: await findRuntime(name) })),
);
const program = fileURLToPath(new URL('runtime-program.mjs', import.meta.url));

/** What each runtime needs before the name of a program. */
const options: Readonly<Record<string, readonly string[]>> = {
  Deno: ['run', '--no-prompt', '--allow-net'],
  Bun: ['run'],
};

let server: RealServer;
let folder: string;
let tarball: string;

beforeAll(async () => {
  server = await startRealServer('runtimes');
  folder = await makeFolder();
  tarball = await packInto(folder);
  await installInto(folder, tarball);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await copyFile(program, join(folder, 'program.mjs'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function runProgram(name: string, executable: string, project: string): Promise<unknown> {
  const { url, space, credentials, ownerId } = server;
  const given = JSON.stringify([url, space, credentials.token, credentials.password, ownerId, `of ${name}`]);
  const start = `globalThis.HEADWATER_ARGUMENTS = ${JSON.stringify(given)};\nawait import('./program.mjs');\n`;
  const main = `main-${name.replace(' ', '-')}.mjs`;
  await writeFile(join(project, main), start);
  const { stdout } = await run(executable, [...(options[name] ?? []), main], { cwd: project, timeout: 50_000 });
  return JSON.parse(stdout);
}

const expected = [0, 1, 'Zürich 東京', 'created', 'updated', 'Zürich 東京', true, true];

describe('a program of plain JavaScript that has installed the tarball', () => {
  it('runs in the Node of the tests', async () => {
    expect(await runProgram('this Node', process.execPath, folder)).toEqual(expected);
  });

  for (const { name, path } of others) {
    const missing =
      path === undefined ? ` (skipped: there is no ${name} here, and npm run test:all would fetch it)` : '';
    it.skipIf(path === undefined)(`runs in ${name}${missing}`, async () => {
      expect(await runProgram(name, path!, folder)).toEqual(expected);
    });
  }

  it.runIf(process.env.HEADWATER_TEST_ALL === '1')('is installed by npm, with npm run test:all', async () => {
    const project = await makeFolder();
    await writeFile(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
    await run('npm', ['install', tarball, '--no-audit', '--no-fund'], { cwd: project });
    await copyFile(program, join(project, 'program.mjs'));
    expect(await runProgram('npm', process.execPath, project)).toEqual(expected);
    const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(['@headwater/client']);
    await rm(project, { recursive: true });
  });
});
