/**
 * Fills the index over parts of texts behind the writes, where the database does not do that itself. No request waits for it: searches
 * take what it does not know yet as well. Any number of processes may do it at once, as each transaction begins where the last one ended.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Database } from '../db/database.js';
import { searchedTypes } from '../sql/filter/search-index.js';
import { revisionsOfSpaces } from '../sql/tables/spaces.js';
import { nextSource, SearchCompiler } from '../sql/write/compile-search.js';

const everyMs = 5_000;

/** Records that a search may test because the index does not know them: it takes some milliseconds. */
export const mostUnknown = 1_000;

/** Records of one transaction, which others who write may have to wait for. */
const recordsAtOnce = 1_000;

interface Deps {
  readonly db: Database;
  readonly catalog: Catalog;
}

/** The records of an entity type of a space. */
interface Searched {
  readonly space: string;
  readonly entityType: EntityType;
}

/** @param onFailure gets each failure; what failed is tried again after a while */
export function startSearchFiller(deps: Deps, onFailure: (error: unknown) => void): SearchFiller {
  const filler = new SearchFiller(deps, onFailure);
  if (deps.db.dialect.searchesApart) filler.start();
  return filler;
}

export class SearchFiller {
  private readonly stopping = new AbortController();
  /** The revision of each space at which nothing was left to do. */
  private readonly looked = new Map<string, number>();
  private looking: Promise<void> | undefined;

  constructor(
    private readonly deps: Deps,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(): void {
    const timer = setInterval(() => this.look(), everyMs);
    timer.unref();
    this.stopping.signal.addEventListener('abort', () => clearInterval(timer));
    this.look();
  }

  /** Waits for the transaction that is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking;
  }

  private look(): void {
    if (this.stopping.signal.aborted) return;
    this.looking ??= this.fillChanged()
      .catch(this.onFailure)
      .finally(() => {
        this.looking = undefined;
      });
  }

  private async fillChanged(): Promise<void> {
    const { db, catalog } = this.deps;
    for (const row of await db.read(revisionsOfSpaces)) {
      const [space, revision] = [String(row.space_id), Number(row.revision)];
      if (this.looked.get(space) === revision) continue;
      for (const entityType of searchedTypes(catalog.entityTypes)) {
        if (this.stopping.signal.aborted) return;
        if ((await countUnknown(db, { space, entityType }, mostUnknown + 1)) <= mostUnknown) continue;
        await fillSearch(db, { space, entityType }, this.stopping.signal);
      }
      this.looked.set(space, revision);
    }
  }
}

/** @returns how many records the index does not know, or not as they are now, counted no further than the limit */
export async function countUnknown(db: Database, { space, entityType }: Searched, limit: number): Promise<number> {
  const [row] = await db.read(new SearchCompiler(db.dialect, space, entityType).tail(limit));
  return Number(row?.n ?? 0);
}

/** Records that the index does not know, or not as they are now. */
export interface Unindexed {
  readonly space: string;
  /** Its name. */
  readonly entityType: string;
  readonly records: number;
}

/** @returns how many there are, of entity types of which there are some; none where the database fills the index itself */
export async function unindexedRecords({ db, catalog }: Deps): Promise<Unindexed[]> {
  const found: Unindexed[] = [];
  for (const row of db.dialect.searchesApart ? await db.read(revisionsOfSpaces) : []) {
    const space = String(row.space_id);
    for (const entityType of searchedTypes(catalog.entityTypes)) {
      const records = await countUnknown(db, { space, entityType }, Number.MAX_SAFE_INTEGER);
      if (records > 0) found.push({ space, entityType: entityType.name, records });
    }
  }
  return found;
}

/** Fills the index with all that has changed, in bounded transactions; between them others write. */
export async function fillSearch(db: Database, searched: Searched, stopping?: AbortSignal): Promise<void> {
  let isOpen = true;
  while (isOpen && !stopping?.aborted) {
    const start = performance.now();
    isOpen = await fillSome(db, searched);
    if (isOpen) await sleep(performance.now() - start);
  }
}

/** @returns whether there may be more. */
async function fillSome(db: Database, { space, entityType }: Searched): Promise<boolean> {
  const compiler = new SearchCompiler(db.dialect, space, entityType);
  return db.write(async (transaction) => {
    const [row] = await transaction.run(compiler.tail(recordsAtOnce));
    if (!row) return false;
    if ((await transaction.run(compiler.begun())).length === 0) {
      const [next] = await transaction.run(nextSource);
      await transaction.run(compiler.begin(Number(next?.source)));
    }
    const last = { revision: Number(row.revision), id: String(row.id) };
    await transaction.run(compiler.addDocs(last));
    await transaction.run(compiler.addParts(last));
    await transaction.run(compiler.moveTo(last));
    return Number(row.n) === recordsAtOnce;
  });
}
