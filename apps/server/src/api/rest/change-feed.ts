/**
 * Answers a feed of changes: a page, a page that waits for the first change, or a stream of events that goes on as changes are committed.
 */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import {
  type FeedRequest,
  followerOf,
  openFeed,
  quietTime,
  type ShownPage,
  whenGone,
} from '../../http/follow-changes.js';
import { encodePlace } from '../../records/changes/change-cursor.js';
import type { FollowedPage, Following } from '../../records/changes/change-follower.js';
import { recordsOfChanges, selectionOfType } from '../../records/changes/records-of-changes.js';
import type { RestSelection } from '../../request/selection.js';

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

/** Begins a stream of events, which goes on when this has returned. @throws ApiError as a page would: `ERROR_CHANGES_GONE`, `ERROR_OVERLOADED` */
export async function sendFeed(request: FeedRequest, following: Following, selection: RestSelection): Promise<void> {
  const { ctx, call } = request;
  const { after: _, ...query } = ctx.query;
  // Keys may come to see different things; links in records begin with the origin.
  const sameFor = JSON.stringify([call.principal, call.origin, ctx.path, query]);
  const show = async (page: FollowedPage) => eventsOf(await finished(request, page, selection));
  const pages = await openFeed(request, following, show, sameFor);
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-cache, no-transform');
  // A proxy that gathers the answer would keep events back.
  ctx.set('X-Accel-Buffering', 'no');
  // What the caller has not taken is not read: the stream stands still until the connection is cut off.
  ctx.body = Readable.from(events(pages, quietTime(request)), { objectMode: false });
}

async function* events(
  pages: AsyncIterable<EventPage | undefined>,
  quietMs: number,
): AsyncGenerator<Buffer | string, void, void> {
  let end = '';
  yield `retry: ${retryMs}\n\n`;
  let sentAt = performance.now();
  try {
    for await (const page of pages) {
      end = page?.end ?? end;
      const hasEvents = page !== undefined && page.events.length > 0;
      // Much may change that is not followed.
      if (!hasEvents && performance.now() - sentAt < quietMs / 2) continue;
      yield hasEvents ? page.events : `: nothing new\nid: ${end}\n\n`;
      sentAt = performance.now();
    }
  } catch (error) {
    // The client connects again, and gets the error then.
    if (!(error instanceof ApiError)) throw error;
  }
}

interface EventPage extends ShownPage, Pick<FeedPage, 'end'> {
  /** As they are sent; the same bytes for all to whom they are. */
  readonly events: Buffer;
}

function eventsOf({ changes, end, hasNext }: FeedPage): EventPage {
  const events = changes.map(({ cursor, text }) => `id: ${cursor}\nevent: change\ndata: ${text}\n\n`);
  const text = Buffer.from(events.join(''));
  return { events: text, bytes: text.length, end, hasNext };
}

async function finished({ call }: FeedRequest, page: FollowedPage, selection: RestSelection): Promise<FeedPage> {
  const { changes, end, hasNext, store } = page;
  const records = showsRecords(selection)
    ? await recordsOfChanges(store, call, changes, (one) => selectionOfType(store.catalog, one, selection))
    : undefined;
  const shown = changes.map(({ place, openText }, index) => ({
    cursor: encodePlace(place),
    text: records === undefined ? `${openText}}` : `${openText},"record":${records[index] ?? 'null'}}`,
  }));
  return { changes: shown, end: encodePlace(end), hasNext };
}

function showsRecords({ expand, only }: RestSelection): boolean {
  return only !== undefined || Object.keys(expand).length > 0;
}
