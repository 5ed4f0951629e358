/** How records are divided into batches. */
import { describe, expect, it } from 'vitest';
import { batchesOf } from './bulk-write.js';

async function sizesOf(lengths: readonly number[], size: number): Promise<number[][]> {
  const batches: number[][] = [];
  for await (const batch of batchesOf(lengths, (length) => ({ comments: 'x'.repeat(length) }), size))
    batches.push(batch);
  return batches;
}

describe('batchesOf', () => {
  it.each<[number, number[][]]>([
    [1, [[2], [3], [7]]],
    [2, [[2, 3], [7]]],
    [3, [[2, 3, 7]]],
    [200, [[2, 3, 7]]],
  ])('divides by %i', async (size, batches) => {
    expect(await sizesOf([2, 3, 7], size)).toEqual(batches);
    expect(await sizesOf([], size)).toEqual([]);
  });

  it('keeps batches short, and a long record alone', async () => {
    const [long, longer] = [400_000, 1_500_000];
    expect(await sizesOf([long, long, long, longer, 10], 200)).toEqual([[long, long], [long], [longer], [10]]);
  });
});
