/**
 * Sweeps the files of a running server: soon after its start, then every hour.
 */
import type { ContentStore } from '../records/content/content-store.js';
import { sweepFiles } from '../records/content/sweep-files.js';

const firstAfterMs = 5_000;
const everyMs = 60 * 60 * 1000;

export interface Sweeping {
  /** Waits for a sweep that is under way. */
  stop(): Promise<void>;
}

/** @param onFailure told of each sweep that failed; the next one comes all the same */
export function sweepRegularly(store: ContentStore, onFailure: (error: unknown) => void): Sweeping {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();

  function plan(afterMs: number): void {
    timer = setTimeout(() => {
      running = sweepFiles(store, new Date(), stopping.signal)
        .catch(onFailure)
        .then(() => {
          if (!stopping.signal.aborted) plan(everyMs);
        });
    }, afterMs);
    timer.unref();
  }

  plan(firstAfterMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
