/**
 * `headwater space`: makes, lists and removes spaces.
 */
import type { Command } from 'commander';
import type { ServerDeps } from '../http/server-deps.js';
import { createSpace } from '../spaces/create-space.js';
import { deleteSpace } from '../spaces/delete-space.js';
import { findSpace, listSpaces } from '../spaces/space-directory.js';
import { withDeps, withReadDeps } from './open-store.js';
import { ProgressLine } from './progress-line.js';
import { type Terminal, table, UsageError } from './terminal.js';

interface CreateOptions {
  readonly name?: string;
  readonly currency: string;
  readonly adminEmail?: string;
  readonly adminFirstName?: string;
  readonly adminLastName?: string;
  readonly json?: true;
}

export function addSpaceCommands(program: Command, terminal: Terminal): void {
  const space = program.command('space').description('make, list and remove spaces');
  space
    .command('create <id>')
    .description('make a space with a first user, a sales unit, currencies, a pipeline and sets of options')
    .option('--name <text>', 'name for people; the id when left out')
    .option('--currency <code>', 'base currency', 'USD')
    .option('--admin-email <address>', 'e-mail address of the first user (default: admin@example.com)')
    .option('--admin-first-name <text>', 'first name of the first user')
    .option('--admin-last-name <text>', 'last name of the first user')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
The id is part of addresses: 1 to 63 of a-z, 0-9, _ and -.

Examples:
  headwater space create acme --name "Acme Ltd" --currency GBP --admin-email ada@acme.example
  headwater key create --space acme --label "first key"`,
    )
    .action((id: string, options: CreateOptions) => create(terminal, id, options));
  space
    .command('list')
    .description('list the spaces')
    .option('--json', 'answer in JSON')
    .addHelpText('after', '\nExample:\n  headwater space list --json | jq -r ".[].id"')
    .action((options: { readonly json?: true }) => list(terminal, options.json === true));
  space
    .command('delete <id>')
    .description('remove a space with all its records, files and keys; it cannot be had back without a backup')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
The space is gone for everybody at once; its rows and files go some at a time, while others write. When that is cut off, the same
command does the rest.

Examples:
  headwater backup /srv/backups/acme --space acme
  headwater space delete acme`,
    )
    .action((id: string, options: DeleteOptions) => remove(terminal, id, options));
}

interface DeleteOptions {
  readonly yes?: true;
  readonly json?: true;
}

async function remove(terminal: Terminal, id: string, options: DeleteOptions): Promise<void> {
  const line = new ProgressLine(terminal);
  const removed = await withDeps(terminal, async (deps) => {
    if (!options.yes) await confirm(terminal, deps, id);
    try {
      return await deleteSpace(deps, id, {
        onProgress: ({ rows, files }) => line.show(`${id}: ${rows.toLocaleString('en')} rows, ${files} files`),
        signal: terminal.stop,
      });
    } finally {
      line.clear();
    }
  });
  if (options.json) return terminal.out(`${JSON.stringify({ id, ...removed })}\n`);
  terminal.out(`Removed the space "${id}": ${removed.rows.toLocaleString('en')} rows and ${removed.files} files.\n`);
}

/** @throws UsageError unless the person types the name of the space */
async function confirm({ ask, error }: Terminal, { db }: ServerDeps, id: string): Promise<void> {
  if (!ask) throw new UsageError(`nobody can be asked whether to remove the space "${id}": add --yes`);
  const space = await findSpace(db, id);
  error(
    space
      ? `The space "${id}" (${space.name}) has come to revision ${space.revision}. All of it is removed.\n`
      : `There is no space "${id}"; what is left of one is removed.\n`,
  );
  const typed = await ask(`Type ${id} to remove it: `);
  if (typed.trim() !== id) throw new UsageError('nothing was removed');
}

async function create(terminal: Terminal, id: string, options: CreateOptions): Promise<void> {
  const { adminEmail: email, adminFirstName: firstName, adminLastName: lastName } = options;
  const administrator = {
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  };
  const name = options.name ?? id;
  await withDeps(terminal, (deps) => createSpace(deps, { id, name, currency: options.currency, administrator }));
  if (options.json) return terminal.out(`${JSON.stringify({ id, name })}\n`);
  terminal.out(`Made the space "${id}".\n`);
  terminal.error(`Make a key to enter it: headwater key create --space ${id}\n`);
}

async function list(terminal: Terminal, asJson: boolean): Promise<void> {
  const spaces = await withReadDeps(terminal, ({ db }) => listSpaces(db));
  if (asJson) return terminal.out(`${JSON.stringify(spaces, null, 2)}\n`);
  if (spaces.length === 0) return terminal.error('There are no spaces. Make one: headwater space create <id>\n');
  const rows = spaces.map(({ id, name, revision, createdAt }) => [id, name, String(revision), createdAt]);
  terminal.out(`${table(['ID', 'NAME', 'REVISION', 'CREATED'], rows)}\n`);
}
