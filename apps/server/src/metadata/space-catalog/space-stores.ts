/**
 * The store of each space, by what the space has defined now. Spaces that have defined nothing share one.
 */
import type { Catalog } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import { withBoundedReads } from '../../db/bounded-reads.js';
import type { Database } from '../../db/database.js';
import { endDeadline, startDeadline } from '../../db/deadlines.js';
import { ApiError } from '../../errors/api-error.js';
import { readOptionValues } from '../../records/derived/option-values.js';
import { createRecordStore, type RecordStore } from '../../records/record-store.js';
import { getOrMake } from '../../sql/cache.js';
import { selectMetadataRevision } from '../../sql/tables/spaces.js';
import { buildSpaceCatalog } from './build-space-catalog.js';
import { readMetadata, type StoredMetadata } from './metadata.js';

export interface SpaceStores {
  /**
   * @returns the store of a space by a catalog that was current after this was asked; the shared one for a space that is not there
   * @throws ApiError `ERROR_UNAVAILABLE`
   */
  of(space: string): Promise<RecordStore>;
  /** The same, with the revision of the space's last change at that moment; 0 for a space that is not there. */
  at(space: string): Promise<StoreAt>;
}

export interface StoreAt {
  readonly store: RecordStore;
  readonly revision: number;
}

interface Revisions {
  readonly ofMetadata: number;
  readonly ofSpace: number;
}

/** Each keeps the statements that it has compiled: spaces that nobody asks for any more must not keep theirs. */
const maxStores = 100;

/** A space changes its fields now and then, not all the time. */
const maxAttempts = 5;

/** A look takes a millisecond. */
const longestLookMs = 1_000;

interface CachedStore {
  /** Metadata revision of the space that `store` was made at, at the least; 0 before the first one. */
  revision: number;
  store: Promise<RecordStore>;
}

/**
 * @param system the store by the catalog that all spaces have
 * @param limitMs how long each read may take by which a store is found or made; a look that is shared may begin a second later
 */
export function createSpaceStores(system: RecordStore, limitMs = 60_000): SpaceStores {
  return new CurrentStores(system, limitMs);
}

class CurrentStores implements SpaceStores {
  private readonly system: RecordStore;
  private readonly bounded: Database;
  private readonly looks: FreshLook<Revisions>;
  private readonly cached = new LRUCache<string, CachedStore>({ max: maxStores });

  constructor(system: RecordStore, limitMs: number) {
    this.system = { ...system, renew: (space) => this.of(space) };
    this.bounded = withBoundedReads(system.db, limitMs);
    this.looks = new FreshLook((space) => readRevisions(this.bounded, space), longestLookMs);
  }

  async of(space: string): Promise<RecordStore> {
    return this.storeAt(space, (await this.looks.of(space)).ofMetadata);
  }

  async at(space: string): Promise<StoreAt> {
    const { ofMetadata, ofSpace } = await this.looks.of(space);
    const store = this.storeAt(space, ofMetadata);
    return { store: store instanceof Promise ? await store : store, revision: ofSpace };
  }

  private storeAt(space: string, revision: number): RecordStore | Promise<RecordStore> {
    if (revision === 0) return this.system;
    const kept = getOrMake(this.cached, space, () => ({ revision: 0, store: Promise.resolve(this.system) }));
    // Who has looked earlier may come later.
    if (kept.revision < revision) this.load(kept, space, revision);
    return kept.store;
  }

  private load(kept: CachedStore, space: string, revision: number): void {
    const loaded = this.make(space, revision);
    Object.assign(kept, { revision, store: loaded });
    const finish = (known: number) => {
      if (kept.store === loaded) kept.revision = known;
    };
    loaded.then(
      ({ metadataRevision: known }) => finish(known),
      () => finish(0),
    );
  }

  /** Reads with several statements, so again when the space was changed meanwhile: one part would be older than another. */
  private async make(space: string, revision: number): Promise<RecordStore> {
    const { catalog, db, answerLimits, jobSignal, definitions, renew, rules } = this.system;
    for (let [known, attempt] = [revision, 1]; attempt <= maxAttempts; attempt++) {
      const metadata = await readMetadata(this.bounded, catalog, space);
      const own = buildSpaceCatalog(catalog, metadata.living);
      const optionValues = await readOptionValues(this.bounded, own, space);
      const current = (await readRevisions(this.bounded, space)).ofMetadata;
      if (current === known) {
        const store = createRecordStore(own, db, rules, known, answerLimits);
        const withDeleted = catalogWithDeleted(catalog, own, metadata);
        return { ...store, withDeleted, optionValues, jobSignal, definitions, ...(renew && { renew }) };
      }
      known = current;
    }
    throw new ApiError('ERROR_UNAVAILABLE', 'The fields of the space are being changed. Try again later.');
  }
}

/** Made when it is first requested: few writes need it. */
function catalogWithDeleted(system: Catalog, own: Catalog, { living, withDeleted }: StoredMetadata): () => Catalog {
  let made = withDeleted === living ? own : undefined;
  return () => {
    made ??= buildSpaceCatalog(system, withDeleted);
    return made;
  };
}

async function readRevisions(db: Database, space: string): Promise<Revisions> {
  const [row] = await db.read(selectMetadataRevision(db.dialect, space));
  return { ofMetadata: Number(row?.v ?? 0), ofSpace: Number(row?.r ?? 0) };
}

// Looks something up for many who ask at the same time: each gets an answer that was looked up after he asked, and those who ask while
// a look is under way share the next one. A look that takes long, because its connection hangs, keeps nobody else.

interface Look<T> {
  /** Resolves when the look has ended, well or not. */
  readonly ended: Promise<unknown>;
  /** The look after it, once somebody waits for it. */
  next?: Promise<T>;
}

export class FreshLook<T> {
  /** By what is looked up; only looks under way. */
  private readonly looks = new Map<string, Look<T>>();

  /** @param longestMs how long the next look waits for the one under way */
  constructor(
    private readonly ask: (key: string) => Promise<T>,
    private readonly longestMs: number,
  ) {}

  /** @throws what `ask` throws, to all who share the look */
  of(key: string): Promise<T> {
    const look = this.looks.get(key);
    if (!look) return this.begin(key);
    look.next ??= this.afterwards(look.ended).then(() => this.begin(key));
    return look.next;
  }

  /** Resolves when the look has ended, or has taken too long. */
  private afterwards(ended: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const deadline = startDeadline(this.longestMs, resolve);
      void ended.then(() => {
        endDeadline(deadline);
        resolve();
      });
    });
  }

  private begin(key: string): Promise<T> {
    const answer = this.ask(key);
    const look: Look<T> = { ended: answer.then(ignore, ignore) };
    this.looks.set(key, look);
    void look.ended.then(() => {
      if (look.next === undefined && this.looks.get(key) === look) this.looks.delete(key);
    });
    return answer;
  }
}

function ignore(): void {}
