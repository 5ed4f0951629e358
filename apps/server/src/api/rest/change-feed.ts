/**
 * Answers a feed of changes: a page, a page that waits for the first change, or a stream of events that goes on as changes are committed.
 */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import { clientAddress } from '../../http/origin.js';
import { encodePlace } from '../../records/changes/change-cursor.js';
import { ChangeFollower, type FollowedPage, type Following } from '../../records/changes/change-follower.js';
import { recordsOfChanges } from '../../records/changes/records-of-changes.js';
import type { RestSelection } from '../../request/selection.js';
import type { WholeSpaceRequest } from './handler.js';

export type FeedRequest = Pick<WholeSpaceRequest, 'ctx' | 'deps' | 'call' | 'slot' | 'revision'>;

/** A page whose changes are finished. */
export interface FeedPage {
  readonly changes: readonly FinishedChange[];
  /** Cursor of its end. */
  readonly end: string;
  readonly hasNext: boolean;
}

interface FinishedChange {
  readonly cursor: string;
  /** As JSON. */
  readonly text: string;
}

/** @returns whether the caller would rather have events than pages; who wants to know of the headers only gets those of a page */
export function wantsEvents(ctx: Context): boolean {
  return ctx.method === 'GET' && ctx.accepts('application/json', 'text/event-stream') === 'text/event-stream';
}

/** @param waitMs how long a page without changes waits for the first one */
export async function readFeed(
  request: FeedRequest,
  following: Following,
  selection: RestSelection,
  waitMs: number,
): Promise<FeedPage> {
  const { call, deps, slot, ctx } = request;
  const { space } = call.principal;
  const until = performance.now() + waitMs;
  const follower = followerOf(request, following);
  const gone = waitMs > 0 ? whenGone(ctx) : undefined;
  let leave: (() => void) | undefined;
  try {
    for (;;) {
      const page = await follower.next();
      const leftMs = until - performance.now();
      if (page.changes.length > 0 || leftMs <= 0 || gone === undefined) return await finished(request, page, selection);
      if (page.hasNext) continue;
      leave ??= deps.watch.follow(space);
      const hasChanged = await slot.whileWaiting(() => deps.watch.changed(space, follower.seen, leftMs, gone));
      if (!hasChanged) return await finished(request, page, selection);
    }
  } finally {
    leave?.();
  }
}

/** How soon a client that has lost the stream connects again. */
const retryMs = 2_000;
/** How often something is sent at the least, so that nobody on the way takes the connection for dead. */
const heartbeatMs = 15_000;
/** How often the key of an open stream is looked at again. */
const checkKeyMs = 5_000;

/** Begins a stream of events, which goes on when this has returned. @throws ApiError as a page would: `ERROR_CHANGES_GONE`, `ERROR_OVERLOADED` */
export async function sendFeed(request: FeedRequest, following: Following, selection: RestSelection): Promise<void> {
  const { ctx, call, deps } = request;
  const follower = followerOf(request, following);
  const first = await finished(request, await follower.next(), selection);
  const leave = deps.watch.follow(call.principal.space);
  const gone = whenGone(ctx);
  gone.addEventListener('abort', leave);
  if (gone.aborted) leave();
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-cache, no-transform');
  // A proxy that gathers the answer would keep events back.
  ctx.set('X-Accel-Buffering', 'no');
  // What the caller has not taken is not read: the stream stands still until the connection is cut off.
  ctx.body = Readable.from(events(request, follower, first, selection, gone), { objectMode: false });
}

async function* events(
  request: FeedRequest,
  follower: ChangeFollower,
  first: FeedPage,
  selection: RestSelection,
  gone: AbortSignal,
): AsyncGenerator<string, void, void> {
  const { deps, call } = request;
  const { space } = call.principal;
  // Well before the connection would be cut off as one over which nothing goes.
  const quietMs = Math.min(heartbeatMs, deps.limits.timeoutMs / 3);
  const key = new KeyCheck(request);
  yield `retry: ${retryMs}\n\n`;
  for (let page = first; ; ) {
    if (page.changes.length > 0) yield page.changes.map(eventOf).join('');
    while (!(page.hasNext || (await deps.watch.changed(space, follower.seen, quietMs, gone)))) {
      if (gone.aborted || deps.watch.hasEnded || !(await key.isValid())) return;
      yield `: nothing new\nid: ${page.end}\n\n`;
    }
    if (gone.aborted || deps.watch.hasEnded || !(await key.isValid())) return;
    const next = await readNext(request, follower, selection, gone);
    if (next === undefined) return;
    page = next;
  }
}

function eventOf({ cursor, text }: FinishedChange): string {
  return `id: ${cursor}\nevent: change\ndata: ${text}\n\n`;
}

/** Takes a slot for as long as it reads. @returns undefined when it cannot be read now: the client connects again and gets the error then */
async function readNext(
  request: FeedRequest,
  follower: ChangeFollower,
  selection: RestSelection,
  gone: AbortSignal,
): Promise<FeedPage | undefined> {
  const { deps, call } = request;
  try {
    const release = await deps.admission.enter(call.principal.space, (leave) => gone.addEventListener('abort', leave));
    try {
      // What was read before has been sent.
      deps.db.forgetRead?.();
      return await finished(request, await follower.next(), selection);
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Looks now and then whether the caller may still enter the space. */
class KeyCheck {
  private checkedAt = performance.now();

  constructor(private readonly request: FeedRequest) {}

  async isValid(): Promise<boolean> {
    if (performance.now() - this.checkedAt < checkKeyMs) return true;
    this.checkedAt = performance.now();
    const { ctx, deps, call } = this.request;
    try {
      await deps.keys.authenticate(call.principal.space, ctx.req.headers.authorization, clientAddress(ctx, deps));
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
}

function followerOf({ deps, call, revision }: FeedRequest, following: Following): ChangeFollower {
  const { db, stores } = deps;
  const look = async () => {
    db.restartTime?.();
    const moment = await stores.at(call.principal.space);
    return { revision: moment.revision, store: { ...moment.store, db } };
  };
  return new ChangeFollower(call, following, { store: deps, revision }, look);
}

async function finished({ call }: FeedRequest, page: FollowedPage, selection: RestSelection): Promise<FeedPage> {
  const { changes, end, hasNext, store } = page;
  const records = showsRecords(selection) ? await recordsOfChanges(store, call, changes, selection) : undefined;
  const shown = changes.map(({ place, openText }, index) => ({
    cursor: encodePlace(place),
    text: records === undefined ? `${openText}}` : `${openText},"record":${records[index]}}`,
  }));
  return { changes: shown, end: encodePlace(end), hasNext };
}

function showsRecords({ expand, only }: RestSelection): boolean {
  return only !== undefined || Object.keys(expand).length > 0;
}

function whenGone({ res }: Context): AbortSignal {
  const gone = new AbortController();
  if (res.closed) gone.abort();
  else {
    // Node takes more than ten listeners for a leak; the others are of the request itself and of what sends its answer.
    res.setMaxListeners(res.getMaxListeners() + 1);
    res.once('close', () => gone.abort());
  }
  return gone.signal;
}
