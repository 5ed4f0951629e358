/**
 * The page about migrating from REST v1: what it pairs does the same, and so do the two scripts.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyFlags } from '../../src/api/v1/write-many.js';
import type { Json } from '../test-space.js';
import { PageInShell } from './page-in-shell.js';

const page = new PageInShell('migrating-from-v1.md');
beforeAll(() => page.run(), 120_000);
afterAll(() => page.close());

const authorization = `Basic ${btoa('demo:demo')}`;
async function get(path: string): Promise<Json> {
  const answer = await fetch(`${page.url}${path}`, { headers: { authorization } });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Json;
}
const listV1 = async (query: string) => (await get(`/rest_services/v1/demo/Accounts?${query}`)) as unknown as Json[];
const listV100 = async (query: string) =>
  (await get(`/api/v100/rest/spaces/demo/entities/Accounts?${query}`)).data as Json[];

it('lists the same in both', () => {
  const [old = '', next = ''] = page.answersOf('Lists');
  const names = (JSON.parse(old) as Json[]).map(({ ORGANIZATION, CITY }) => [ORGANIZATION, CITY]);
  expect(names).toHaveLength(5);
  expect((JSON.parse(next).data as Json[]).map(({ name, city }) => [name, city])).toEqual(names);
});

it('writes the same in both', () => {
  const answers = page.answersOf('Writes').slice(2);
  const [, , oldChange = '', change = '', set = '', batch = '', removed = '', deleted = ''] = answers;
  expect(JSON.parse(oldChange)).toMatchObject({ ORGANIZATION: 'Harbour Ltd', CITY: 'Ulm' });
  expect(JSON.parse(change).data).toMatchObject({ name: 'Harbour Ltd', city: 'Ulm' });
  for (const old of [set, removed]) expect(JSON.parse(old)).toEqual([expect.stringMatching(/^PY-/)]);
  for (const next of [batch, deleted])
    expect(JSON.parse(next)).toMatchObject({ success: true, data: [expect.any(String)] });
});

describe('filters that are paired find the same', () => {
  it.each([
    ['CITY::Raleigh', 'filter[city]=Raleigh'],
    ['CITY::Raleigh::ne', 'filter[city]=Raleigh&filter-op[city]=not-eq'],
    ['ORGANIZATION::M::gt', 'filter[name]=M&filter-op[name]=gt'],
    ['ORGANIZATION::M::ge', 'filter[name]=M&filter-op[name]=gte'],
    ['ORGANIZATION::M::lt', 'filter[name]=M&filter-op[name]=lt'],
    ['ORGANIZATION::M::le', 'filter[name]=M&filter-op[name]=lte'],
    ['ORGANIZATION::A::ll', 'filter[name]=A&filter-op[name]=starts'],
    ['ORGANIZATION::Ltd::rl', 'filter[name]=Ltd&filter-op[name]=ends'],
    ['ORGANIZATION::an::fl', 'filter[name]=an&filter-op[name]=contains'],
    ['CITY::Raleigh:Leeds::in', 'filter[city]=Raleigh&filter[city]=Leeds'],
    ['PHONE5::::eq', 'filter-op[phone5]=empty'],
    ['CITY::::ne', 'filter-op[city]=not-empty'],
  ])('%s and %s', async (filter, query) => {
    const old = await listV1(`filter=${encodeURIComponent(filter)}&sort=ID&limit=100&loadonly=ORGANIZATION`);
    const next = await listV100(`${query}&order-by=id&first=100&load-only=name`);
    expect(old.length).toBeGreaterThan(0);
    expect(old.map(({ ORGANIZATION }) => ORGANIZATION)).toEqual(next.map(({ name }) => name));
  });
});

it('says what becomes of each parameter, flag, operator and error code', async () => {
  const parameters = JSON.stringify(v1Document).matchAll(/"name":"([\w-]+)","in":"query"/g);
  const known = [...new Set([...parameters].map(([, name = '']) => name))];
  expect(known).toEqual(expect.arrayContaining(['filter', 'flag']));
  const unnamed = known.filter((name) => !new RegExp(`\`(\\w+\\?)?${name}[\`=]`).test(page.text));
  expect(unnamed).toEqual([]);
  const [, flagTable = ''] = page.text.split('| `flag` of v1 |');
  for (const flag of [0, ...manyFlags]) expect(flagTable).toContain(`\n| ${flag}:`);
  const [, operatorTable = ''] = page.text.split('\n## Filters\n');
  for (const operator of ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'll', 'rl', 'fl', 'in'])
    expect(operatorTable).toMatch(new RegExp(`\`${operator}\`|::${operator}\``));
  const [, ofErrors = ''] = page.text.split('\n## Errors\n');
  const [errors = ''] = ofErrors.split('\n## ');
  const spans = [...errors.matchAll(/(\d+) to (\d+)/g)].map(
    ([, first, last]) => [Number(first), Number(last)] as const,
  );
  const codes = Object.keys((await get('/rest_services/v1/demo/errorCodes')) as object).map(Number);
  expect(codes.length).toBeGreaterThan(20);
  const isNamed = (code: number) =>
    new RegExp(`\\b${code}\\b`).test(errors) || spans.some(([first = 0, last = 0]) => first <= code && code <= last);
  expect(codes.filter((code) => !isNamed(code))).toEqual([]);
});

it('has a script and its counterpart, which do the same', async () => {
  const run = async (script: string, mark: string, city = 'Raleigh') => {
    const file = fileURLToPath(new URL(`../../../../examples/from-v1/${script}`, import.meta.url));
    const env = { HEADWATER_URL: page.url, HEADWATER_TOKEN: 'demo', HEADWATER_PASSWORD: 'demo' };
    const settings = { env: { ...env, PATH: process.env.PATH, CITY: city, MARK: mark } };
    const { stdout } = await promisify(execFile)(process.execPath, [file], settings);
    const marked = await listV100(`filter[city]=${encodeURIComponent(city)}&filter[comments]=${mark}&first=100`);
    return { stdout, marked: marked.map(({ name }) => name).sort() };
  };
  const old = await run('v1.mjs', 'by-v1');
  expect(old.marked.length).toBeGreaterThan(0);
  expect(old.stdout).toMatch(/^.+ <.+@.+>\n/);
  expect(old.stdout).toContain(`${old.marked.length} marked`);
  expect(await run('v100.mjs', 'by-v100')).toEqual(old);
  for (const script of ['v1.mjs', 'v100.mjs'])
    expect(await run(script, 'by-none', 'No such city')).toEqual({ stdout: '0 marked\n', marked: [] });
});
