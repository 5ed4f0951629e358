/**
 * A list that is read again when a change may concern it. Must not know entity types, nor how changes are read.
 */
import { type Change, patiently } from '../changes.js';
import { ending } from '../ending.js';
import { ApiError } from '../errors/api-errors.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import { pause } from '../fetch/repeating-fetch.js';
import { unionCollections } from '../generated/union-collections.js';
import type { ListBody } from '../list-types.js';
import { type Result, unwrap } from '../unwrap.js';
import type { ChangeWatch, Watcher } from './change-watch.js';
import { type ReadRequest, toQuery } from './to-query.js';

/** What `live` takes, in the form in which it is read here. */
export interface LiveRequest extends Omit<ReadRequest, 'first' | 'after' | 'includeTotal'> {
  readonly limit?: number;
  readonly throttleMs?: number;
  readonly changesOf?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What is asked, and of whom. */
export interface LiveSource {
  readonly watch: ChangeWatch;
  /** Asks for a page of the collection. */
  getPage(query: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Result<ListBody>>;
  /** Finishes a record of an answer. */
  finish(record: unknown): void;
}

const mostRecordsPerPage = 100;
const mostRecords = 1_000;
const usualThrottleMs = 250;
const gone = 410;

/**
 * Yields the records at first, and again when they have changed. Reads only when the next list is asked for, so that who is slow gets
 * the last one and not all between. A record that has not changed is the same object in each list.
 *
 * There is no gap: the watch is joined before the list is read, changes up to the list's own revision are in it already, and a later one
 * leads to another reading. Its `return` ends what is being waited for at once.
 * @throws TypeError a setting is out of its bounds; UnexpectedAnswerError a server without a feed; ApiError; the reason of the signal;
 * of the first reading NetworkError and TimeoutError as well, later ones wait until somebody answers
 */
export function liveList(source: LiveSource, request: LiveRequest): AsyncGenerator<readonly unknown[], void, void> {
  return ending((signal) => readLists(source, request, signal), request.signal);
}

async function* readLists(
  { watch, getPage, finish }: LiveSource,
  request: LiveRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly unknown[], void, void> {
  const { limit = mostRecordsPerPage, throttleMs = usualThrottleMs, changesOf, ...asked } = request;
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= mostRecords))
    throw new TypeError(`limit must be a whole number from 1 to ${mostRecords}`);
  if (!(throttleMs >= 0 && Number.isFinite(throttleMs)))
    throw new TypeError('throttleMs must be a number of milliseconds');
  const query = toQuery(asked);
  const news = new News(concernedBy(changesOf));
  const leave = watch.join(news);
  const end = () => {
    // Also while nobody asks for the next list: what waits for changes would keep the process alive.
    leave();
    news.wake();
  };
  signal.addEventListener('abort', end);
  try {
    let last: ReadonlyMap<string, unknown> | undefined;
    for (;;) {
      const begun = performance.now();
      news.isGone = false;
      const read = () => readRecords(getPage, query, limit, signal);
      const { data, revision } = await patiently(read, last !== undefined, signal);
      watch.follow(revision);
      const texts = data.map((record) => JSON.stringify(record));
      const list = new Map(texts.map((text, at) => [text, last?.get(text) ?? finished(data[at], finish)]));
      if (last === undefined || !isSame(last, list)) {
        last = list;
        yield [...list.values()];
      }
      await news.since(revision, signal);
      await pause(Math.max(0, begun + throttleMs - performance.now()), signal);
    }
  } finally {
    signal.removeEventListener('abort', end);
    leave();
  }
}

/** What the feed has announced to one list. */
class News implements Watcher {
  /** Changes are not kept for long enough: what was missed is not known. */
  isGone = false;
  #newest = 0;
  #failure: { readonly error: unknown } | undefined;
  readonly #concerns: (change: Change) => boolean;
  wake = () => {};

  constructor(concerns: (change: Change) => boolean) {
    this.#concerns = concerns;
  }

  changed(changes: readonly Change[]): void {
    for (const one of changes) if (this.#concerns(one)) this.#newest = Math.max(this.#newest, one.revision);
    this.wake();
  }

  ended(error: unknown): void {
    if (error instanceof ApiError && error.status === gone) this.isGone = true;
    else this.#failure = { error };
    this.wake();
  }

  /** Waits for a change that a list of the revision does not show. @throws why nothing can come any more; the reason of the signal */
  async since(revision: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#failure) throw this.#failure.error;
      if (this.#newest > revision || this.isGone) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

/**
 * Every change, unless the caller knows better: a record shows rows that are records of other collections, and what is reached by relations
 * can be any record. A change does not say what leads to it.
 * @param changesOf collections, or entity types
 */
function concernedBy(changesOf: readonly string[] | undefined): (change: Change) => boolean {
  if (changesOf === undefined) return () => true;
  if (changesOf.length === 0)
    throw new TypeError('changesOf must name a collection; leave it out for what concerns the list');
  const names = new Set<string | null>(changesOf.flatMap((name) => unionCollections[name] ?? [name]));
  return ({ collection, entity }) => names.has(collection) || names.has(entity);
}

/** @returns the records, and the revision of the space from which on they may have changed */
async function readRecords(
  getPage: LiveSource['getPage'],
  query: Readonly<Record<string, unknown>>,
  limit: number,
  signal: AbortSignal,
): Promise<{ data: unknown[]; revision: number }> {
  const data = new Map<unknown, unknown>();
  let revision: number | undefined;
  for (let after: string | undefined; ; ) {
    const first = Math.min(mostRecordsPerPage, limit - data.size);
    const asking = getPage({ ...query, first, after }, signal);
    const page = await unwrap(asking);
    revision ??= Number((await asking).response.headers.get('Space-Revision') ?? Number.NaN);
    if (Number.isNaN(revision))
      throw new UnexpectedAnswerError('The answer has no "Space-Revision", so it is not known what changes it');
    // A record that has moved meanwhile can be on two pages; the change that moved it leads to another reading.
    for (const record of page.data) data.set((record as { readonly id: string }).id, record);
    const { has_next_page: hasNext, end_cursor: end } = page.page_info ?? {};
    if (!hasNext || !end || end === after || data.size >= limit) return { data: [...data.values()], revision };
    after = end;
  }
}

function finished(record: unknown, finish: (record: unknown) => void): unknown {
  finish(record);
  return record;
}

function isSame(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  const others = other.keys();
  return one.size === other.size && [...one.keys()].every((text) => text === others.next().value);
}
