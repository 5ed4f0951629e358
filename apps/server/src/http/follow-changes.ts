/**
 * Follows the changes of a space for a caller who stays connected: page after page, as changes are committed. What REST and GraphQL share
 * of their streams; knows neither.
 */
import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';
import { encodePlace } from '../records/changes/change-cursor.js';
import { ChangeFollower, type FollowedPage, type Following } from '../records/changes/change-follower.js';
import { scopedStore } from '../records/scoped-store.js';
import type { Release } from './admission.js';
import type { SpaceRequest } from './api-middleware.js';
import { clientAddress } from './origin.js';
import { whenClosed } from './when-closed.js';

export type FeedRequest = Pick<SpaceRequest, 'ctx' | 'deps' | 'call' | 'slot' | 'revision'>;

/** A page as an API shows it. */
export interface ShownPage {
  /** Another page can be read at once. */
  readonly hasNext: boolean;
  /** What it holds; left out where it is not shared. */
  readonly bytes?: number;
}

/** A stream that ends although its caller may go on at once over another connection. Nothing has failed. */
export class StreamEnd extends ApiError {
  constructor(message: string) {
    super('ERROR_UNAVAILABLE', message);
  }
}

/** How often a stream over which nothing goes says so at the least, so that nobody on the way takes the connection for dead. */
const heartbeatMs = 15_000;
/** How often the key of an open stream is looked at again. */
const checkKeyMs = 5_000;

/** @param show finishes a page, while a slot is held */
export type ShowPage<Page extends ShownPage> = (page: FollowedPage) => Promise<Page>;

/**
 * Reads the first page, and counts the caller among those who follow the space until the connection ends.
 * @param sameFor names those to whom the same changes are shown in the same way; left out: nobody else
 * @returns the pages, without an end of their own; undefined when nothing has come for a while. The next one is read when it is asked for,
 *   with a slot of its own. They end without an error when the caller has gone; else with the ApiError that says why
 * @throws ApiError as a page would: `ERROR_CHANGES_GONE`, `ERROR_OVERLOADED`
 */
export async function openFeed<Page extends ShownPage>(
  request: FeedRequest,
  following: Following,
  show: ShowPage<Page>,
  sameFor?: string,
): Promise<AsyncGenerator<Page | undefined, void, void>> {
  const { ctx, call, deps } = request;
  const follower = followerOf(request, following);
  const first = await show(await follower.next());
  const leave = deps.watch.follow(call.principal.space);
  const gone = whenGone(ctx);
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();
  return pagesOf(request, follower, first, { show, sameFor }, gone);
}

async function* pagesOf<Page extends ShownPage>(
  request: FeedRequest,
  follower: ChangeFollower,
  first: Page,
  showing: Showing<Page>,
  gone: AbortSignal,
): AsyncGenerator<Page | undefined, void, void> {
  const { deps, call } = request;
  const { space } = call.principal;
  const quietMs = quietTime(request);
  const key = new KeyCheck(request);
  for (let page = first; ; ) {
    yield page;
    while (!(page.hasNext || (await deps.watch.changed(space, follower.seen, quietMs, gone)))) {
      if (gone.aborted) return;
      await requireOpen(request, key);
      yield undefined;
    }
    if (gone.aborted) return;
    await requireOpen(request, key);
    page = await nextPage(request, follower, showing, gone);
  }
}

interface Showing<Page extends ShownPage> {
  readonly show: ShowPage<Page>;
  readonly sameFor: string | undefined;
}

async function nextPage<Page extends ShownPage>(
  request: FeedRequest,
  follower: ChangeFollower,
  { show, sameFor }: Showing<Page>,
  gone: AbortSignal,
): Promise<Page> {
  const read = () =>
    withSlot(request, gone, async () => {
      const page = await follower.read();
      const { end, revision } = page;
      const shown = await show(page);
      return { shown, end, revision, bytes: shown.bytes ?? 0 };
    });
  const { place } = follower;
  const isShared = sameFor !== undefined && place !== undefined;
  const { db, feedPages } = request.deps;
  // What was read before has been sent.
  db.forgetRead?.();
  const hold = (bytes: number) => db.holdRead?.(bytes);
  const page = isShared ? await feedPages.get(`${encodePlace(place)} ${sameFor}`, read, hold) : await read();
  follower.goOnBehind(page);
  return page.shown;
}

/** @returns how many milliseconds nothing may be sent: well before the connection would be cut off as one over which nothing goes */
export function quietTime({ deps }: FeedRequest): number {
  return Math.min(heartbeatMs, deps.limits.timeoutMs / 3);
}

/** @throws ApiError when the stream has to end */
async function requireOpen({ deps }: FeedRequest, key: KeyCheck): Promise<void> {
  if (deps.watch.hasEnded) throw new StreamEnd('The server stops. Connect again.');
  await key.requireValid();
}

/** Holds a slot for as long as it reads. @throws ApiError `ERROR_OVERLOADED`, and what `read` throws */
async function withSlot<Value>(
  { deps, call }: FeedRequest,
  gone: AbortSignal,
  read: () => Promise<Value>,
): Promise<Value> {
  const release = await enter(deps.admission, call.principal.space, gone);
  try {
    // What was read before has been sent.
    deps.db.forgetRead?.();
    return await read();
  } finally {
    release();
  }
}

/** A stream takes a slot for each page: what listens for the end of the connection is not left behind. */
async function enter(admission: FeedRequest['deps']['admission'], space: string, gone: AbortSignal): Promise<Release> {
  const whileWaiting = new AbortController();
  try {
    return await admission.enter(space, (leave) =>
      gone.addEventListener('abort', leave, { once: true, signal: whileWaiting.signal }),
    );
  } finally {
    whileWaiting.abort();
  }
}

/** Looks now and then whether the caller may still enter the space. */
class KeyCheck {
  private checkedAt = performance.now();

  constructor(private readonly request: FeedRequest) {}

  /** @throws ApiError `ERROR_UNAUTHORIZED` */
  async requireValid(): Promise<void> {
    if (performance.now() - this.checkedAt < checkKeyMs) return;
    this.checkedAt = performance.now();
    const { ctx, deps, call } = this.request;
    await deps.keys.authenticate(call.principal.space, ctx.req.headers.authorization, clientAddress(ctx, deps));
  }
}

/** @returns what reads the pages, each by what its user may see then; the first one by what the space was when the request began */
export function followerOf({ deps, call, revision }: FeedRequest, following: Following): ChangeFollower {
  const { db, stores, userRights } = deps;
  const look = async () => {
    db.restartTime?.();
    const moment = await stores.at(call.principal.space);
    const { rights } = await userRights.limit(moment.store, call.principal, moment.revision);
    return { revision: moment.revision, store: { ...scopedStore(moment.store, rights), db } };
  };
  return new ChangeFollower(call, following, { store: deps, revision }, look);
}

/** @returns aborted when the connection has ended */
export function whenGone({ res }: Context): AbortSignal {
  const gone = new AbortController();
  // Node takes more than ten listeners for a leak: this one, and those of the request and of what sends its stream are.
  res.setMaxListeners(res.getMaxListeners() + 4);
  whenClosed(res, () => gone.abort());
  return gone.signal;
}
