import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Admission, type AdmissionLimits, type Release } from './admission.js';

const limits: AdmissionLimits = { maxActive: 4, maxWaiting: 4, maxWaitMs: 1_000 };

/** Enters, and notes the name when the request is admitted or rejected. */
function enterAll(admission: Admission, spaces: readonly string[]) {
  const admitted: string[] = [];
  const rejected: string[] = [];
  const releases: Release[] = [];
  const enter = (space: string) =>
    admission.enter(space).then(
      (release) => {
        admitted.push(space);
        releases.push(release);
      },
      () => rejected.push(space),
    );
  for (const space of spaces) void enter(space);
  return { admitted, rejected, releases, enter };
}

/** @returns an admission in which the requests of two spaces have met, so that the limits of several spaces hold */
async function shared(limits: AdmissionLimits): Promise<Admission> {
  const admission = new Admission(limits);
  const releases = [await admission.enter('one'), await admission.enter('other')];
  for (const release of releases) release();
  return admission;
}

const queueRun = () => new Promise((resolve) => setImmediate(resolve));

describe('Admission', () => {
  it('admits so many requests at a time, of one space three quarters of them', async () => {
    const admission = await shared(limits);
    const { admitted, releases, enter } = enterAll(admission, ['a', 'a', 'a', 'a']);
    await queueRun();
    expect(admitted).toEqual(['a', 'a', 'a']);
    void enter('b');
    void enter('b');
    await queueRun();
    expect(admitted).toEqual(['a', 'a', 'a', 'b']);
    expect([admission.active, admission.waiting]).toEqual([4, 2]);
    releases[0]?.();
    await queueRun();
    expect(admission.active).toBe(4);
  });

  it('admits of a crowd one quarter of them', async () => {
    const admission = await shared({ ...limits, maxWaiting: 10 });
    const { admitted, releases } = enterAll(admission, Array(12).fill('a'));
    await queueRun();
    for (const release of releases.splice(0)) release();
    await queueRun();
    expect([admitted.length, admission.active, admission.waiting]).toEqual([4, 1, 8]);
  });

  it('lets one space use four times as many slots while no other one comes', async () => {
    const admission = new Admission({ ...limits, maxActive: 2 });
    const { admitted } = enterAll(admission, Array(9).fill('a'));
    await queueRun();
    expect([admitted.length, admission.waiting]).toEqual([8, 1]);
  });

  it('admits another space at once while one uses all slots', async () => {
    const admission = new Admission({ ...limits, maxWaiting: 40 });
    const { admitted, releases, enter } = enterAll(admission, Array(20).fill('a'));
    await queueRun();
    expect([admitted.length, admission.waiting]).toEqual([16, 4]);
    void enter('b');
    await queueRun();
    expect([admitted.at(-1), admission.active]).toEqual(['b', 17]);
    // The first space gets none before it has as few as one of several may have.
    for (const release of releases.splice(0, 13)) release();
    await queueRun();
    expect([admission.active, admission.waiting]).toEqual([4, 4]);
    for (const release of releases.splice(0)) release();
    await queueRun();
    expect(admission.waiting).toBeLessThan(4);
  });

  it('takes no space for alone beside one whose request lasts for long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const admission = new Admission({ ...limits, maxWaiting: 40 });
      await admission.enter('b');
      vi.advanceTimersByTime(11_000);
      const { admitted } = enterAll(admission, Array(20).fill('a'));
      await queueRun();
      expect(admitted).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('admits the space that has used the least time', async () => {
    const admission = await shared({ ...limits, maxActive: 2, maxWaiting: 10 });
    const { admitted, releases } = enterAll(admission, ['a', 'a', 'a', 'a', 'b', 'b']);
    await queueRun();
    expect(admitted).toEqual(['a', 'a']);
    for (let done = 0; done < 4; done++) {
      // Work of the crowd takes time, that of the other space nearly none.
      await new Promise((resolve) => setTimeout(resolve, admitted[done] === 'a' ? 10 : 0));
      releases[done]?.();
      await queueRun();
    }
    expect(admitted.slice(0, 4)).toEqual(['a', 'a', 'b', 'b']);
    expect(admitted).toHaveLength(6);
  });

  it('rejects the last request of the space that waits with most, when too many wait', async () => {
    const admission = await shared(limits);
    const { admitted, rejected, enter } = enterAll(admission, ['a', 'a', 'a', 'b', 'a', 'a', 'a', 'b']);
    await queueRun();
    expect([admitted.length, rejected]).toEqual([4, []]);
    void enter('a');
    await queueRun();
    expect(rejected).toEqual(['a']);
    void enter('c');
    await queueRun();
    expect(rejected).toEqual(['a', 'a']);
    expect([admission.waiting, admission.rejected]).toEqual([4, 2]);
  });

  it('rejects what has waited for too long, with the error that asks to come again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const admission = await shared({ ...limits, maxActive: 2 });
      await admission.enter('a');
      await admission.enter('a');
      const waiting = expect(admission.enter('a')).rejects.toMatchObject({
        errorName: 'ERROR_OVERLOADED',
        status: 503,
      });
      await vi.advanceTimersByTimeAsync(limits.maxWaitMs);
      await waiting;
      expect(admission.waiting).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('forgets those whose callers have gone away', async () => {
    const admission = await shared({ ...limits, maxActive: 2 });
    const first = await admission.enter('a');
    const release = await admission.enter('a');
    let leave = () => {};
    const waiting = admission.enter('a', (left) => {
      leave = left;
    });
    leave();
    await expect(waiting).rejects.toMatchObject({ errorName: 'ERROR_OVERLOADED' });
    first();
    release();
    release();
    expect([admission.active, admission.waiting]).toEqual([0, 0]);
    (await admission.enter('b'))();
    expect(admission.active).toBe(0);
  });
});

describe('holdBack', () => {
  /** @returns the names of the requests that were rejected, and what rejects one */
  function rejecting() {
    const admission = new Admission(limits);
    const answered: string[] = [];
    const reject = (name: string, connection: object, onGone: (leave: () => void) => void = () => {}) =>
      admission.holdBack(connection, onGone).then(() => void answered.push(name));
    return { answered, reject };
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('rejects the first request of a connection at once, and the next one when the caller should ask again', async () => {
    const { answered, reject } = rejecting();
    const [one, other] = [{}, {}];
    void reject('first', one);
    void reject('again', one);
    void reject('other', other);
    await vi.advanceTimersByTimeAsync(999);
    expect(answered).toEqual(['first', 'other']);
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toEqual(['first', 'other', 'again']);
    void reject('third', one);
    await vi.advanceTimersByTimeAsync(999);
    expect(answered).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toHaveLength(4);
  });

  it('lets nobody wait for longer than a second, however many were sent ahead', async () => {
    const { answered, reject } = rejecting();
    const connection = {};
    for (let sent = 0; sent < 50; sent++) void reject(`${sent}`, connection);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answered).toHaveLength(50);
  });

  it('waits no more for a caller who has gone', async () => {
    const { answered, reject } = rejecting();
    const connection = {};
    let leave = () => {};
    void reject('first', connection);
    void reject('again', connection, (left) => {
      leave = left;
    });
    await vi.advanceTimersByTimeAsync(10);
    leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(answered).toEqual(['first', 'again']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
