/**
 * Removes a space: at once from the directory, so that nobody sees it any more, then its rows and files, some at a time. What was cut off
 * is finished by the same call.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalog } from '@headwater/catalog';
import type { Database, Transaction } from '../db/database.js';
import type { FileStore } from '../files/file-store.js';
import { searchedSpaceTables } from '../sql/filter/search-index.js';
import { deleteRows, emptyReference } from '../sql/tables/copy-rows.js';
import { beginWork, endLease, endWork, extendLease, findFormer, type SpaceWork } from '../sql/tables/former-spaces.js';
import { spaceTables } from '../sql/tables/space-tables.js';
import { deleteSpaceRow } from '../sql/tables/spaces.js';
import { unfinished } from './space-directory.js';
import { SpaceError } from './space-error.js';

/** What is removed with, and from. */
export interface SpaceHolder {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly files: FileStore;
}

export interface RemovalProgress {
  readonly rows: number;
  readonly files: number;
}

export interface Removal {
  readonly onProgress?: (progress: RemovalProgress) => void;
  /** When aborted, it ends behind the chunk that it is at: the same call later does the rest. */
  readonly signal?: AbortSignal;
}

const rowsAtOnce = 1_000;
/** A store that is slow removes so many well within the lease. */
const filesAtOnce = 100;

/** Between two transactions, in which others write. */
const pauseMs = 2;

/** Longer than a transaction of the work takes, or the upload of a file between two of them. */
const leaseMs = 5 * 60_000;

/**
 * @throws SpaceError when there is no such space, and nothing left of one, or another process is at it; the reason of the signal
 */
export async function deleteSpace(holder: SpaceHolder, space: string, removal: Removal = {}): Promise<RemovalProgress> {
  const { db } = holder;
  const work = await SpaceWorker.begin(db, space, 'delete', async (transaction) => {
    const [row] = await transaction.run(deleteSpaceRow(db.dialect, space));
    if (row) return Number(row.revision);
    const [former] = await transaction.run(findFormer(db.dialect, space));
    if (typeof former?.work !== 'string') throw new SpaceError(`there is no space "${space}"`);
    return 0;
  });
  return work.endingWith(async () => {
    const removed = await removeRemains(holder, work, removal);
    await db.write((transaction) => work.end(transaction));
    return removed;
  });
}

/** Removes the rows and files of a space that is not in the directory. */
export async function removeRemains(
  holder: SpaceHolder,
  work: SpaceWorker,
  { onProgress, signal }: Removal,
): Promise<RemovalProgress> {
  const progress = { rows: 0, files: 0 };
  for await (const rows of removeRows(holder, work)) {
    progress.rows += rows;
    onProgress?.(progress);
    signal?.throwIfAborted();
  }
  for await (const page of holder.files.list(work.space)) {
    for (let start = 0; start < page.length; start += filesAtOnce) {
      // Another process that has taken the work over may have restored files of the same keys.
      await holder.db.write((transaction) => work.require(transaction));
      const files = page.slice(start, start + filesAtOnce);
      for (const { key } of files) await holder.files.remove(key);
      progress.files += files.length;
      onProgress?.(progress);
      signal?.throwIfAborted();
    }
  }
  await holder.files.removeUnfinished(work.space, new Date());
  return progress;
}

/** Yields the number of rows of each chunk. */
async function* removeRows({ db, catalog }: SpaceHolder, work: SpaceWorker): AsyncGenerator<number> {
  const { dialect } = db;
  const tables = spaceTables(catalog);
  const statements = [
    // What others find the space by goes first.
    ...tables.filter(({ isEntrance }) => isEntrance).map(emptyTable),
    ...tables.flatMap(({ name, late }) =>
      late.map((column) => () => emptyReference(dialect, work.space, name, column, rowsAtOnce)),
    ),
    ...tables.toReversed().map(emptyTable),
    ...(dialect.searchesApart ? searchedSpaceTables : []).map(emptyTable),
  ];
  function emptyTable({ name, key }: { readonly name: string; readonly key: readonly string[] }) {
    return () => deleteRows(dialect, work.space, name, key, rowsAtOnce);
  }
  for (const statement of statements) {
    for (let found = rowsAtOnce; found === rowsAtOnce; ) {
      found = await db.write(async (transaction) => {
        await work.require(transaction);
        return (await transaction.run(statement())).length;
      });
      if (found > 0) yield found;
      if (found === rowsAtOnce) await sleep(pauseMs);
    }
  }
}

/** The work of this process on the rows of a space that nobody sees. What it writes without its lease is not written. */
export class SpaceWorker {
  private constructor(
    private readonly db: Database,
    readonly space: string,
    private readonly owner: string,
    /** Of the last change of an earlier space of the name; 0: there was none. */
    readonly formerRevision: number,
  ) {}

  /**
   * @param check runs in the transaction that takes the name. @returns the revision of the space that it has taken from the directory
   * @throws SpaceError while another process is at work; what `check` throws
   */
  static async begin(
    db: Database,
    space: string,
    work: SpaceWork,
    check: (transaction: Transaction) => Promise<number>,
  ): Promise<SpaceWorker> {
    const owner = randomUUID();
    const former = await db.write(async (transaction) => {
      const revision = await check(transaction);
      const now = Date.now();
      const lease = { owner, until: now + leaseMs };
      const [row] = await transaction.run(beginWork(db.dialect, space, work, lease, now, revision));
      if (!row) throw unfinished(space);
      return Number(row.revision);
    });
    return new SpaceWorker(db, space, owner, former);
  }

  /** Begins each transaction of the work. @throws SpaceError when another process has taken it over */
  async require(transaction: Transaction): Promise<void> {
    const lease = { owner: this.owner, until: Date.now() + leaseMs };
    const [row] = await transaction.run(extendLease(this.db.dialect, this.space, lease));
    if (!row) throw unfinished(this.space);
  }

  /** Ends the work as a part of a transaction: nothing is left of the space, or it is in the directory by then. */
  async end(transaction: Transaction): Promise<void> {
    const [row] = await transaction.run(endWork(this.db.dialect, this.space, this.owner));
    if (!row) throw unfinished(this.space);
  }

  /** Runs the work. When it fails, others may take it over at once. */
  async endingWith<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      // What has failed is the reason; without this the lease ends by itself.
      await this.db
        .write((transaction) => transaction.run(endLease(this.db.dialect, this.space, this.owner)))
        .catch(() => {});
      throw error;
    }
  }
}
