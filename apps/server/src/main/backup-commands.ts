/**
 * `headwater backup` and `restore`: spaces as a folder of files, and back.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUp } from '../backup/back-up.js';
import { checkSpace } from '../backup/check-backup.js';
import { fittingTables } from '../backup/fitting-tables.js';
import { type Manifest, type OpenBackup, openBackup, type SpaceInBackup } from '../backup/manifest.js';
import { type Restored, requireAbsent, restoreSpace } from '../backup/restore-space.js';
import { spaceIds } from '../db/spaces.js';
import type { ServerDeps } from '../http/server-deps.js';
import { type Config, readConfig } from './config.js';
import { placeOfFiles } from './open-deps.js';
import { requireSpace, withDeps, withReadDeps } from './open-store.js';
import { packageVersion } from './package-version.js';
import { ProgressLine } from './progress-line.js';
import { type ExitCode, exitCodes, type Terminal, table, UsageError } from './terminal.js';

interface CommonOptions {
  readonly space?: readonly string[];
  readonly passphraseFile?: string;
  readonly json?: true;
}

interface BackupOptions extends CommonOptions {
  readonly resume?: true;
  readonly allowMissingFiles?: true;
}

interface RestoreOptions extends CommonOptions {
  readonly as?: string;
  readonly skipExisting?: true;
  readonly pauseWebhooks?: true;
  readonly check?: true;
}

/** @param exit called with the exit code when it is not `ok` */
export function addBackupCommands(program: Command, terminal: Terminal, exit: (code: ExitCode) => void): void {
  program
    .command('backup <folder>')
    .description('write all spaces, or some, with their files into a new folder; servers may run meanwhile')
    .option('--space <id>', 'only this space; can be repeated', addSpace)
    .option(
      '--passphrase-file <file>',
      'encrypt with the passphrase in this file (default: HEADWATER_BACKUP_PASSPHRASE)',
    )
    .option('--resume', 'go on with a backup that was cut off: spaces that are finished are kept as they were')
    .option('--allow-missing-files', 'end with 0 when files are not found, as they are known to be lost')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Each space is as it was at one moment. The folder has a manifest.json with the sums of all its files; without one it was cut off,
and --resume goes on with it.
It holds the secrets of webhooks and what your customers trust you with: encrypt it, or keep it as safe as the database.
The exit code is 1 when files that records name are not found, as this command needs the data folder or bucket of the server. The
backup has all else then, and can be restored.

Examples:
  headwater backup /srv/backups/2027-01-31
  HEADWATER_BACKUP_PASSPHRASE="$(cat /etc/headwater/passphrase)" headwater backup /srv/backups/acme --space acme`,
    )
    .action(async (folder: string, options: BackupOptions) => exit(await makeBackup(terminal, folder, options)));
  program
    .command('restore <folder>')
    .description('make spaces of a backup, on either database; nothing is changed where they exist')
    .option('--space <id>', 'only this space of the backup; can be repeated', addSpace)
    .option('--as <id>', 'another name for the one space that is restored; its webhooks stay paused')
    .option('--skip-existing', 'leave out spaces that exist, such as those that an earlier restore has finished')
    .option('--pause-webhooks', 'pause all webhooks, for a copy beside the original')
    .option('--check', 'only check every sum and row of the backup; needs no database')
    .option('--passphrase-file <file>', 'file with the passphrase (default: HEADWATER_BACKUP_PASSPHRASE)')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
All of the backup is checked before anything is written. A space is there when all of it is there; one that is cut off is seen by
nobody, and begun again by the same command. API keys open it only under the same name and with the same HEADWATER_SECRET.
The exit code is 1 for a backup that is damaged or does not fit, 2 for a space that exists.

Examples:
  headwater restore /srv/backups/2027-01-31 --check
  headwater restore /srv/backups/2027-01-31
  HEADWATER_DATABASE_URL=postgres://crm@localhost/crm headwater restore /srv/backups/2027-01-31 --space acme --as acme-copy`,
    )
    .action((folder: string, options: RestoreOptions) => restore(terminal, folder, options));
}

function addSpace(id: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, id];
}

async function makeBackup(terminal: Terminal, folder: string, options: BackupOptions): Promise<ExitCode> {
  const passphrase = await passphraseOf(terminal, options);
  const line = new ProgressLine(terminal);
  const { manifest, place } = await withReadDeps(terminal, async (deps, config) => {
    for (const space of options.space ?? []) await requireSpace(deps, space);
    const spaces = options.space ?? (await spaceIds(deps.db));
    try {
      const made = await backUp(deps, {
        folder,
        spaces: [...new Set(spaces)],
        resumes: options.resume ?? false,
        passphrase,
        version: packageVersion(),
        onProgress: (progress) => line.show(progressText(progress)),
        signal: terminal.stop,
      });
      return { manifest: made, place: placeText(config) };
    } finally {
      line.clear();
    }
  });
  const spaces = manifest.spaces.map(sizeOf);
  if (options.json)
    terminal.out(`${JSON.stringify({ folder, encrypted: manifest.encryption !== null, spaces }, null, 2)}\n`);
  else terminal.out(`${sizesText(spaces)}\n`);
  if (manifest.encryption === null) terminal.error('The backup is not encrypted. Keep it as safe as the database.\n');
  const incomplete = spaces.filter(({ missing }) => missing > 0);
  if (incomplete.length === 0) return exitCodes.ok;
  terminal.error(incomplete.map(({ id, missing }) => `${missingText(id, missing)} ${place}.\n`).join(''));
  if (options.allowMissingFiles) return exitCodes.ok;
  terminal.error(
    'The backup has all else. Give this command the data folder or bucket of the server, as HEADWATER_DATA_DIR, ' +
      'HEADWATER_FILES_DIR or HEADWATER_FILES_S3_BUCKET, and make the backup again. When the files are known to be lost, ' +
      'add --allow-missing-files.\n',
  );
  return exitCodes.failed;
}

function missingText(space: string, missing: number): string {
  const files = missing === 1 ? '1 file' : `${number(missing)} files`;
  const were = missing === 1 ? 'was' : 'were';
  return `${files} of the space "${space}" ${were} not found in`;
}

/** @returns where files are looked for, in words */
function placeText(config: Config): string {
  const place = placeOfFiles(config);
  if (place.kind === 'folder') return `the folder ${resolve(place.folder)}`;
  return `the bucket ${place.bucket}${place.endpoint === undefined ? '' : ` at ${new URL(place.endpoint).host}`}`;
}

async function restore(terminal: Terminal, folder: string, options: RestoreOptions): Promise<void> {
  const backup = await openBackup(folder, await passphraseOf(terminal, options));
  const spaces = chosenSpaces(backup.manifest, options);
  const line = new ProgressLine(terminal);
  try {
    if (options.check) return await check(terminal, backup, spaces, line, options.json === true);
    const restored = await withDeps(terminal, (deps) => restoreAll(terminal, deps, { backup, spaces, options, line }));
    line.clear();
    say(terminal, restored, options.json === true);
  } finally {
    line.clear();
  }
}

async function check(
  terminal: Terminal,
  backup: OpenBackup,
  spaces: readonly SpaceInBackup[],
  line: ProgressLine,
  asJson: boolean,
): Promise<void> {
  for (const space of spaces) {
    await checkSpace(backup, space, (progress) => line.show(`checking ${progressText(progress)}`), terminal.stop);
  }
  line.clear();
  const sizes = spaces.map(sizeOf);
  if (asJson) terminal.out(`${JSON.stringify({ spaces: sizes }, null, 2)}\n`);
  else terminal.out(`${sizesText(sizes)}\nAll sums and rows are right.\n`);
}

interface Restoring {
  readonly backup: OpenBackup;
  readonly spaces: readonly SpaceInBackup[];
  readonly options: RestoreOptions;
  readonly line: ProgressLine;
}

async function restoreAll(
  terminal: Terminal,
  deps: ServerDeps,
  { backup, spaces, options, line }: Restoring,
): Promise<Restored[]> {
  const existing = options.skipExisting ? new Set(await spaceIds(deps.db)) : new Set<string>();
  const wanted = spaces.filter(({ id }) => !existing.has(options.as ?? id));
  for (const { id } of spaces) if (existing.has(options.as ?? id)) terminal.error(`Left out "${id}", which exists.\n`);
  // All that can be wrong is found before the first row is written.
  for (const space of wanted) {
    await requireAbsent(deps, options.as ?? space.id);
    fittingTables(deps.catalog, backup.manifest, space);
  }
  for (const space of wanted) {
    await checkSpace(backup, space, (progress) => line.show(`checking ${progressText(progress)}`), terminal.stop);
  }
  const restored: Restored[] = [];
  for (const space of wanted) {
    const as = options.as ?? space.id;
    const done = await restoreSpace(deps, backup, space, {
      as,
      pauseWebhooks: options.pauseWebhooks === true || as !== space.id,
      onProgress: (progress) => line.show(`restoring ${progressText(progress)}`),
      signal: terminal.stop,
    });
    restored.push(done);
    line.clear();
    terminal.error(`Restored "${as}".\n`);
  }
  return restored;
}

function say(terminal: Terminal, restored: readonly Restored[], asJson: boolean): void {
  if (asJson) terminal.out(`${JSON.stringify(restored, null, 2)}\n`);
  else {
    const rows = restored.map(({ space, revision, rows: count, files }) => [
      space,
      ...[revision, count, files].map(number),
    ]);
    terminal.out(`${table(['SPACE', 'REVISION', 'ROWS', 'FILES'], rows)}\n`);
  }
  for (const { space, hasKeys, pausedWebhooks } of restored) {
    if (!hasKeys) terminal.error(`No key opens "${space}": make one with: headwater key create --space ${space}\n`);
    if (pausedWebhooks > 0) {
      terminal.error(
        `${pausedWebhooks} webhooks of "${space}" are paused; set is_paused to false to let them go on.\n`,
      );
    }
  }
}

/** @throws UsageError for a space that the backup does not have, and one name for several */
function chosenSpaces(manifest: Manifest, { space: ids, as }: RestoreOptions): SpaceInBackup[] {
  const names = manifest.spaces.map(({ id }) => id).join(', ');
  const chosen = [...new Set(ids ?? manifest.spaces.map(({ id }) => id))].map((id) => {
    const found = manifest.spaces.find((space) => space.id === id);
    if (!found) throw new UsageError(`the backup has no space "${id}"; it has: ${names}`);
    return found;
  });
  if (as !== undefined && chosen.length !== 1) {
    throw new UsageError(
      `--as names one space, and ${chosen.length} are to be restored; choose one with --space: ${names}`,
    );
  }
  return chosen;
}

/** @throws UsageError for a file that cannot be read, and a passphrase that is too short; ConfigError */
async function passphraseOf(terminal: Terminal, { passphraseFile }: CommonOptions): Promise<string | undefined> {
  if (passphraseFile === undefined) return readConfig(terminal.env).backupPassphrase;
  let text: string;
  try {
    text = await readFile(passphraseFile, 'utf8');
  } catch (cause) {
    throw new UsageError(`cannot read the passphrase: ${(cause as Error).message}`, { cause });
  }
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < 12) throw new UsageError(`the passphrase in ${passphraseFile} has fewer than 12 characters`);
  return passphrase;
}

interface SpaceSize {
  readonly id: string;
  readonly revision: number;
  readonly rows: number;
  readonly files: number;
  /** Of the folder. */
  readonly bytes: number;
  readonly missing: number;
}

function sizeOf({ id, revision, tables, files }: SpaceInBackup): SpaceSize {
  return {
    id,
    revision,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: (files?.rows ?? 0) - (files?.missing ?? 0),
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) + (files?.content_bytes ?? 0),
    missing: files?.missing ?? 0,
  };
}

function sizesText(sizes: readonly SpaceSize[]): string {
  const rows = sizes.map(({ id, ...size }) => [id, ...[size.revision, size.rows, size.files, size.bytes].map(number)]);
  return table(['SPACE', 'REVISION', 'ROWS', 'FILES', 'BYTES'], rows);
}

function progressText({
  space,
  rows,
  files,
}: {
  readonly space: string;
  readonly rows: number;
  readonly files: number;
}): string {
  return `${space}: ${number(rows)} rows, ${number(files)} files`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
