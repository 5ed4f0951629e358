import { beforeEach, expect, it } from 'vitest';
import { SharedCheck } from './shared-check.js';

const limitMs = 1_000;
/** Each ends one look at the database. */
let looks: { readonly end: (trouble?: string) => void; readonly fail: (error: Error) => void }[] = [];
let check: SharedCheck;

beforeEach(() => {
  looks = [];
  check = new SharedCheck(() => new Promise((end, fail) => looks.push({ end, fail })), limitMs);
});

it('asks once for all who want to know at the same time, and again for those who come later', async () => {
  const asked = [check.run(), check.run(), check.run()];
  expect(looks).toHaveLength(1);
  looks[0]?.end('database full');
  expect(await Promise.all(asked)).toEqual(Array(3).fill('database full'));
  const later = check.run();
  expect(looks).toHaveLength(2);
  looks[1]?.end();
  expect(await later).toBeUndefined();
});

it('fails for all as the look does, and not for those who come later', async () => {
  const asked = [check.run(), check.run()];
  looks[0]?.fail(new Error('gone'));
  for (const one of asked) await expect(one).rejects.toThrow('gone');
  const later = check.run();
  looks[1]?.end();
  expect(await later).toBeUndefined();
});

it('waits for so long at most, each time, and does not ask again before it has an answer', async () => {
  const short = new SharedCheck(() => new Promise((end, fail) => looks.push({ end, fail })), 20);
  expect(await short.run()).toBe('database silent');
  expect(await short.run()).toBe('database silent');
  expect(looks).toHaveLength(1);
  const asked = short.run();
  looks[0]?.end();
  expect(await asked).toBeUndefined();
});
