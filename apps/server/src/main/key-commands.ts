/**
 * `headwater key`: makes, lists, rotates and revokes the keys of a space.
 */
import type { Command } from 'commander';
import type { ServerDeps } from '../http/server-deps.js';
import { type ApiKey, createKey, findUsersByEmail, listKeys, revokeKey, rotateKey } from '../spaces/space-keys.js';
import { requireSpace, withDeps, withReadDeps } from './open-store.js';
import { type Terminal, table, UsageError } from './terminal.js';

interface CreateOptions {
  readonly space: string;
  readonly label?: string;
  readonly readOnly?: true;
  readonly scope?: readonly string[];
  readonly hide?: readonly string[];
  readonly network?: readonly string[];
  readonly user?: string;
  readonly asUser?: string;
  readonly expires?: string;
  readonly json?: true;
}

interface RotateOptions {
  readonly space: string;
  readonly keepOld: string;
  readonly json?: true;
}

interface ListOptions {
  readonly space: string;
  readonly json?: true;
}

export function addKeyCommands(program: Command, terminal: Terminal): void {
  const key = program
    .command('key')
    .description('make, list, rotate and revoke keys: a token and a password for one space');
  key
    .command('create')
    .description('make a key; its password is shown once and cannot be had again')
    .requiredOption('--space <id>', 'space that the key opens')
    .option('--label <text>', 'what the key is for')
    .option('--read-only', 'a key that may not write; short for --scope "*:read"')
    .option(
      '--scope <entity types:actions>',
      'what the key may: Accounts:read,create, Contact*:*, metadata:read; may be repeated. Left out: everything',
      repeated,
    )
    .option(
      '--hide <collection.field>',
      'field that the key never sees or writes: Accounts.comments; may be repeated. Left out: none',
      repeated,
    )
    .option(
      '--network <address or network>',
      'from which the key may be used: 192.0.2.7, 10.0.0.0/8; may be repeated. Left out: from anywhere',
      repeated,
    )
    .option('--user <email>', 'user for whom the key acts; it opens nothing while that user is deleted')
    .option(
      '--as-user <email>',
      'user for whom the key acts, and whose records and set of rights bound what it sees and changes (docs/permissions.md)',
    )
    .option('--expires <when>', 'last day (2027-01-31), moment (2027-01-31T12:00:00Z) or days from now (90d)')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Examples:
  headwater key create --space acme --label "web shop"
  headwater key create --space acme --read-only --expires 90d --json
  headwater key create --space acme --label "web form" --scope Leads:create --scope "*Types:read"
  headwater key create --space acme --hide Accounts.comments --hide Opportunities.value
  headwater key create --space acme --user ada@acme.example
  headwater key create --space acme --as-user ada@acme.example`,
    )
    .action((options: CreateOptions) => create(terminal, options));
  key
    .command('list')
    .description('list the keys of a space, without their passwords')
    .requiredOption('--space <id>', 'space')
    .option('--json', 'answer in JSON')
    .addHelpText('after', '\nExample:\n  headwater key list --space acme')
    .action((options: ListOptions) => list(terminal, options));
  key
    .command('rotate <token>')
    .description('give a key another password, which is shown once; the one before is taken, too, for a while')
    .requiredOption('--space <id>', 'space')
    .option('--keep-old <time>', 'how long the password before is taken: 30m, 12h, 7d, or 0 to end it now', '1d')
    .option('--json', 'answer in JSON')
    .addHelpText('after', '\nExample:\n  headwater key rotate key-7kq2m-x9pvd-4tzha --space acme --keep-old 7d')
    .action((token: string, options: RotateOptions) => rotate(terminal, token, options));
  key
    .command('revoke <token>')
    .description('make a key useless; running servers notice within 2 seconds')
    .requiredOption('--space <id>', 'space')
    .addHelpText('after', '\nExample:\n  headwater key revoke key-7kq2m-x9pvd-4tzha --space acme')
    .action((token: string, options: { readonly space: string }) => revoke(terminal, token, options.space));
}

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { space, label } = options;
  if (options.readOnly && options.scope) throw new UsageError('give --read-only or --scope, not both');
  if (options.user !== undefined && options.asUser !== undefined)
    throw new UsageError('give --user or --as-user, not both');
  const email = options.asUser ?? options.user;
  const expiresAt = options.expires === undefined ? undefined : expiryOf(options.expires, new Date());
  const { token, password } = await withDeps(terminal, async (deps) => {
    await requireSpace(deps, space);
    return createKey(deps, {
      space,
      readOnly: options.readOnly === true,
      ...(options.scope === undefined ? {} : { scopes: options.scope }),
      ...(options.hide === undefined ? {} : { hiddenFields: options.hide }),
      ...(options.network === undefined ? {} : { networks: options.network }),
      ...(label === undefined ? {} : { label }),
      ...(email === undefined ? {} : { client: await userOf(deps, space, email) }),
      ...(options.asUser === undefined ? {} : { asUser: true }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
  });
  if (options.json) return terminal.out(`${JSON.stringify({ space, token, password })}\n`);
  terminal.out(`Token     ${token}\nPassword  ${password}\n`);
  terminal.error('The password is not stored and will not be shown again.\n');
}

async function list(terminal: Terminal, { space, json }: ListOptions): Promise<void> {
  const keys = await withReadDeps(terminal, async (deps) => {
    await requireSpace(deps, space);
    return listKeys(deps.db, space);
  });
  if (json) return terminal.out(`${JSON.stringify(keys, null, 2)}\n`);
  if (keys.length === 0) return terminal.error(`There are no keys. Make one: headwater key create --space ${space}\n`);
  const now = new Date().toISOString();
  const rows = keys.map((key) => [
    key.token,
    key.label ?? '',
    mayOf(key),
    key.networks?.join(' ') ?? '',
    key.asUser ? `as ${key.user?.email ?? ''}` : (key.user?.email ?? ''),
    stateOf(key, now),
    key.lastUsed ?? '',
    key.createdAt,
  ]);
  terminal.out(`${table(['TOKEN', 'LABEL', 'MAY', 'FROM', 'USER', 'STATE', 'LAST USED', 'CREATED'], rows)}\n`);
}

async function rotate(terminal: Terminal, token: string, { space, keepOld, json }: RotateOptions): Promise<void> {
  const oldUntil = new Date(Date.now() + durationMs(keepOld));
  const rotated = await withDeps(terminal, async (deps) => {
    await requireSpace(deps, space);
    return rotateKey(deps, space, token, oldUntil);
  });
  if (!rotated) throw new UsageError(`the space "${space}" has no key "${token}" that could be rotated`);
  const { password } = rotated;
  const until = oldUntil.toISOString();
  if (json) return terminal.out(`${JSON.stringify({ space, token, password, oldPasswordUntil: until })}\n`);
  terminal.out(`Token     ${token}\nPassword  ${password}\n`);
  terminal.error(
    'The password is not stored and will not be shown again. Running servers take it within 2 seconds, ' +
      `and the one before until ${until}.\n`,
  );
}

/** @throws UsageError */
function durationMs(text: string): number {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit ?? ''];
  if (ms !== undefined) return Number(count) * ms;
  throw new UsageError(`--keep-old "${text}" is not a time; write 30m, 12h, 7d or 0`);
}

/** Of an option that may come several times. */
function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function revoke(terminal: Terminal, token: string, space: string): Promise<void> {
  const isRevoked = await withDeps(terminal, async (deps) => {
    await requireSpace(deps, space);
    return revokeKey(deps, space, token);
  });
  if (!isRevoked) throw new UsageError(`the space "${space}" has no key "${token}" that could be revoked`);
  terminal.out(`Revoked ${token}.\n`);
}

function mayOf({ readOnly, scopes, hiddenFields }: ApiKey): string {
  const isAll = scopes.length === 1 && scopes[0] === '*:*';
  const may = readOnly ? 'read' : isAll ? 'read, write' : scopes.join(' ');
  return hiddenFields.length === 0 ? may : `${may}, without ${hiddenFields.join(' ')}`;
}

/** @throws UsageError when not exactly one user has the address */
async function userOf(deps: ServerDeps, space: string, email: string): Promise<string> {
  const [user, another] = await findUsersByEmail(deps, space, email);
  if (user === undefined) throw new UsageError(`the space "${space}" has no user with the address "${email}"`);
  if (another !== undefined) throw new UsageError(`several users of the space "${space}" have the address "${email}"`);
  return user;
}

function stateOf({ revokedAt, expiresAt, user, oldPasswordUntil }: ApiKey, now: string): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (user?.isDeleted) return 'user is deleted';
  const old = oldPasswordUntil === null ? '' : `, old password until ${oldPasswordUntil}`;
  if (expiresAt === null) return `valid${old}`;
  return expiresAt > now ? `valid until ${expiresAt}${old}` : `expired ${expiresAt}`;
}

/** @throws UsageError when the text names no moment after `now` */
function expiryOf(text: string, now: Date): Date {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const hasZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const moment =
    days === undefined
      ? new Date(isDay ? `${text}T23:59:59.999Z` : hasZone ? text : Number.NaN)
      : new Date(now.getTime() + Number(days) * 86_400_000);
  if (moment > now) return moment;
  throw new UsageError(
    `--expires "${text}" is not a time in the future; write 2027-01-31, 2027-01-31T12:00:00Z or 90d`,
  );
}
