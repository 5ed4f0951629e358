/**
 * One reader of the feed of changes for all live lists of a client, however many there are: a browser has six connections to a server,
 * and a server lets some hundred requests of a space wait. Must not know what the changes are for.
 */
import type { Change, ReadChangePages } from '../changes.js';

/** Who wants to know of changes. */
export interface Watcher {
  /** Changes in the order of their commits; the same ones may come again. */
  changed(changes: readonly Change[]): void;
  /** Nothing comes any more until somebody calls `follow`. */
  ended(error: unknown): void;
}

export interface ChangeWatch {
  /** Join before you read: what is committed after that is announced, if not now, then after `follow`. @returns leaves */
  join(watcher: Watcher): () => void;
  /** Announces to all who have joined what was committed after the revision. */
  follow(revision: number): void;
}

/** The most that a page of the feed can hold, so that a burst takes few requests. */
const changesPerPage = 1_000;

export function createChangeWatch(changePages: ReadChangePages): ChangeWatch {
  const watchers = new Set<Watcher>();
  let reading: { readonly from: number; readonly over: AbortController } | undefined;

  const stop = () => {
    reading?.over.abort();
    reading = undefined;
  };

  const read = async (from: number, signal: AbortSignal): Promise<void> => {
    try {
      for await (const { data } of changePages({ after: from, first: changesPerPage, signal })) {
        if (signal.aborted) return;
        if (data.length > 0) for (const watcher of [...watchers]) watcher.changed(data);
      }
    } catch (error) {
      if (signal.aborted) return;
      reading = undefined;
      for (const watcher of [...watchers]) watcher.ended(error);
    }
  };

  const follow = (from: number) => {
    // Who reads from an earlier revision announces this one as well. All who read since then have joined before.
    if (watchers.size === 0 || (reading !== undefined && reading.from <= from)) return;
    stop();
    reading = { from, over: new AbortController() };
    void read(from, reading.over.signal);
  };

  const join = (watcher: Watcher) => {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) stop();
    };
  };

  return { join, follow };
}
