/**
 * Remembers which tables answers to reads were made of, and tells whether one of these has changed: the revisions of collections in the
 * database do, so that the writes of all processes count.
 */
import type { Catalog } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.js';
import { selectChangedTables } from '../../sql/tables/collections.js';
import { tablesRead } from '../../sql/tables-read.js';

const maxSpaces = 1_000;
const maxAnswers = 10_000;
/** Of a request whose answer is remembered. */
const maxCharacters = 4_000;

/** By table, the revision of its last change. */
export type TableRevisions = ReadonlyMap<string, number>;

interface SpaceRevisions {
  /** Of the space: all changes up to it are in `tables`. */
  readonly revision: number;
  readonly tables: TableRevisions;
}

interface KnownAnswer {
  readonly tag: string;
  readonly tables: readonly string[];
  /** Of the last change of the tables, ahead of the read. */
  readonly revision: number;
}

/** Of one server. */
export class KnownAnswers {
  private readonly spaces = new LRUCache<string, SpaceRevisions>({ max: maxSpaces });
  private readonly answers = new LRUCache<string, KnownAnswer>({ max: maxAnswers });

  /** @param edition of the server: another one may answer in another way */
  constructor(
    private readonly db: Database,
    readonly edition: string,
  ) {}

  /** Must be awaited ahead of a read. @returns the revisions of all tables, as they were at a revision of the space or later */
  async revisions(space: string, revision: number): Promise<TableRevisions> {
    const cached = this.spaces.get(space);
    if (cached !== undefined && cached.revision >= revision) return cached.tables;
    const changed = await this.db.read(selectChangedTables(this.db.dialect, space, cached?.revision ?? -1));
    const tables = new Map(cached?.tables);
    for (const { t, r } of changed) tables.set(String(t), Number(r));
    // Who has asked earlier may come later.
    if ((this.spaces.get(space)?.revision ?? -1) < revision) this.spaces.set(space, { revision, tables });
    return tables;
  }

  /** @param key of a request @returns the tag of the answer while that is the same; undefined also for an answer that is not known */
  tagOf(key: string, revisions: TableRevisions): string | undefined {
    const known = this.answers.get(key);
    return known !== undefined && lastOf(known.tables, revisions) === known.revision ? known.tag : undefined;
  }

  /**
   * Takes note of an answer.
   * @param texts of the statements that it was read with
   * @param makeTag gets the revision of the last change of what was read
   * @returns the tag; undefined for an answer that may change without a record
   */
  add(
    key: string,
    read: { readonly catalog: Catalog; readonly texts: Iterable<string>; readonly revisions: TableRevisions },
    makeTag: (revision: number) => string,
  ): string | undefined {
    const tables = tablesRead(read.catalog, read.texts);
    if (tables === undefined) return undefined;
    const revision = lastOf(tables, read.revisions);
    const tag = makeTag(revision);
    if (key.length <= maxCharacters) this.answers.set(key, { tag, tables, revision });
    return tag;
  }
}

function lastOf(tables: readonly string[], revisions: TableRevisions): number {
  let last = 0;
  for (const table of tables) last = Math.max(last, revisions.get(table) ?? 0);
  return last;
}
