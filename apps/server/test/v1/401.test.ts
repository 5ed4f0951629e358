/** A caller who may not enter a space learns nothing of it: every rejection is the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../fixture.js';
import { basic } from '../test-space.js';
import { LegacyServer } from './legacy-server.js';

describe.each(oneDatabase)('REST v1 on %s', (database) => {
  let server: LegacyServer;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
  });

  afterAll(() => server.close());

  const rejection = {
    errorcode: 9001,
    code: 9001,
    name: 'ERROR_UNAUTHORIZED',
    message: 'Missing or wrong token or password for this space.',
    http_status: 401,
    success: false,
  };

  it('rejects missing, malformed and wrong credentials, and spaces that are others or none, alike', async () => {
    const { authorization } = server;
    const { origin } = server.server;
    const attempts: [string, Record<string, string>][] = [
      ['/rest_services/v1/acme/Accounts', {}],
      ['/rest_services/v1/acme/Accounts', { authorization: 'Basic !' }],
      ['/rest_services/v1/acme/Accounts', { authorization: basic({ token: 'token', password: 'password' }) }],
      ['/rest_services/v1/acme/NoSuchThing', {}],
      ['/rest_services/v1/other/Accounts', { authorization }],
      ['/rest_services/v1/no%20space/Accounts', { authorization }],
      ['/rest_services/v1/', { authorization }],
      ['/rest_services/v1', { authorization }],
    ];
    for (const [path, headers] of attempts) {
      const answer = await fetch(origin + path, { headers });
      expect(answer.status, path).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="restapi"');
      expect(await answer.json()).toEqual(rejection);
    }
  });
});
