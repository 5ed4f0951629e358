import { describe, expect, it } from 'vitest';
import type { BenchCase } from './cases.js';
import { type Answering, checkAnswers } from './check-answers.js';

const requests = ['/1', '/2', '/3', '/4'].map((path) => ({ method: 'GET' as const, path }));

const someCase: BenchCase = {
  name: 'some',
  title: 'Some case',
  status: 200,
  maxCpuRatio: 1,
  unrepeatable: ['revision'],
  requests: () => requests,
};

function answering(name: Answering['name'], bodyOf: (path: string) => unknown, status = 200): Answering {
  return { name, ask: async ({ path }) => ({ status, body: JSON.stringify(bodyOf(path)) }) };
}

const server = answering('server', (path) => ({ path, data: [{ id: 1, revision: 5, rows: ['a', 'b'] }] }));

const check = (other: Answering) => checkAnswers(someCase, requests, server, [other]);

describe('checkAnswers', () => {
  it("gives the server's first answer when all agree, unrepeatable members apart", async () => {
    const other = answering('hand-written', (path) => ({ path, data: [{ id: 1, revision: 9, rows: ['a', 'b'] }] }));
    expect(JSON.parse((await check(other)).body).path).toBe('/1');
  });

  it.each<[string, unknown, string]>([
    ['another value', [{ id: 2, revision: 5, rows: ['a', 'b'] }], '/data/0/id is 2, not 1'],
    ['another order of rows', [{ id: 1, revision: 5, rows: ['b', 'a'] }], '/data/0/rows/0 is "b", not "a"'],
    ['a missing member', [{ id: 1, revision: 5 }], '/data/0 has id,revision, not id,revision,rows'],
    ['another order of members', [{ revision: 5, id: 1, rows: ['a', 'b'] }], '/data/0 has revision,id,rows'],
    ['a record too many', [{ id: 1, revision: 5, rows: ['a', 'b'] }, {}], '/data has 0,1, not 0'],
    ['something else altogether', null, '/data is null'],
  ])('rejects %s and says where', async (_, data, message) => {
    const other = answering('hand-written', (path) => ({ path, data }));
    await expect(check(other)).rejects.toThrow(
      `Some case: hand-written answers 200, not as the server does: ${message}`,
    );
  });

  it('compares more than the first request', async () => {
    const other = answering('hand-written', (path) => ({
      path: path === '/3' ? '/4' : path,
      data: [{ id: 1, revision: 5, rows: ['a', 'b'] }],
    }));
    await expect(check(other)).rejects.toThrow('/path is "/4", not "/3"');
  });

  it('rejects a status of the server that the case does not expect', async () => {
    const failing = answering('server', () => 'sorry', 500);
    await expect(checkAnswers(someCase, requests, failing, [])).rejects.toThrow('the server answers 500 "sorry"');
  });
});
