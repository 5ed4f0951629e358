import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SharedPages } from './shared-pages.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Small pages are not counted. */
const free = () => {};
const read = (value: number) => vi.fn(async () => ({ value, bytes: value }));

it('reads once for all who ask at the same time, or a little later', async () => {
  const pages = new SharedPages();
  const [first, second, third] = [read(1), read(2), read(3)];
  const both = await Promise.all([pages.get('a', first, free), pages.get('a', second, free)]);
  expect(both.map(({ value }) => value)).toEqual([1, 1]);
  expect((await pages.get('a', third, free)).value).toBe(1);
  expect((await pages.get('b', third, free)).value).toBe(3);
  await vi.advanceTimersByTimeAsync(300);
  expect((await pages.get('a', second, free)).value).toBe(2);
});

it('keeps no page without changes: what comes next is not on it', async () => {
  const pages = new SharedPages();
  expect((await pages.get('a', read(0), free)).value).toBe(0);
  expect((await pages.get('a', read(1), free)).value).toBe(1);
});

it('shares a large page with those who wait for it, who count its bytes, and keeps it for nobody else', async () => {
  const pages = new SharedPages();
  const [first, second, third] = [read(2_000_000), read(2_000_001), read(2_000_002)];
  const holds = [vi.fn(), vi.fn(), vi.fn()] as const;
  const both = await Promise.all([pages.get('a', first, holds[0]), pages.get('a', second, holds[1])]);
  expect(both.map(({ value }) => value)).toEqual([2_000_000, 2_000_000]);
  expect((await pages.get('a', third, holds[2])).value).toBe(2_000_002);
  expect(holds.map(({ mock }) => mock.calls)).toEqual([[], [[2_000_000]], []]);
});

it('gives no large page to one who may not hold it', async () => {
  const pages = new SharedPages();
  const hold = () => {
    throw new Error('too much');
  };
  const [first, second] = [pages.get('a', read(2_000_000), free), pages.get('a', read(2_000_000), hold)];
  await expect(second).rejects.toThrow('too much');
  expect((await first).value).toBe(2_000_000);
});

it('does not let one fail by another', async () => {
  const pages = new SharedPages();
  const failing = pages.get('a', () => Promise.reject(new Error('gone')), free);
  const other = pages.get('a', read(1), free);
  await expect(failing).rejects.toThrow('gone');
  expect((await other).value).toBe(1);
});
