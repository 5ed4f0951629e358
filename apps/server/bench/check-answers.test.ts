import { describe, expect, it } from 'vitest';
import type { Asking } from './cases/bench-case.js';
import { type Answering, checkAnswers } from './check-answers.js';

const requests = ['/1', '/2', '/3', '/4'].map((path) => ({ method: 'GET' as const, path }));
const someCase = { title: 'Some case', unrepeatable: ['revision'] };
const asking: Asking = { requests: () => requests, records: (body) => JSON.parse(body) };

function answering(title: string, recordsOf: (path: string) => unknown, status = 200): Answering {
  return { title, asking, requests, ask: async ({ path }) => ({ status, body: JSON.stringify(recordsOf(path)) }) };
}

const record = { id: 1, revision: 5, created: '2023-01-02T08:00:00.000Z', rows: ['a', 'b'] };
const floor = answering('floor', (path) => [{ ...record, path }]);

const check = (recordsOf: (path: string) => unknown) => checkAnswers(someCase, [floor, answering('server', recordsOf)]);

describe('checkAnswers', () => {
  it('gives the length of each first answer when all have the records of the first, whatever else they have', async () => {
    const others = { created: '2023-01-02T09:00:00.000000+01:00', revision: 9, more: true };
    const bytes = await check((path) => [{ ...others, id: 1, rows: ['a', 'b'], path }]);
    expect(bytes).toEqual([89, 109]);
  });

  it.each<[string, unknown, string]>([
    ['another value', [{ ...record, id: 2 }], '/0/id is 2, not 1'],
    ['another moment', [{ ...record, created: '2023-01-02 08:00:01' }], '/0/created is "2023-01-02 08:00:01"'],
    ['another order of rows', [{ ...record, rows: ['b', 'a'] }], '/0/rows/0 is "b", not "a"'],
    ['a missing member', [{ id: 1 }], '/0/revision is missing'],
    ['a record too many', [record, {}], 'the answer has not 1 items'],
    ['something else altogether', null, 'the answer has not 1 items'],
  ])('rejects %s and says where', async (_, records, message) => {
    await expect(check(() => records)).rejects.toThrow(`Some case: server answers otherwise than floor: ${message}`);
  });

  it('compares more than the first request', async () => {
    const other = check((path) => [{ ...record, path: path === '/3' ? '/4' : path }]);
    await expect(other).rejects.toThrow('/path is "/4", not "/3"');
  });

  it('rejects a status that the case does not expect', async () => {
    await expect(checkAnswers(someCase, [answering('server', () => 'sorry', 500)])).rejects.toThrow(
      'server answers 500 "sorry"',
    );
  });

  it('wants of the floor with the same answers that it has no more than the server, in the same order', async () => {
    const server = answering('server', (path) => [{ ...record, path }]);
    const same = (recordsOf: (path: string) => unknown): Answering => ({
      ...answering('same', recordsOf),
      isSameAnswer: true,
    });
    const checkSame = (other: Answering) => checkAnswers(someCase, [floor, server, other]);
    await expect(checkSame(same((path) => [{ ...record, revision: 6, path }]))).resolves.toHaveLength(3);
    for (const recordsOf of [
      (path: string) => [{ ...record, path, more: true }],
      (path: string) => [{ path, ...record }],
    ]) {
      await expect(checkSame(same(recordsOf))).rejects.toThrow('same answers otherwise than server');
    }
  });
});
