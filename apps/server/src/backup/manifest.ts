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

/** Writes it so that it is there whole, or not at all. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'seal'>,
  keys: BackupKeys | undefined,
): Promise<Manifest> {
  const sealed = { ...manifest, seal: sealOf(manifest, keys) };
  const text = JSON.stringify(sealed, null, 2);
  const unfinished = join(folder, `${manifestFile}.part`);
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, manifestFile));
  return sealed;
}

/**
 * @param passphrase undefined: none is given
 * @throws BackupArgumentError for a folder without a manifest, and a passphrase that is missing or wrong; BackupError for a manifest of
 *   another format, or that was changed
 */
export async function openBackup(folder: string, passphrase: string | undefined): Promise<OpenBackup> {
  const content = parseJson(await readManifest(folder), folder);
  const manifest = parseManifest(content, folder);
  const keys = await keysOf(manifest, passphrase);
  const { seal, ...sealed } = content as Manifest;
  if (sealOf(sealed, keys) !== seal)
    throw new BackupError(`${join(folder, manifestFile)} was changed: its seal is wrong`);
  return { folder, manifest, keys };
}

async function readManifest(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, manifestFile), 'utf8');
  } catch (cause) {
    throw new BackupArgumentError(`${folder} is no finished backup: ${(cause as Error).message}`, { cause });
  }
}

function parseJson(text: string, folder: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BackupError(`${join(folder, manifestFile)} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

function parseManifest(content: unknown, folder: string): Manifest {
  const path = join(folder, manifestFile);
  const { format, version } = (content ?? {}) as { format?: unknown; version?: unknown };
  if (format === 'headwater-backup' && version !== 1) {
    throw new BackupError(`${path} has the format ${String(version)}, which a later version of this server reads`);
  }
  const parsed = manifestSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupError(`${path} is damaged: ${issue?.path.join('.')}: ${issue?.message}`);
}

async function keysOf({ encryption }: Manifest, passphrase: string | undefined): Promise<BackupKeys | undefined> {
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
