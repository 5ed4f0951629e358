/** Which server, space and credentials a command uses, and what its messages never show. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Given, parseGiven, UsageError } from './command.js';
import { readConnection } from './connection.js';
import { writeProfile } from './credentials-file.js';
import { get } from './get.js';

const stored = { baseUrl: 'https://stored.example', space: 'stored', token: 'st', password: 'sp' };
const variables = {
  HEADWATER_URL: 'https://env.example/',
  HEADWATER_SPACE: 'env',
  HEADWATER_TOKEN: 'et',
  HEADWATER_PASSWORD: 'ep',
};
const options = { 'base-url': 'https://option.example', space: 'option', token: 'ot', password: 'op' };

let folder: string;
let none: object;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-connection-'));
  none = { XDG_CONFIG_HOME: join(folder, 'none') };
  await writeProfile({ XDG_CONFIG_HOME: folder }, 'default', stored);
});
afterAll(() => rm(folder, { recursive: true }));

const read = (values: object, env: object) => readConnection(new Given([], values as never), env as never);
const home = () => ({ XDG_CONFIG_HOME: folder });

describe('readConnection', () => {
  it('takes options, then the environment, then what is stored', async () => {
    expect(await read(options, { ...home(), ...variables })).toMatchObject({
      baseUrl: 'https://option.example',
      token: 'ot',
    });
    expect(await read({}, { ...home(), ...variables })).toMatchObject({
      ...{ baseUrl: 'https://env.example', space: 'env', token: 'et', password: 'ep' },
    });
    expect(await read({ password: 'op' }, variables)).toMatchObject({ token: 'et', password: 'op' });
    expect(await read({}, home())).toMatchObject(stored);
  });

  it('takes a profile that is named before the environment', async () => {
    expect(await read({ profile: 'default' }, { ...home(), ...variables })).toMatchObject(stored);
  });

  it.each<[object, string]>([
    [{ 'base-url': 'https://other.example' }, '--token, --password'],
    [{ space: 'other' }, '--token, --password'],
    [{ token: 'other' }, '--password'],
    [{ 'base-url': 'https://stored.example.evil.example' }, '--token, --password'],
  ])('keeps stored credentials from %j', async (values, missing) => {
    await expect(read(values, home())).rejects.toThrow(`${missing} must be given`);
  });

  it('uses them for the same server in another writing', async () => {
    expect(await read({ 'base-url': 'https://stored.example:443/' }, home())).toMatchObject({ token: 'st' });
  });

  it.each<[object, string]>([
    [{ ...options, 'base-url': 'crm' }, '--base-url must be an absolute address'],
    [{ ...options, token: 'a:b' }, '"token" must not contain a colon'],
    [{ ...options, 'base-url': 'https://user:op@crm.example.com' }, 'must not contain credentials'],
  ])('rejects %j, and does not show the password', async (values, message) => {
    const error: unknown = await read(values, none).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toMatch(/\bop\b/);
  });
});

it('reads a command line, or gives help', () => {
  const given = parseGiven(get, ['Contacts', '--only=a,b', 'x1']);
  expect([given?.operands, given?.text('only'), given?.text('expand')]).toEqual([['Contacts', 'x1'], 'a,b', undefined]);
  expect(parseGiven(get, ['--help'])).toBeUndefined();
});
