import { describe, expect, it } from 'vitest';
import { getOrMake, weighedCache } from './cache.js';

describe('weighedCache', () => {
  const keep = (cache: ReturnType<typeof weighedCache<string>>, ...values: string[]) => {
    for (const value of values) getOrMake(cache, value, () => value);
  };

  it('makes what it does not have, once', () => {
    const cache = weighedCache<number>(2, () => 1);
    let made = 0;
    const make = () => ++made;
    expect(['a', 'a', 'b'].map((key) => getOrMake(cache, key, make))).toEqual([1, 1, 2]);
  });

  it('drops what was not used for longest', () => {
    const dropped: string[] = [];
    const cache = weighedCache<string>(
      2,
      () => 1,
      (value) => dropped.push(value),
    );
    keep(cache, 'a', 'b', 'a', 'c');
    expect(dropped).toEqual(['b']);
  });

  it('bounds what its entries weigh together, and keeps the newest whatever it weighs', () => {
    const cache = weighedCache<string>(5, (value) => value.length);
    keep(cache, 'aa', 'bb', 'cc');
    expect([...cache.rvalues()]).toEqual(['bb', 'cc']);
    keep(cache, 'longer than all');
    expect([...cache.values()]).toEqual(['longer than all']);
  });
});
