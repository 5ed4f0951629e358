/**
 * Spaces, keys and help through the command line, as a person or a program calls it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configVariables } from '../../src/main/config-variables.js';
import { oneDatabase } from '../fixture.js';
import { headwater } from './headwater.js';
import { type Installation, newInstallation } from './installation.js';
import { SpaceView } from './space-view.js';

describe.each(oneDatabase)('on %s', (database) => {
  let place: Installation;
  let acme: SpaceView;
  const run = (...args: string[]) => headwater(args, place);

  beforeAll(async () => {
    place = await newInstallation(database, 'nothing');
    const args = ['--name', 'Acme Ltd', '--currency', 'GBP', '--admin-email', 'ada@acme.example'];
    await run('space', 'create', 'acme', ...args, '--admin-first-name', 'Ada', '--admin-last-name', 'Byron');
    acme = await SpaceView.open(place.env, 'acme');
  });

  afterAll(async () => {
    await acme.close();
    await place.drop();
  });

  describe('headwater space', () => {
    it('gives a new space what the first record needs', async () => {
      const [unit] = await acme.list('SalesUnit', ['name', 'parent_id']);
      expect(unit).toMatchObject({ name: 'Company', parent_id: null });
      expect(await acme.list('Client', ['email', 'formatted_name', 'default_unit_id'])).toEqual([
        expect.objectContaining({ email: 'ada@acme.example', formatted_name: 'Ada Byron', default_unit_id: unit?.id }),
      ]);
      const currencies = await acme.list('Currency', ['code', 'symbol', 'is_base']);
      expect(currencies.map(({ code, symbol, is_base }) => [code, symbol, is_base])).toEqual([
        ['GBP', '£', true],
        ['EUR', '€', false],
      ]);
      const steps = await acme.list('Step', ['name', 'percent', 'sort_order', 'pipeline_id']);
      const ofDeals = steps.filter(({ pipeline_id }) => pipeline_id !== null);
      expect(ofDeals.map(({ name, percent, sort_order }) => [name, percent, sort_order])).toEqual([
        ['Prospecting', 10, 1],
        ['Engaging', 30, 2],
        ['Proposal', 60, 3],
        ['Negotiation', 80, 4],
        ['Won', 100, 5],
      ]);
      for (const type of ['AccountType', 'ContactType', 'OpportunityType']) {
        expect((await acme.list(type, ['name'])).map(({ name }) => name)).toEqual(['Standard']);
      }
    });

    it('offers options for every field that chooses from a set', async () => {
      const fields = (await acme.list('Field', ['api_name', 'data_set_id'])).filter(({ data_set_id }) => data_set_id);
      const options = await acme.list('Data', ['data_set_id', 'option_name', 'sort_order']);
      expect(fields.length).toBeGreaterThanOrEqual(4);
      for (const { data_set_id } of fields) {
        const ofSet = options.filter((option) => option.data_set_id === data_set_id);
        expect(ofSet.length).toBeGreaterThan(3);
        expect(ofSet.map(({ sort_order }) => sort_order)).toEqual(ofSet.map((_, index) => index + 1));
      }
    });

    it('describes the system fields of the space', async () => {
      expect(await acme.count('Field')).toBeGreaterThan(100);
    });

    it('lists spaces for people and for programs', async () => {
      const listed = await run('space', 'list');
      expect(listed.out).toMatch(/^ID +NAME +REVISION +CREATED\nacme +Acme Ltd +\d+ +\d{4}-/);
      const [first] = JSON.parse((await run('space', 'list', '--json')).out);
      expect(first).toMatchObject({ id: 'acme', name: 'Acme Ltd' });
    });

    it('rejects a space that exists, and leaves it alone', async () => {
      const before = await acme.revision();
      expect(await run('space', 'create', 'acme')).toEqual({
        code: 2,
        out: '',
        error: 'the space "acme" exists already\n',
      });
      expect(await acme.revision()).toBe(before);
    });

    it.each([
      [['space', 'create', 'Acme'], '"Acme" cannot name a space: use 1 to 63 of the characters a-z'],
      [['space', 'create', 'other', '--currency', 'usd'], '"usd" is not a currency'],
      [['space', 'create', 'other', '--admin-email', 'nobody'], 'email'],
    ])('rejects %j', async (args, message) => {
      const said = await run(...args);
      expect(said.code).toBeGreaterThan(0);
      expect(said.error).toContain(message);
      expect(said.error).not.toMatch(/^ +at /m);
      expect(JSON.parse((await run('space', 'list', '--json')).out)).toHaveLength(1);
    });
  });

  describe('headwater key', () => {
    it('makes a key that opens its space, and shows the password once', async () => {
      const made = await run('key', 'create', '--space', 'acme', '--label', 'web shop');
      const [, token = '', password = ''] = /^Token +(\S+)\nPassword +(\S+)\n$/.exec(made.out) ?? [];
      const authorization = `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
      expect(await acme.deps.keys.authenticate('acme', authorization)).toMatchObject({
        token,
        rights: { isReadOnly: false },
      });
      const listed = await run('key', 'list', '--space', 'acme');
      expect(listed.out).toMatch(new RegExp(`^${token} +web shop +read, write +valid +\\d{4}-`, 'm'));
      expect(listed.out).not.toContain(password);
    });

    it('rejects credentials and spaces that no database could hold like any others', async () => {
      const { token, password } = JSON.parse((await run('key', 'create', '--space', 'acme', '--json')).out);
      const attempts = [
        ['acme', `${token}\0`, password],
        ['acme', token, `${password}\0`],
        ['acme\0', token, password],
        ['a'.repeat(10_000), token, password],
      ];
      for (const [space = '', ...pair] of attempts) {
        const authorization = `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;
        const rejection = acme.deps.keys.authenticate(space, authorization);
        await expect(rejection).rejects.toMatchObject({ errorName: 'ERROR_UNAUTHORIZED' });
      }
    });

    it('makes keys that may only read and that expire', async () => {
      const made = await run('key', 'create', '--space', 'acme', '--read-only', '--expires', '90d', '--json');
      const { token } = JSON.parse(made.out);
      const keys = JSON.parse((await run('key', 'list', '--space', 'acme', '--json')).out);
      const key = keys.find((one: { token: string }) => one.token === token);
      expect(key.readOnly).toBe(true);
      expect(Date.parse(key.expiresAt) / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 90, 1);
      expect(key).not.toHaveProperty('password_hash');
    });

    it('makes keys that act for a user', async () => {
      const [user] = await acme.list('Client', ['email']);
      const made = await run('key', 'create', '--space', 'acme', '--user', 'Ada@acme.example', '--json');
      const { token, password } = JSON.parse(made.out);
      const authorization = `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
      expect(await acme.deps.keys.authenticate('acme', authorization)).toMatchObject({ client: user?.id });
      const listed = await run('key', 'list', '--space', 'acme');
      expect(listed.out).toMatch(new RegExp(`^${token} +read, write +ada@acme.example +valid +`, 'm'));
    });

    it('makes keys that may no more than a user', async () => {
      const as = ['--as-user', 'ada@acme.example'];
      const { token } = JSON.parse((await run('key', 'create', '--space', 'acme', ...as, '--json')).out);
      const listed = await run('key', 'list', '--space', 'acme');
      expect(listed.out).toMatch(new RegExp(`^${token} +read, write +as ada@acme.example +valid +`, 'm'));
      const both = await run('key', 'create', '--space', 'acme', ...as, '--user', 'ada@acme.example');
      expect([both.code, both.error]).toEqual([2, expect.stringContaining('give --user or --as-user, not both')]);
    });

    it('revokes a key once', async () => {
      const { token } = JSON.parse((await run('key', 'create', '--space', 'acme', '--json')).out);
      expect((await run('key', 'revoke', token, '--space', 'acme')).out).toBe(`Revoked ${token}.\n`);
      expect((await run('key', 'list', '--space', 'acme')).out).toMatch(
        new RegExp(`^${token} .* revoked \\d{4}-`, 'm'),
      );
      const again = await run('key', 'revoke', token, '--space', 'acme');
      expect(again).toMatchObject({ code: 2, error: expect.stringContaining('has no key') });
    });

    it.each([
      [
        ['key', 'create', '--space', 'nowhere'],
        'there is no space "nowhere"; make it with: headwater space create nowhere',
      ],
      [['key', 'list', '--space', 'nowhere'], 'there is no space "nowhere"'],
      [['key', 'create'], "required option '--space <id>' not specified"],
      [
        ['key', 'create', '--space', 'acme', '--user', 'nobody@acme.example'],
        'no user with the address "nobody@acme.example"',
      ],
      [['key', 'create', '--space', 'acme', '--expires', 'soon'], '--expires "soon" is not a time in the future'],
      [['key', 'create', '--space', 'acme', '--expires', '2020-01-31'], 'is not a time in the future'],
      [['key', 'create', '--space', 'acme', '--expires', '0d'], 'is not a time in the future'],
    ])('rejects %j', async (args, message) => {
      expect(await run(...args)).toMatchObject({ code: 2, out: '', error: expect.stringContaining(message) });
    });
  });

  describe('headwater', () => {
    it('explains itself, with every environment variable and an example for each command', async () => {
      const help = await run('--help');
      expect(help.code).toBe(0);
      for (const { name } of configVariables) expect(help.out).toContain(name);
      const commands = [
        ['serve'],
        ['migrate'],
        ['demo'],
        ['import'],
        ['backup'],
        ['restore'],
        ['doctor'],
        ['space', 'delete'],
        ['space', 'create'],
        ['space', 'list'],
      ];
      const ofKeys = [
        ['key', 'create'],
        ['key', 'list'],
        ['key', 'revoke'],
      ];
      const ofSchemas = [
        ['schema', 'export'],
        ['schema', 'diff'],
        ['schema', 'apply'],
      ];
      for (const command of [...commands, ...ofKeys, ...ofSchemas]) {
        const { code, out } = await run(...command, '--help');
        expect(code).toBe(0);
        expect(out).toMatch(/Examples?:/);
        expect(out).toContain(`headwater ${command.join(' ')}`);
      }
    });

    it('tells its version', async () => {
      expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    });

    it('rejects unknown commands and settings that make no sense', async () => {
      expect(await run('sevre')).toMatchObject({ code: 2, error: expect.stringContaining('Did you mean serve?') });
      const said = await headwater(['migrate'], { env: { ...place.env, HEADWATER_PORT: 'x' } });
      expect(said).toMatchObject({ code: 2, error: expect.stringContaining('HEADWATER_PORT is "x"') });
    });

    it('migrates an empty database and one that is up to date', async () => {
      const empty = await newInstallation(database, 'nothing');
      for (let time = 0; time < 2; time++) {
        expect(await headwater(['migrate'], empty)).toMatchObject({ code: 0, out: 'The database is up to date.\n' });
      }
      await empty.drop();
    });

    it('says when the database cannot be reached', async () => {
      const unreachable = { HEADWATER_DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' };
      const said = await headwater(['space', 'list'], { env: unreachable });
      const error = 'the database cannot be used: database unreachable (connect ECONNREFUSED 127.0.0.1:1)\n';
      expect(said).toEqual({ code: 1, out: '', error });
    });
  });
});
