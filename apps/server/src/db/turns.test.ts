import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { CallerGone } from './caller-gone.js';
import { Turns } from './turns.js';

let turns: Turns;
/** The works that have begun, in their order. */
let begun: string[];
/** Ends a work that has begun. */
let ends: Map<string, () => void>;

beforeEach(() => {
  turns = new Turns(3);
  begun = [];
  ends = new Map();
});

/** Begins work that goes on until it is ended. @param name begins with its space */
function work(name: string, patience: Parameters<Turns['use']>[1] = {}): Promise<string> {
  return turns.use(name.slice(0, 1), patience, async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  });
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await nextTurn();
}

describe('Turns', () => {
  it('leaves a place to other spaces', async () => {
    const works = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => work(name));
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(begun.at(-1)).toBe('c1');
    for (const name of ['a1', 'a2', 'c1', 'a3', 'a4']) await end(name);
    expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
  });

  it('gives places to spaces one after another', async () => {
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'b3', 'c1']) void work(name);
    await nextTurn();
    for (let index = 0; index < begun.length; index++) await end(begun[index] ?? '');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'b3']);
  });

  it('gives a place back when work fails', async () => {
    const failing = Array.from({ length: 9 }, () => turns.use('a', {}, () => Promise.reject(new Error('no'))));
    for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
    void work('a1');
    void work('a2');
    await nextTurn();
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('gives one space as many places as it may have', async () => {
    turns = new Turns(4, 1);
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) void work(name);
    await nextTurn();
    expect(begun).toEqual(['a1', 'b1', 'c1']);
  });

  it('lets nobody wait for longer than given, nor for a caller who has gone', async () => {
    const gone = new CallerGone();
    const begins = ['a1', 'a2'].map((name) => work(name));
    const late = work('a3', { ms: 30 });
    const left = work('a4', { gone });
    const last = work('a5');
    gone.abort();
    await expect(left).rejects.toThrow('The caller has gone.');
    await expect(late).rejects.toThrow('Too many requests wait for the database.');
    await end('a1');
    expect(begun).toEqual(['a1', 'a2', 'a5']);
    await end('a2');
    await end('a5');
    expect(await Promise.all([...begins, last])).toEqual(['a1', 'a2', 'a5']);
  });
});
