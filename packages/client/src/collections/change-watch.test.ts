/** One reader for many watchers, in whatever order they come. */
import { expect, it, vi } from 'vitest';
import type { ChangesOptions, ChangesPage } from '../changes.js';
import { createChangeWatch } from './change-watch.js';

/** A feed that waits until it is given pages. */
function scriptedFeed() {
  const asked: ChangesOptions[] = [];
  let give: (page: ChangesPage | Error) => void = () => {};
  async function* changePages(options: ChangesOptions = {}): AsyncGenerator<ChangesPage, void, void> {
    asked.push(options);
    for (;;) {
      const page = await new Promise<ChangesPage | Error>((resolve) => {
        give = resolve;
      });
      if (page instanceof Error) throw page;
      yield page;
    }
  }
  const page = (...revisions: number[]) =>
    ({ data: revisions.map((revision) => ({ revision })), page_info: {} }) as unknown as ChangesPage;
  return { changePages, asked, page, give: (next: ChangesPage | Error) => give(next) };
}

const newWatcher = () => ({ changed: vi.fn(), ended: vi.fn() });
const delivered = () => new Promise((resolve) => setTimeout(resolve, 5));

it('reads once for all, from the earliest revision of which somebody knows', async () => {
  const feed = scriptedFeed();
  const watch = createChangeWatch(feed.changePages);
  const [one, other] = [newWatcher(), newWatcher()];
  const leave = [watch.join(one), watch.join(other)];
  watch.follow(7);
  watch.follow(9);
  expect(feed.asked.map(({ after }) => after)).toEqual([7]);
  watch.follow(5);
  expect(feed.asked.map(({ after, signal }) => [after, signal?.aborted])).toEqual([
    [7, true],
    [5, false],
  ]);
  feed.give(feed.page(6, 7));
  await delivered();
  for (const { changed } of [one, other]) expect(changed.mock.calls).toEqual([[feed.page(6, 7).data]]);
  leave[0]?.();
  expect(feed.asked[1]?.signal?.aborted).toBe(false);
  leave[1]?.();
  expect(feed.asked[1]?.signal?.aborted).toBe(true);
});

it('says that the feed has ended, and begins again when it is asked to', async () => {
  const feed = scriptedFeed();
  const watch = createChangeWatch(feed.changePages);
  const watcher = newWatcher();
  watch.join(watcher);
  watch.follow(7);
  const error = new Error('gone');
  feed.give(error);
  await delivered();
  expect(watcher.ended.mock.calls).toEqual([[error]]);
  watch.follow(9);
  expect(feed.asked.map(({ after }) => after)).toEqual([7, 9]);
});
