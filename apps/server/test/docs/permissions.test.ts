/**
 * The page about permissions: its keys can be made as it says, and do what its tables say.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import { createRecord } from '../../src/records/write/write-records.js';
import { actions } from '../../src/rights/action.js';
import { headwater } from '../cli/headwater.js';
import { type Installation, newInstallation } from '../cli/installation.js';
import { SpaceView } from '../cli/space-view.js';

const page = readFileSync(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');
let place: Installation;
let acme: SpaceView;
beforeAll(async () => {
  place = await newInstallation('sqlite', 'nothing');
  await headwater(['space', 'create', 'acme'], place);
  acme = await SpaceView.open(place.env, 'acme');
  await makeUser('ada@acme.example');
});
afterAll(async () => {
  await acme.close();
  await place.drop();
});

it('makes each of its keys', async () => {
  const commands = [...page.matchAll(/^headwater (key create .*)$/gm)].map(([, command = '']) =>
    [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
  );
  expect(commands.length).toBeGreaterThan(2);
  for (const args of commands) {
    const { code, out, error } = await headwater([...args, '--json'], place);
    expect([code, error]).toEqual([0, '']);
    const { token } = JSON.parse(out) as { token: string };
    const shown = (await acme.list('ApiAccess', ['username', 'permissions'])).find((one) => one.username === token);
    const given = args.flatMap((arg, index) => (args[index - 1] === '--scope' ? [arg] : []));
    const scopes = given.length > 0 ? given : ['*:*'];
    expect(shown?.permissions).toMatchObject({ scopes, as_user: args.includes('--as-user') });
  }
});

it('names every action, and a message as it is', async () => {
  for (const action of actions) expect(page).toContain(`\`${action}\``);
  const { message } = JSON.parse(/```json\n([^`]+)```/.exec(page)?.[1] ?? '') as { message: string };
  const key = await acme.deps.keys.authenticate('acme', await keyWith('Accounts:read'));
  const { requireRight } = await import('../../src/rights/require-right.js');
  const account = acme.deps.catalog.existing('Account');
  expect(() => requireRight(key, account, 'create')).toThrow(message);
});

it('says what is wrong with a scope, and takes no scope beside --read-only', async () => {
  const make = (...args: string[]) => headwater(['key', 'create', '--space', 'acme', ...args], place);
  expect((await make('--scope', 'Acounts:read')).error).toContain('Did you mean');
  expect((await make('--scope', 'Accounts')).error).toContain('is not a scope');
  expect((await make('--scope', 'Accounts:reed')).error).toContain('"reed" is not an action');
  expect((await make('--scope', 'Accounts:read', '--read-only')).error).toContain('not both');
  expect((await make('--hide', 'Accounts.nmae')).error).toContain('Accounts has no field "nmae". Did you mean "name"?');
  expect((await make('--hide', 'Accounts.revision')).error).toContain('cannot be hidden');
  expect((await headwater(['key', 'list', '--space', 'acme'], place)).out).toContain('Leads:create');
  const listed = (await headwater(['key', 'list', '--space', 'acme'], place)).out;
  expect(listed).toContain('*:read, without Accounts.comments Opportunities.value');
});

it('rotates a key as it says', async () => {
  const make = ['key', 'create', '--space', 'acme', '--network', '10.0.0.0/8', '--json'];
  const made = JSON.parse((await headwater(make, place)).out) as { token: string; password: string };
  const [, args = ''] = /^headwater (key rotate .*)$/m.exec(page) ?? [];
  const rotate = (...more: string[]) =>
    headwater([...args.replace('key-7kq2m-x9pvd-4tzha', made.token).split(' '), ...more], place);
  const rotated = await rotate('--json');
  expect([rotated.code, rotated.error]).toEqual([0, '']);
  const { password, oldPasswordUntil } = JSON.parse(rotated.out) as { password: string; oldPasswordUntil: string };
  expect(password).not.toBe(made.password);
  expect(Date.parse(oldPasswordUntil) - Date.now()).toBeCloseTo(7 * 86_400_000, -6);
  const { out } = await headwater(['key', 'list', '--space', 'acme'], place);
  expect(out.split('\n').find((line) => line.includes(made.token))).toMatch(/10\.0\.0\.0\/8 .*old password until 20/);
  expect((await rotate('--keep-old', 'soon')).error).toContain('is not a time');
  const other = await headwater(['key', 'rotate', 'nobody', '--space', 'acme'], place);
  expect(other.error).toContain('has no key "nobody"');
});

async function makeUser(email: string): Promise<void> {
  const { deps } = acme;
  const [unit, right] = await Promise.all(['SalesUnit', 'MasterRight'].map((name) => acme.list(name, ['id'])));
  const body = {
    ...{ email, first_name: 'Ada', last_name: 'Obi', default_unit_id: unit?.[0]?.id, master_right_id: right?.[0]?.id },
    unit_membership: [{ unit_id: unit?.[0]?.id }],
  };
  const create = { entityType: 'Client', body, validationLevel: 0, selection: { kind: 'rest', expand: {} } } as const;
  await inTransaction(deps, systemCall('acme'), (context) => createRecord(context, create));
}

async function keyWith(scope: string): Promise<string> {
  const { out } = await headwater(['key', 'create', '--space', 'acme', '--scope', scope, '--json'], place);
  const { token, password } = JSON.parse(out) as { token: string; password: string };
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}
