import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SharedPages } from './shared-pages.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const read = (value: number) => vi.fn(async () => ({ value, bytes: value }));

it('reads once for all who ask at the same time, or a little later', async () => {
  const pages = new SharedPages();
  const [first, second, third] = [read(1), read(2), read(3)];
  const both = await Promise.all([pages.get('a', first), pages.get('a', second)]);
  expect(both.map(({ value }) => value)).toEqual([1, 1]);
  expect((await pages.get('a', third)).value).toBe(1);
  expect((await pages.get('b', third)).value).toBe(3);
  await vi.advanceTimersByTimeAsync(300);
  expect((await pages.get('a', second)).value).toBe(2);
});

it('keeps no page without changes: what comes next is not on it', async () => {
  const pages = new SharedPages();
  expect((await pages.get('a', read(0))).value).toBe(0);
  expect((await pages.get('a', read(1))).value).toBe(1);
});

it('shares no page that is large', async () => {
  const pages = new SharedPages();
  const large = vi.fn(async () => ({ value: 1, bytes: 2_000_000 }));
  await Promise.all([pages.get('a', large), pages.get('a', large)]);
  expect(large).toHaveBeenCalledTimes(2);
});

it('does not let one fail by another', async () => {
  const pages = new SharedPages();
  const failing = pages.get('a', () => Promise.reject(new Error('gone')));
  const other = pages.get('a', read(1));
  await expect(failing).rejects.toThrow('gone');
  expect((await other).value).toBe(1);
});
