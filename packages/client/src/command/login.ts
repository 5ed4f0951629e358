/** `login`: stores credentials that open a space. */
import { createClient } from '../create-client.js';
import { unwrap } from '../unwrap.js';
import { type Command, exitCodes, UsageError } from './command.js';
import { checked, connectionOptions, defaultProfile } from './connection.js';
import { writeProfile } from './credentials-file.js';

export const login: Command = {
  name: 'login',
  operands: [],
  summary: 'Store credentials, so that other commands need none.',
  description: `Checks that token and password open the space, and stores them for other commands, in a file that only you can read:
credentials.json in the folder headwater of $XDG_CONFIG_HOME, ~/.config or %APPDATA%. The password is asked for; where
nobody can be asked, it is the first line of the standard input. Stored credentials are sent only to the server that they
were stored for.`,
  options: {
    ...connectionOptions,
    profile: { type: 'string', value: '<name>', help: `A name to store them under; else "${defaultProfile}".` },
  },
  examples: [
    'headwater-client login --base-url https://crm.example.com --space demo --token 3f1c…',
    'headwater-client login --profile test --base-url http://127.0.0.1:8080 --space demo --token 3f1c… < password.txt',
  ],
  async run(given, { out, env, readSecret }) {
    const option = (name: string, variable: string) => given.text(name) ?? env[variable] ?? '';
    const baseUrl = option('base-url', 'HEADWATER_URL');
    const space = option('space', 'HEADWATER_SPACE');
    const token = option('token', 'HEADWATER_TOKEN');
    const missing = Object.entries({ 'base-url': baseUrl, space, token }).flatMap(([name, value]) =>
      value ? [] : [`--${name}`],
    );
    if (missing.length > 0) throw new UsageError(`${missing.join(', ')} must be given.`);
    const password =
      option('password', 'HEADWATER_PASSWORD') || (await readSecret(`Password of ${token} in ${space}: `));
    if (password === '') throw new UsageError('The password is empty.');
    const settings = checked({ baseUrl, space, token, password });
    await unwrap(createClient(settings).GET('/entities/Clients', { params: { query: { first: 1 } } }));
    const name = given.text('profile') ?? env.HEADWATER_PROFILE ?? defaultProfile;
    const profile = { baseUrl: settings.baseUrl, space, token, password };
    const path = await writeProfile(env, name, profile);
    await out(`Stored for ${space} of ${settings.baseUrl} as "${name}" in ${path}.\n`);
    return exitCodes.done;
  },
};
