import { describe, expect, it } from 'vitest';
import { LeastRecentlyUsed } from './least-recently-used.js';

describe('LeastRecentlyUsed', () => {
  it('makes what it does not have, once', () => {
    const kept = new LeastRecentlyUsed<string, number>({ capacity: 2 });
    let made = 0;
    const make = () => ++made;
    expect([kept.getOrMake('a', make), kept.getOrMake('a', make), kept.getOrMake('b', make)]).toEqual([1, 1, 2]);
  });

  it('forgets what was not used for longest', () => {
    const forgotten: string[] = [];
    const kept = new LeastRecentlyUsed<string, string>({ capacity: 2, forget: (value) => forgotten.push(value) });
    const get = (key: string) => kept.getOrMake(key, () => key);
    get('a');
    get('b');
    get('a');
    get('c');
    expect(forgotten).toEqual(['b']);
    expect([...kept.values()]).toEqual(['a', 'c']);
  });

  it('bounds what its entries weigh together, and keeps the newest whatever it weighs', () => {
    const kept = new LeastRecentlyUsed<string, string>({ capacity: 5, weigh: (_, value) => value.length });
    for (const value of ['aa', 'bb', 'cc']) kept.getOrMake(value, () => value);
    expect([...kept.values()]).toEqual(['bb', 'cc']);
    kept.getOrMake('long', () => 'longer than all');
    expect([...kept.values()]).toEqual(['longer than all']);
  });
});
