/**
 * Which space a command works on, and by which credentials: options, environment or the file that `login` has written.
 */

import type { ChangesPage } from '../changes.js';
import { type CheckedSettings, checkSettings } from '../client-settings.js';
import { createClient } from '../create-client.js';
import type { ListBody } from '../list-types.js';
import type { Result } from '../unwrap.js';
import { type Environment, type Given, type Options, UsageError } from './command.js';
import { type Profile, readProfile } from './credentials-file.js';

export const connectionOptions: Options = {
  'base-url': { type: 'string', value: '<url>', help: 'Address of the server; else HEADWATER_URL.' },
  space: { type: 'string', value: '<space>', help: 'Slug or id of the space; else HEADWATER_SPACE.' },
  token: { type: 'string', value: '<token>', help: 'API token of the space; else HEADWATER_TOKEN.' },
  password: {
    type: 'string',
    value: '<password>',
    help: 'API password; else HEADWATER_PASSWORD, which other users do not see.',
  },
  profile: { type: 'string', value: '<name>', help: 'What login has stored under this name; else HEADWATER_PROFILE.' },
};

/**
 * An option wins over the environment, and that over what is stored. A profile that is named wins over the environment. Stored credentials go only
 * to the server and the space that they were stored for.
 * @throws UsageError something is missing; CommandError the file cannot be used
 */
export async function readConnection(given: Given, env: Environment): Promise<CheckedSettings> {
  const named = given.text('profile');
  const profile = named ?? env.HEADWATER_PROFILE;
  const stored = await readProfile(env, profile ?? defaultProfile);
  if (profile !== undefined && stored === undefined) {
    throw new UsageError(`There is no profile "${profile}": headwater-client login --profile ${profile} makes it.`);
  }
  const found = (option: keyof typeof variables) =>
    given.text(option) ?? (named === undefined ? env[variables[option]] : undefined) ?? undefined;
  const baseUrl = found('base-url') ?? stored?.baseUrl;
  const space = found('space') ?? stored?.space;
  const isStored = stored !== undefined && sameAddress(baseUrl, stored.baseUrl) && space === stored.space;
  const [givenToken, givenPassword] = [found('token'), found('password')];
  // A token of one place with the password of another would open nothing.
  const credentials =
    isStored && !givenToken && !givenPassword ? stored : { token: givenToken, password: givenPassword };
  const wanted = { 'base-url': baseUrl, space, token: credentials.token, password: credentials.password };
  const missing = Object.entries(wanted).flatMap(([name, value]) => (value ? [] : [`--${name}`]));
  if (missing.length > 0) {
    throw new UsageError(`${missing.join(', ')} must be given, or stored once by headwater-client login.`);
  }
  return checked({ baseUrl: baseUrl ?? '', space: space ?? '', ...credentials } as Profile);
}

export const defaultProfile = 'default';

const variables = {
  'base-url': 'HEADWATER_URL',
  space: 'HEADWATER_SPACE',
  token: 'HEADWATER_TOKEN',
  password: 'HEADWATER_PASSWORD',
} as const;

function sameAddress(one = '', other: string): boolean {
  return URL.canParse(one) && new URL(one).href.replace(/\/+$/, '') === new URL(other).href.replace(/\/+$/, '');
}

/** @throws UsageError */
export function checked(settings: Parameters<typeof checkSettings>[0]): CheckedSettings {
  try {
    return checkSettings(settings);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace('"baseUrl"', '--base-url') : String(error));
  }
}

/** A client as commands use it: collections have names that are known only when the command runs. */
export interface AnyClient {
  GET(path: string, init: object): Promise<Result<unknown>>;
  POST(path: string, init: object): Promise<Result<unknown>>;
  pages(path: string, init: object): AsyncGenerator<ListBody & { total?: number }, void, void>;
  changePages(options: object): AsyncGenerator<ChangesPage, void, void>;
}

export async function connect(given: Given, env: Environment, more: object = {}): Promise<AnyClient> {
  return createClient({ ...(await readConnection(given, env)), ...more }) as unknown as AnyClient;
}
