/** A checkout of a released version, installed and built. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordedSpace } from './recorded-release.js';

export interface Release {
  /** The command line. */
  readonly program: string;
  readonly version: string;
}

/** @returns undefined when the folder is no such checkout, which is said with `usage`; the exit code is 2 then */
export function openRelease(checkout: string, usage: string): Release | undefined {
  const server = resolve(checkout, 'apps/server');
  const program = ['headwater.cjs', 'headwater.mjs'].map((name) => join(server, 'bin', name)).find(existsSync);
  if (program === undefined) {
    console.error(`There is no apps/server/bin/headwater.cjs in ${checkout}.\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
  const { version } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as { version: string };
  return { program, version };
}

/** Makes the space that the tests of upgrades write in. @returns the authorization of a key to it */
export function makeSpace(program: string, settings: Readonly<Record<string, string>>): string {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], { env: { ...process.env, ...settings }, encoding: 'utf8' });
  run('space', 'create', recordedSpace);
  const key = run('key', 'create', '--space', recordedSpace, '--label', 'upgrades');
  const [, token = '', password = ''] = /^Token\s+(\S+)\s+^Password\s+(\S+)/m.exec(key) ?? [];
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}
