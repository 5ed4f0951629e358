/**
 * The manifest of a backup: which server made it, which spaces and tables it has, and the sums by which damage is found. It is written
 * last, so that a backup without one was cut off.
 */
import { createHash, createHmac } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { valueTypeNames } from '@headwater/catalog';
import { z } from 'zod';
import { isSpaceId } from '../auth/principal.js';
import { BackupArgumentError, BackupError } from './backup-error.js';
import { type BackupKeys, openKeys } from './cipher.js';

const manifestFile = 'manifest.json';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const spaceId = z.string().refine(isSpaceId);
/** What is named becomes a part of a path. */
const tableName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

const partSchema = z.strictObject({
  /** As it is in the folder, compressed and encrypted. */
  bytes: count,
  sha256,
  rows: count,
});

const tableSchema = z.strictObject({
  table: tableName,
  /** The columns of each row and the types of their values. */
  columns: z.record(z.string(), z.enum(valueTypeNames)),
  ...partSchema.shape,
});

const spaceSchema = z.strictObject({
  id: spaceId,
  name: z.string(),
  created_at: z.string(),
  revision: count,
  metadata_revision: count,
  logged_from: count,
  catalog_version: z.string().nullable(),
  /** Tables without rows are left out. */
  tables: z.array(tableSchema),
  /** The list of files, a row for each; null: there are none. */
  files: z.strictObject({ ...partSchema.shape, content_bytes: count, missing: count }).nullable(),
});

const manifestSchema = z.strictObject({
  format: z.literal('headwater-backup'),
  version: z.literal(1),
  /** ISO text, UTC. */
  made_at: z.string(),
  /** Version of the server that made it. */
  server: z.string(),
  /** Its tables: of the service itself. */
  schema: z.string(),
  /** Which secret keyed the hashes of API keys. */
  secret: z.string(),
  encryption: z
    .strictObject({
      cipher: z.literal('aes-256-gcm'),
      kdf: z.literal('scrypt'),
      // What a manifest asks for must not take all memory.
      cost: z
        .int()
        .min(2)
        .max(2 ** 18),
      blockSize: z.int().min(1).max(16),
      parallelization: z.int().min(1).max(4),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      check: z.string(),
    })
    .nullable(),
  spaces: z.array(spaceSchema),
  /** SHA-256 of all above; with a passphrase keyed by it. */
  seal: sha256,
});

export type Manifest = z.infer<typeof manifestSchema>;
export type SpaceInBackup = Manifest['spaces'][number];
export type TableInBackup = SpaceInBackup['tables'][number];
export type Part = z.infer<typeof partSchema>;

/** A backup whose manifest is as it was written. */
export interface OpenBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Undefined: it is not encrypted. */
  readonly keys: BackupKeys | undefined;
}

/** @returns the manifest with its seal */
export function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'seal'>,
  keys: BackupKeys | undefined,
): Promise<Manifest> {
  return writeSealed(join(folder, manifestFile), manifest, keys);
}

/** Writes a manifest so that it is there whole, or not at all. */
export async function writeSealed(
  path: string,
  manifest: Omit<Manifest, 'seal'>,
  keys: BackupKeys | undefined,
): Promise<Manifest> {
  const sealed = { ...manifest, seal: sealOf(manifest, keys) };
  const text = JSON.stringify(sealed, null, 2);
  const unfinished = `${path}.part`;
  // An attempt that was cut off may have left one.
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  return sealed;
}

/**
 * @param passphrase undefined: none is given
 * @throws BackupArgumentError for a folder without a manifest, and a passphrase that is missing or wrong; BackupError for a manifest of
 *   another format, or that was changed
 */
export async function openBackup(folder: string, passphrase: string | undefined): Promise<OpenBackup> {
  const isMissing = `${folder} is no finished backup`;
  return { folder, ...(await openSealed(join(folder, manifestFile), isMissing, (made) => keysOf(made, passphrase))) };
}

/**
 * @param isMissing what to say when there is no such file
 * @throws as `openBackup`
 */
export async function openSealed(
  path: string,
  isMissing: string,
  openKeysOf: (manifest: Manifest) => Promise<BackupKeys | undefined>,
): Promise<Omit<OpenBackup, 'folder'>> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new BackupArgumentError(`${isMissing}: ${cause.message}`, { cause });
  });
  const content = parseJson(text, path);
  const manifest = parseManifest(content, path);
  const keys = await openKeysOf(manifest);
  const { seal, ...sealed } = content as Manifest;
  if (sealOf(sealed, keys) !== seal) throw new BackupError(`${path} was changed: its seal is wrong`);
  return { manifest, keys };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BackupError(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

function parseManifest(content: unknown, path: string): Manifest {
  const { format, version } = (content ?? {}) as { format?: unknown; version?: unknown };
  if (format === 'headwater-backup' && version !== 1) {
    throw new BackupError(`${path} has the format ${String(version)}, which a later version of this server reads`);
  }
  const parsed = manifestSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupError(`${path} is damaged: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** @throws BackupArgumentError for a passphrase that is missing or wrong */
export async function keysOf(
  { encryption }: Manifest,
  passphrase: string | undefined,
): Promise<BackupKeys | undefined> {
  if (encryption === null) return undefined;
  if (passphrase === undefined) {
    throw new BackupArgumentError('the backup is encrypted: set HEADWATER_BACKUP_PASSPHRASE or give --passphrase-file');
  }
  return openKeys(passphrase, encryption);
}

function sealOf(manifest: Omit<Manifest, 'seal'>, keys: BackupKeys | undefined): string {
  const hash = keys === undefined ? createHash('sha256') : createHmac('sha256', keys.seal);
  return hash.update(JSON.stringify(manifest)).digest('hex');
}
