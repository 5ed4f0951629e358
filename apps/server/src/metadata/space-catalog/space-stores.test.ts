import { expect, test } from 'vitest';
import { FreshLook } from './space-stores.js';

/** A look that ends on command. */
function controlled(longestMs = 60_000) {
  const begun: { key: string; end: (answer: number) => void; fail: (error: Error) => void }[] = [];
  const ask = (key: string) => new Promise<number>((end, fail) => begun.push({ key, end, fail }));
  const look = new FreshLook<number>(ask, longestMs);
  return { begun, look };
}

test('looks at once when no look is under way, and those who come meanwhile share the next one', async () => {
  const { begun, look } = controlled();
  const first = look.of('acme');
  const [second, third] = [look.of('acme'), look.of('acme')];
  expect(begun).toHaveLength(1);
  begun[0]?.end(1);
  expect(await first).toBe(1);
  await expect.poll(() => begun.length).toBe(2);
  const fourth = look.of('acme');
  begun[1]?.end(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.end(3);
  expect(await fourth).toBe(3);
});

test('looks for each key on its own, and again after a look has ended', async () => {
  const { begun, look } = controlled();
  const answers = [look.of('acme'), look.of('globex')];
  expect(begun.map(({ key }) => key)).toEqual(['acme', 'globex']);
  for (const [index, { end }] of begun.entries()) end(index);
  expect(await Promise.all(answers)).toEqual([0, 1]);
  await new Promise((done) => setTimeout(done));
  const later = look.of('acme');
  expect(begun).toHaveLength(3);
  begun[2]?.end(7);
  expect(await later).toBe(7);
});

test('tells a failure to those who share the look, and looks again for the next ones', async () => {
  const { begun, look } = controlled();
  const first = look.of('acme');
  const second = look.of('acme');
  begun[0]?.fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end(2);
  expect(await second).toBe(2);
});

test('does not wait for a look that hangs', async () => {
  const { begun, look } = controlled(1);
  void look.of('acme');
  const [second, third] = [look.of('acme'), look.of('acme')];
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  void look.of('acme');
  expect(begun).toHaveLength(3);
});
