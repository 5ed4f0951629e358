/**
 * Restores one space of a backup: its files, then its rows, some at a time, and in one last transaction what makes the space visible. What
 * was cut off before is seen by nobody, and removed by the next attempt.
 */
import type { Readable } from 'node:stream';
import type { KeyRing } from '../auth/key-ring.js';
import type { Transaction } from '../db/database.js';
import { refreshStatistics } from '../db/refresh-statistics.js';
import { copiedFileKey, type FileStore } from '../files/file-store.js';
import { systemCall } from '../records/call.js';
import { cloudObject } from '../records/content/content-store.js';
import type { RecordStore } from '../records/record-store.js';
import { inTransaction } from '../records/write/run-write.js';
import { readAllStored } from '../records/write/stored-record.js';
import type { WriteContext } from '../records/write/write-context.js';
import { writeRecord } from '../records/write/write-records.js';
import { removeRemains, SpaceWorker } from '../spaces/delete-space.js';
import { migrateSpace } from '../spaces/migrate-spaces.js';
import { requireSpaceId } from '../spaces/space-directory.js';
import { SpaceError } from '../spaces/space-error.js';
import { showKeysGone } from '../spaces/space-keys.js';
import type { Statement } from '../sql/binder.js';
import { requiredBooleans, tableName } from '../sql/columns.js';
import { touchCollections } from '../sql/tables/collections.js';
import { insertRows, setColumns } from '../sql/tables/copy-rows.js';
import { findFormer, forgetName } from '../sql/tables/former-spaces.js';
import type { SpaceColumn } from '../sql/tables/space-tables.js';
import { insertSpace, selectSpace, setMetadataRevision } from '../sql/tables/spaces.js';
import { filesOf } from './check-backup.js';
import { type FittingTable, fittingTables } from './fitting-tables.js';
import type { OpenBackup, SpaceInBackup } from './manifest.js';
import { movedRow, namesFiles } from './moved-rows.js';
import { filePath, readContent, readRows, rowsPath } from './part.js';

/** What is restored with, and into. */
export type RestoreTarget = RecordStore & { readonly files: FileStore; readonly keys: KeyRing };

export interface RestoreOptions {
  /** Name of the restored space. */
  readonly as: string;
  /** Whether its webhooks stay silent until somebody lets them go on. */
  readonly pauseWebhooks: boolean;
  readonly onProgress?: (progress: RestoreProgress) => void;
  /** When aborted, the restore is given up. */
  readonly signal?: AbortSignal;
}

export interface RestoreProgress {
  readonly space: string;
  readonly rows: number;
  readonly files: number;
}

export interface Restored extends RestoreProgress {
  readonly revision: number;
  /** Whether its API keys open it. */
  readonly hasKeys: boolean;
  readonly pausedWebhooks: number;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows of a transaction at most, and about how many characters. */
const mostRows = 500;
const mostCharacters = 1_000_000;

/** @throws SpaceError when there is such a space, or another process makes or removes it */
export async function requireAbsent(target: RecordStore, space: string): Promise<void> {
  requireSpaceId(space);
  const [row] = await target.db.read(selectSpace(target.db.dialect, space));
  if (row) throw exists(space);
}

/**
 * @param backup that has been checked
 * @throws SpaceError; BackupError when it does not fit this version; the reason of the signal. Then there is no space.
 */
export async function restoreSpace(
  target: RestoreTarget,
  backup: OpenBackup,
  space: SpaceInBackup,
  options: RestoreOptions,
): Promise<Restored> {
  requireSpaceId(options.as);
  const tables = fittingTables(target.catalog, backup.manifest, space);
  const { db } = target;
  let hasRemains = false;
  const work = await SpaceWorker.begin(db, options.as, 'restore', async (transaction) => {
    const [row] = await transaction.run(selectSpace(db.dialect, options.as));
    if (row) throw exists(options.as);
    const [former] = await transaction.run(findFormer(db.dialect, options.as));
    hasRemains = typeof former?.work === 'string';
    return 0;
  });
  const restored = await work.endingWith(async () => {
    if (hasRemains) await removeRemains(target, work, options.signal ? { signal: options.signal } : {});
    return new SpaceRestore(target, backup, space, options, tables, work).run();
  });
  await refreshStatistics(
    db,
    tables.map(({ table }) => table.name),
  );
  return restored;
}

function exists(space: string): SpaceError {
  const remedy = `remove it (headwater space delete ${space}), or restore under another name with --as`;
  return new SpaceError(`the space "${space}" exists: ${remedy}`);
}

class SpaceRestore {
  private readonly progress: { space: string; rows: number; files: number };
  /** The hashes of keys are made with the name and the secret. */
  private readonly keepsKeys: boolean;

  constructor(
    private readonly target: RestoreTarget,
    private readonly backup: OpenBackup,
    private readonly space: SpaceInBackup,
    private readonly options: RestoreOptions,
    private readonly tables: readonly FittingTable[],
    private readonly work: SpaceWorker,
  ) {
    this.progress = { space: options.as, rows: 0, files: 0 };
    this.keepsKeys = !this.isMoved && backup.manifest.secret === target.keys.fingerprint();
  }

  async run(): Promise<Restored> {
    await this.restoreFiles();
    const hidden = this.tables.filter(({ table }) => !table.isEntrance && this.isCopied(table.copied));
    for (const one of hidden) await this.restoreTable(one);
    for (const one of hidden.filter(({ table }) => table.late.length > 0)) await this.fillReferences(one);
    const entrances: [FittingTable, Row[]][] = [];
    for (const one of this.tables.filter(({ table }) => table.isEntrance && this.isCopied(table.copied))) {
      const rows: Row[] = [];
      for await (const some of this.rowsOf(one)) rows.push(...some);
      entrances.push([one, one.table.name === 'api_keys' && !this.keepsKeys ? [] : rows]);
    }
    return this.enter(entrances);
  }

  private get isMoved(): boolean {
    return this.options.as !== this.space.id;
  }

  private isCopied(copied: FittingTable['table']['copied']): boolean {
    return copied === 'always' || (copied === 'same-name' && !this.isMoved);
  }

  private async restoreFiles(): Promise<void> {
    const { files } = this.target;
    for await (const { name } of filesOf(this.backup, this.space)) {
      this.options.signal?.throwIfAborted();
      const content = readContent(this.backup, filePath(this.space.id, name));
      await files.put(copiedFileKey(name, this.options.as, files.owner), content as Readable);
      await this.write(() => []);
      this.progress.files++;
      this.options.onProgress?.(this.progress);
    }
  }

  private async restoreTable(one: FittingTable): Promise<void> {
    const { table } = one;
    const { dialect } = this.target.db;
    const late = new Set(table.late);
    // What an older record lacks is false, as the start of a server makes it.
    const booleans = new Set(requiredBooleans(this.target.catalog).get(table.name));
    const added = table.columns.filter((column) => booleans.has(column.name) && !one.columns.includes(column));
    const columns = [...one.columns, ...added];
    const storedValue = (row: Row, name: string) => (booleans.has(name) ? (row[name] ?? false) : row[name]);
    for await (const rows of this.rowsOf(one)) {
      const values = rows.map((row) => columns.map(({ name }) => (late.has(name) ? null : storedValue(row, name))));
      await this.write(() => [insertRows(dialect, this.options.as, table.name, columns, values)]);
      this.progress.rows += rows.length;
      this.options.onProgress?.(this.progress);
    }
  }

  /** References to rows that were not there when theirs was written. */
  private async fillReferences(one: FittingTable): Promise<void> {
    const { table } = one;
    const { dialect } = this.target.db;
    const columns = one.columns.filter(({ name }) => table.late.includes(name));
    if (columns.length === 0) return;
    for await (const rows of this.rowsOf(one)) {
      const values = rows
        .filter((row) => columns.some(({ name }) => row[name] !== null))
        .map((row) => [row.id, ...columns.map(({ name }) => row[name])]);
      if (values.length === 0) continue;
      await this.write(() => [setColumns(dialect, this.options.as, table.name, columns as SpaceColumn[], values)]);
    }
  }

  /** Yields chunks that one transaction takes. */
  private async *rowsOf({ part, table }: FittingTable): AsyncGenerator<readonly Row[]> {
    const filesTable = tableName(this.target.catalog.existing(cloudObject));
    const move = { from: this.space.id, to: this.options.as, owner: this.target.files.owner };
    const isMoved = namesFiles(table.name, filesTable);
    let chunk: Row[] = [];
    let characters = 0;
    for await (const rows of readRows(this.backup, rowsPath(this.space.id, table.name), part)) {
      for (const row of rows) {
        this.options.signal?.throwIfAborted();
        chunk.push(isMoved ? movedRow(table.name, filesTable, row, move) : row);
        characters += charactersOf(row);
        if (chunk.length < mostRows && characters < mostCharacters) continue;
        yield chunk;
        chunk = [];
        characters = 0;
      }
    }
    if (chunk.length > 0) yield chunk;
  }

  private async write(statements: () => ReturnType<typeof insertRows>[]): Promise<void> {
    await this.target.db.write(async (transaction) => {
      await this.work.require(transaction);
      for (const statement of statements()) await transaction.run(statement);
    });
  }

  /** The last transaction: from its commit on the space is there. */
  private async enter(entrances: readonly (readonly [FittingTable, readonly Row[]])[]): Promise<Restored> {
    const { as, pauseWebhooks } = this.options;
    const call = systemCall(as);
    let pausedWebhooks = 0;
    await inTransaction(this.target, call, async (context) => {
      const last = await this.enterDirectory(context.transaction);
      for (const [{ table, columns }, rows] of entrances) {
        if (rows.length === 0) continue;
        const values = rows.map((row) => columns.map(({ name }) => row[name]));
        await context.transaction.run(insertRows(context.dialect, as, table.name, columns, values));
      }
      await migrateSpace(this.target, context);
      if (!this.keepsKeys) await showKeysGone(context);
      pausedWebhooks = pauseWebhooks ? await pauseAllWebhooks(context) : 0;
      if (last) await context.transaction.run(last);
    });
    const [row] = await this.target.db.read(selectSpace(this.target.db.dialect, as));
    const hasKeys =
      this.keepsKeys && entrances.some(([{ table }, rows]) => table.name === 'api_keys' && rows.length > 0);
    return { ...this.progress, revision: Number(row?.revision), hasKeys, pausedWebhooks };
  }

  /** @returns the statement that ends it; undefined: none does */
  private async enterDirectory(transaction: Transaction): Promise<Statement | undefined> {
    const { dialect } = this.target.db;
    const { as } = this.options;
    const { revision, metadata_revision, ...columns } = this.space;
    await this.work.end(transaction);
    await transaction.run(forgetName(dialect, as));
    // Processes remember revisions of an earlier space of the name.
    const former = this.work.formerRevision;
    const isNew = former === 0;
    const first = Math.max(revision, former + 1);
    await transaction.run(
      insertSpace(dialect, as, {
        name: columns.name,
        created_at: columns.created_at,
        logged_from: columns.logged_from,
        catalog_version: columns.catalog_version,
        revision: isNew ? revision : first,
      }),
    );
    if (!isNew) await transaction.run(touchCollections(dialect, as, first));
    // Set last: what the transaction writes, it writes by the catalog that all spaces have.
    if (metadata_revision === 0) return undefined;
    return setMetadataRevision(dialect, as, isNew ? metadata_revision : first);
  }
}

/** About how much it is to send. */
function charactersOf(row: Row): number {
  let characters = 0;
  for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8;
  return characters;
}

/** @returns how many were not paused before */
async function pauseAllWebhooks(context: WriteContext): Promise<number> {
  const webhooks = await readAllStored(context, context.catalog.existing('Webhook'));
  const running = webhooks.filter(({ is_deleted, is_paused }) => is_deleted === false && is_paused !== true);
  for (const { id } of running) {
    const body = { is_paused: true, paused_reason: 'restored from a backup' };
    // Read-only members are written with 8; what else the record has is not looked at with 2.
    await writeRecord(context, { kind: 'update', entityType: 'Webhook', id: String(id), body, validationLevel: 10 });
  }
  return running.length;
}
