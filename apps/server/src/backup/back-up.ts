/**
 * Makes a backup while servers run: of each space all that one snapshot shows, its rows and the files that they name. Spaces have
 * nothing in common, so that each has a snapshot of its own, which is short.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog } from '@headwater/catalog';
import type { KeyRing } from '../auth/key-ring.js';
import type { Database, SnapshotRead } from '../db/database.js';
import { schemaVersion } from '../db/migrations/migrations.js';
import { FileNotFound, type FileStore, fileKeyParts } from '../files/file-store.js';
import { cloudObject } from '../records/content/content-store.js';
import { compileKeysInUse, compileStorageKeys } from '../sql/select/compile-find.js';
import { selectRows } from '../sql/tables/copy-rows.js';
import { type SpaceTable, spaceTables } from '../sql/tables/space-tables.js';
import { selectSpace } from '../sql/tables/spaces.js';
import { BackupArgumentError, BackupError } from './backup-error.js';
import { type BackupKeys, newKeys } from './cipher.js';
import { type Manifest, type SpaceInBackup, type TableInBackup, writeManifest } from './manifest.js';
import { fileListPath, filePath, type PartFolder, rowsPath, spacePath, writeContent, writeRows } from './part.js';
import {
  type ManifestHead,
  openBegun,
  openFinished,
  removeTraces,
  writeBegun,
  writeFinished,
} from './unfinished-backup.js';

/** What is backed up with, and from. */
export interface BackupSource {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly files: FileStore;
  readonly keys: KeyRing;
}

export interface BackupOptions {
  /** Made when it is missing; else it must be empty, or have a backup that was cut off. */
  readonly folder: string;
  readonly spaces: readonly string[];
  /** Keeps the spaces that an attempt has finished which was cut off, and makes the others. */
  readonly resumes?: boolean;
  /** Undefined: it is not encrypted. */
  readonly passphrase: string | undefined;
  /** Of the server. */
  readonly version: string;
  readonly onProgress?: (progress: BackupProgress) => void;
  /** When aborted, the backup is left unfinished. */
  readonly signal?: AbortSignal;
}

export interface BackupProgress {
  readonly space: string;
  /** Of the space so far. */
  readonly rows: number;
  readonly files: number;
}

/** Rows of a page at most, and about how many characters it should have. */
const mostRows = 1_000;
const pageCharacters = 1_000_000;

/** Snapshots in a row whose files were replaced before they were copied. */
const maxSnapshots = 20;

/**
 * @returns the manifest, written when all else is there
 * @throws BackupArgumentError for a folder that is not empty, or where nothing can be resumed; BackupError when a space is removed
 *   meanwhile; the reason of the signal
 */
export async function backUp(source: BackupSource, options: BackupOptions): Promise<Manifest> {
  const { folder, signal } = options;
  const { head, keys } = await (options.resumes ? resume(source, options) : begin(source, options));
  const place = { folder, keys };
  const spaces: SpaceInBackup[] = [];
  for (const id of options.spaces) {
    signal?.throwIfAborted();
    let space = options.resumes ? await openFinished(place, id) : undefined;
    if (space === undefined) {
      await rm(join(folder, spacePath(id)), { recursive: true, force: true });
      space = await new SpaceBackup(source, place, id, options).run();
      await writeFinished(place, head, space);
    }
    spaces.push(space);
  }
  const manifest = await writeManifest(folder, { ...head, spaces }, keys);
  await removeTraces(folder, spaces);
  return manifest;
}

interface Begun {
  readonly head: ManifestHead;
  /** Undefined: it is not encrypted. */
  readonly keys: BackupKeys | undefined;
}

async function begin(source: BackupSource, { folder, passphrase, version }: BackupOptions): Promise<Begun> {
  await requireEmpty(folder);
  const encryption = passphrase === undefined ? undefined : await newKeys(passphrase);
  const head = {
    format: 'headwater-backup',
    version: 1,
    made_at: new Date().toISOString(),
    server: version,
    schema: schemaVersion,
    secret: source.keys.fingerprint(),
    encryption: encryption?.derivation ?? null,
  } as const;
  await writeBegun({ folder, keys: encryption?.keys }, head);
  return { head, keys: encryption?.keys };
}

/** One manifest says of all spaces which tables they have, and which secret and passphrase they need. */
async function resume(source: BackupSource, { folder, passphrase, version }: BackupOptions): Promise<Begun> {
  const { manifest, keys } = await openBegun(folder, passphrase);
  const { spaces: _, seal: __, ...head } = manifest;
  const isSame = head.server === version && head.schema === schemaVersion && head.secret === source.keys.fingerprint();
  if (!isSame || (passphrase === undefined) !== (head.encryption === null)) {
    throw new BackupArgumentError(
      `${folder} was begun by version ${head.server}, or with another secret or passphrase: make a new backup elsewhere`,
    );
  }
  return { head, keys };
}

async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new BackupArgumentError(
      `${folder} is not empty: name a folder that is not there yet, or go on with the backup that was cut off there (--resume)`,
    );
  }
}

interface CopiedFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly contentBytes: number;
}

/** Another write has replaced a file that the snapshot still names. */
class FileReplaced extends Error {}

class SpaceBackup {
  /** By the name of the file. */
  private readonly copied = new Map<string, CopiedFile>();
  private readonly progress: { space: string; rows: number; files: number };

  constructor(
    private readonly source: BackupSource,
    private readonly place: PartFolder,
    private readonly space: string,
    private readonly options: BackupOptions,
  ) {
    this.progress = { space, rows: 0, files: 0 };
  }

  async run(): Promise<SpaceInBackup> {
    const { db } = this.source;
    // Most files are copied without a snapshot, which would stay open for so long.
    await this.copyFiles((statement) => db.read(statement)).catch(passReplaced);
    for (let left = maxSnapshots; ; left--) {
      try {
        return await db.snapshot((read) => this.copySpace(read));
      } catch (error) {
        if (!(error instanceof FileReplaced)) throw error;
        if (left === 0)
          throw new BackupError(`files of the space "${this.space}" are replaced all the time: try again`);
      }
    }
  }

  private async copySpace(read: SnapshotRead): Promise<SpaceInBackup> {
    const { db, catalog } = this.source;
    const [row] = await read(selectSpace(db.dialect, this.space));
    if (!row) throw new BackupError(`there is no space "${this.space}" any more`);
    const wanted = await this.copyFiles(read);
    const tables: TableInBackup[] = [];
    for (const table of spaceTables(catalog)) {
      const copied = table.copied === 'never' ? undefined : await this.copyTable(read, table);
      if (copied) tables.push(copied);
    }
    return {
      id: this.space,
      name: String(row.name),
      created_at: String(row.created_at),
      revision: Number(row.revision),
      metadata_revision: Number(row.metadata_revision),
      logged_from: Number(row.logged_from),
      catalog_version: row.catalog_version === null ? null : String(row.catalog_version),
      tables,
      files: await this.listFiles(wanted),
    };
  }

  private async copyTable(read: SnapshotRead, table: SpaceTable): Promise<TableInBackup | undefined> {
    const pages = this.pagesOf(read, table);
    const first = await pages.next();
    if (first.done) return undefined;
    async function* all() {
      yield first.value as readonly string[];
      yield* pages;
    }
    const part = await writeRows(this.place, rowsPath(this.space, table.name), all());
    const columns = table.columns.filter(({ name }) => !table.leftOut?.includes(name));
    return { table: table.name, columns: Object.fromEntries(columns.map(({ name, type }) => [name, type])), ...part };
  }

  private async *pagesOf(read: SnapshotRead, table: SpaceTable): AsyncGenerator<readonly string[]> {
    const { dialect } = this.source.db;
    let limit = 50;
    let after: readonly unknown[] | undefined;
    for (;;) {
      this.options.signal?.throwIfAborted();
      const rows = (await read(selectRows(dialect, this.space, table, after, limit))).map(({ j }) => String(j));
      const last = rows.at(-1);
      if (last === undefined) return;
      this.progress.rows += rows.length;
      this.options.onProgress?.(this.progress);
      yield rows;
      if (rows.length < limit) return;
      const values = JSON.parse(last) as Readonly<Record<string, unknown>>;
      after = table.key.map((name) => values[name]);
      // Twice as many at most: the rows to come may be longer.
      const length = rows.reduce((sum, text) => sum + text.length, 0) / rows.length;
      limit = Math.max(1, Math.min(mostRows, 2 * limit, Math.ceil(pageCharacters / length)));
    }
  }

  /**
   * Copies the files that records name and that are not copied yet.
   * @returns their names, as they are read @throws FileReplaced
   */
  private async copyFiles(read: SnapshotRead): Promise<ReadonlySet<string>> {
    const { db, catalog } = this.source;
    const wanted = new Set<string>();
    const files = catalog.existing(cloudObject);
    for (let after = ''; ; ) {
      const rows = await read(compileStorageKeys(db.dialect, this.space, files, after, mostRows));
      for (const { k } of rows) {
        this.options.signal?.throwIfAborted();
        const { name } = fileKeyParts(String(k));
        wanted.add(name);
        if (!this.copied.has(name)) await this.copyFile(name);
      }
      if (rows.length < mostRows) return wanted;
      after = String(rows.at(-1)?.k);
    }
  }

  private async copyFile(name: string): Promise<void> {
    const key = `${this.space}/${name}`;
    let content: Awaited<ReturnType<FileStore['read']>>;
    try {
      content = await this.source.files.read(key);
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
      if (await this.isNamed(key)) return;
      throw new FileReplaced();
    }
    this.copied.set(name, await writeContent(this.place, filePath(this.space, name), content));
    this.progress.files++;
    this.options.onProgress?.(this.progress);
  }

  private async isNamed(key: string): Promise<boolean> {
    const { db, catalog } = this.source;
    const rows = await db.read(compileKeysInUse(db.dialect, this.space, catalog.existing(cloudObject), [key]));
    return rows.length > 0;
  }

  private async listFiles(wanted: ReadonlySet<string>): Promise<SpaceInBackup['files']> {
    for (const name of this.copied.keys()) {
      if (!wanted.has(name)) await rm(join(this.place.folder, filePath(this.space, name)));
    }
    if (wanted.size === 0) return null;
    let missing = 0;
    let content_bytes = 0;
    const lines: string[] = [];
    for (const name of wanted) {
      const file = this.copied.get(name);
      if (!file) missing++;
      content_bytes += file?.contentBytes ?? 0;
      lines.push(JSON.stringify({ name, bytes: file?.bytes ?? null, sha256: file?.sha256 ?? null }));
    }
    async function* all() {
      yield lines;
    }
    return { ...(await writeRows(this.place, fileListPath(this.space), all())), content_bytes, missing };
  }
}

function passReplaced(error: unknown): void {
  if (!(error instanceof FileReplaced)) throw error;
}
