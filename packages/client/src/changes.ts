/**
 * `changes` of a client: the feed of a space as an endless list, which waits for what comes and outlasts lost connections; and
 * `revertChanges`, which puts back what is in it.
 */
import { ending } from './ending.js';
import { ApiError, RateLimitError, UnavailableError } from './errors/api-errors.js';
import { NetworkError, TimeoutError } from './errors/no-answer-errors.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import { newKey } from './fetch/idempotency-key.js';
import { pause } from './fetch/repeating-fetch.js';
import { retryDelayMs } from './fetch/retry-delay.js';
import type { components } from './generated/changes.js';
import { type Result, unwrap } from './unwrap.js';

/** What one transaction did to one record. */
export type Change = components['schemas']['Change'];

/** Which changes are read. Several values mean any of them. */
export interface ChangesOptions {
  /** The `cursor` of a change, or a revision such as that of `Space-Revision`; from the first one that is kept when absent. */
  readonly after?: string | number;
  /** Names of entity types or collections. */
  readonly entity?: string | readonly string[];
  readonly act?: Change['act'] | readonly Change['act'][];
  /** Names of members of which one has changed. */
  readonly fields?: string | readonly string[];
  /** Each change has its record as it is now, with these relations. */
  readonly expand?: string | readonly string[];
  /** Each change has its record as it is now, with these members. */
  readonly 'load-only'?: string | readonly string[];
  /** Changes that are requested at once, up to 1,000; 100 when absent. */
  readonly first?: number;
  /** False: ends with the changes that are there. Otherwise waits for more, for ever. */
  readonly follow?: boolean;
  /** Ends the reading; what is being waited for rejects with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Yields the changes of a space in the order of commits, each once. After a lost connection, or while the server cannot answer, it asks
 * again until it can: nothing is missed and nothing comes twice. To go on later, keep the `cursor` of the last change that you are done with.
 * @throws ApiError: of a cursor that is too old (status 410), of wrong parameters or credentials; the reason of an aborted signal
 */
export type ReadChanges = (options?: ChangesOptions) => AsyncGenerator<Change, void, void>;

/** Yields the pages of the same changes, also those without any. To go on later, keep their `end_cursor`. Throws as `changes` does. */
export type ReadChangePages = (options?: ChangesOptions) => AsyncGenerator<ChangesPage, void, void>;

export interface ChangesPage {
  readonly data: Change[];
  readonly page_info: { readonly end_cursor: string; readonly has_next_page: boolean };
}

/** What was put back of a transaction, and what was not. */
export type Reverted = components['schemas']['Reverted'];

export interface RevertOptions {
  /** Only says what would come of it. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Puts back what the transaction with a revision changed. Sent under a key of its own, so that it is done once even when it has to be
 * repeated.
 * @throws ApiError: of a revision that is not kept any more (status 410), of one that the space has not come to, of wrong credentials
 */
export type RevertChanges = (revision: number, options?: RevertOptions) => Promise<Reverted>;

export interface ChangesReaders {
  /** Reads the changes of the space as they are committed. */
  readonly changes: ReadChanges;
  /** Reads them page by page. */
  readonly changePages: ReadChangePages;
  /** Undoes a transaction as far as nothing has changed since. */
  readonly revertChanges: RevertChanges;
}

/** A client as the reader uses it. */
interface ChangesSource {
  GET(path: '/changes', init: ChangesInit): Promise<Result<Pick<ChangesPage, 'data'> & Partial<ChangesPage>>>;
  POST(path: '/changes/{revision}/revert', init: RevertInit): Promise<Result<{ readonly data: Reverted }>>;
}

interface RevertInit {
  readonly params: {
    readonly path: { readonly revision: number };
    readonly query: { readonly 'dry-run'?: boolean };
    readonly header: { readonly 'Idempotency-Key': string };
  };
  readonly signal: AbortSignal | null;
}

interface ChangesInit {
  readonly params: { readonly query: Readonly<Record<string, string | number>> };
  readonly signal: AbortSignal;
}

const internalError = 500;
const longestWaitSeconds = 30;
/** Between two requests of which the first got nothing. */
const shortestWaitMs = 1_000;

/** @param timeoutMs of one attempt; the server waits for a part of it only */
export function createChangesReaders(source: ChangesSource, timeoutMs: number): ChangesReaders {
  const wait = Math.min(longestWaitSeconds, Math.floor(timeoutMs / 2_000));
  async function* readPages(
    { follow = true, after, first, signal: _, ...choice }: ChangesOptions,
    signal: AbortSignal,
  ): AsyncGenerator<ChangesPage, void, void> {
    const query = { ...namesOf(choice), ...(first !== undefined && { first }), ...(follow && { wait }) };
    for (let from = after; ; ) {
      const begun = performance.now();
      const params = { query: from === undefined ? query : { ...query, after: from } };
      const page = await patiently(() => unwrap(source.GET('/changes', { params, signal })), follow, signal);
      if (!page.page_info) throw new UnexpectedAnswerError('The answer has no "page_info"');
      yield { data: page.data, page_info: page.page_info };
      from = page.page_info.end_cursor;
      if (!follow && !page.page_info.has_next_page) return;
      // A server does not wait when the time limit of an attempt leaves it none.
      if (page.data.length === 0) await pause(Math.max(0, begun + shortestWaitMs - performance.now()), signal);
    }
  }

  async function* readChanges(options: ChangesOptions, signal: AbortSignal): AsyncGenerator<Change, void, void> {
    for await (const page of readPages(options, signal)) yield* page.data;
  }

  const changePages: ReadChangePages = (options = {}) => ending((signal) => readPages(options, signal), options.signal);
  const changes: ReadChanges = (options = {}) => ending((signal) => readChanges(options, signal), options.signal);

  const revertChanges: RevertChanges = async (revision, { dryRun = false, signal = null } = {}) => {
    const query = dryRun ? { 'dry-run': true } : {};
    const params = { path: { revision }, query, header: { 'Idempotency-Key': newKey() } };
    return (await unwrap(source.POST('/changes/{revision}/revert', { params, signal }))).data;
  };

  return { changes, changePages, revertChanges };
}

type Choice = Pick<ChangesOptions, 'entity' | 'act' | 'fields' | 'expand' | 'load-only'>;

/** An empty list of names would choose everything. @throws TypeError */
function namesOf(choice: Choice): Record<string, string> {
  const given = Object.entries(choice).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const names = [value].flat().join(',');
      if (names === '') throw new TypeError(`"${name}" must name something; leave it out for all`);
      return [name, names];
    }),
  );
}

/** Answers with 500 in a row, about half a minute of them, after which it is no passing fault of the server. */
const mostFailures = 10;

/**
 * Asks, with each request repeating itself a few times anyway.
 * @param isPatient asks again for as long as nobody answers, and no sooner than the server says; after a 500 as well, of which it takes
 *   ten in a row
 * @throws what `ask` throws and repeating would not change; the reason of the signal
 */
export async function patiently<Value>(
  ask: () => Promise<Value>,
  isPatient: boolean,
  signal: AbortSignal,
): Promise<Value> {
  let failures = 0;
  for (let failed = 1; ; failed++) {
    try {
      return await ask();
    } catch (error) {
      failures = error instanceof ApiError && error.status === internalError ? failures + 1 : 0;
      if (!isPatient || failures === mostFailures || !(failures > 0 || isPassing(error))) throw error;
      const backOffMs = retryDelayMs(failed, null, Math.random()) ?? 0;
      const asked = error instanceof RateLimitError || error instanceof UnavailableError ? error.retryAfterMs : null;
      await pause(Math.max(backOffMs, asked ?? 0), signal);
    }
  }
}

function isPassing(error: unknown): boolean {
  return [NetworkError, TimeoutError, UnavailableError, RateLimitError].some((one) => error instanceof one);
}
