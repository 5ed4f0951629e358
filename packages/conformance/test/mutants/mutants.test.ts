/** Which mutants are tried, in which order checks are, and what the report says of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Check } from '../../src/check.js';
import { orderFor } from './check-order.js';
import { Coverage } from './coverage.js';
import { readExplanations } from './explained.js';
import type { Mutant, Result } from './mutant.js';
import { renderReport, scoresOf } from './report.js';
import { sampleOf } from './sample.js';
import { mutableSources, sourceFolder } from './server-sources.js';

const mutantOf = (index: number, folder: string): Mutant => ({
  id: String(index),
  file: `${folder}/some.ts`,
  line: index,
  mutator: 'BooleanLiteral',
  original: 'true',
  replacement: 'false',
});
const many = [
  ...Array.from({ length: 300 }, (_, index) => mutantOf(index, 'records')),
  ...Array.from({ length: 100 }, (_, index) => mutantOf(300 + index, 'api/rest')),
];

it('samples each folder by its share, and the same for the same seed', () => {
  const sample = sampleOf(many, 40, '1');
  expect(sample.filter(({ file }) => file.startsWith('records/'))).toHaveLength(30);
  expect(sampleOf(many, 40, '1')).toEqual(sample);
  expect(sampleOf(many, 40, '2')).not.toEqual(sample);
  expect(sampleOf(many, 20, '1')).toEqual(sample.slice(0, 20));
  expect(new Set(sampleOf(many, 1000, '1'))).toEqual(new Set(many));
});

it('keeps the sample of a folder when others change', () => {
  const idsIn = (mutants: readonly Mutant[]) =>
    mutants.filter(({ file }) => file.startsWith('records/')).map(({ line }) => line);
  const others = many.filter(({ file }) => file.startsWith('records/'));
  expect(idsIn(sampleOf(many, 40, '1'))).toEqual(idsIn(sampleOf(others, 30, '1')));
});

const check = (id: string, more: Partial<Check> = {}): Check => ({
  id,
  sentence: 'MUST hold',
  spec: 'v100#/info',
  run: async () => undefined,
  ...more,
});
const bits = (...mutants: readonly number[]) => {
  const bytes = new Uint8Array(4);
  for (const mutant of mutants) bytes[mutant >> 3] = (bytes[mutant >> 3] ?? 0) | (1 << (mutant & 7));
  return Buffer.from(bytes).toString('base64');
};

it('tries the checks first that run the code, short ones before long ones, and those that run alone last', () => {
  const coverage = new Coverage({
    outside: bits(9),
    checks: [
      ['list.a', bits(1)],
      ['list.b', bits(1, 17)],
      ['metadata.a', bits(1)],
      ['order.a', bits(2)],
    ],
    durations: { 'list.a': 30, 'list.b': 20, 'metadata.a': 1, 'order.a': 5 },
    seconds: 1,
  });
  const checks = [check('metadata.a', { serial: 'alone' }), check('order.a'), check('list.a'), check('list.b')];
  expect(orderFor('1', checks, coverage).map(({ id }) => id)).toEqual(['list.b', 'list.a', 'metadata.a', 'order.a']);
  expect(['1', '9', '17', '3'].map((mutant) => coverage.isRun(mutant))).toEqual([true, true, true, false]);
});

it('tries generated checks of one function on some entity types, and on more where its start runs the code', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `collection.Type${index}s.members`);
  const run = ids.slice(0, 60).map((id) => [id, bits(1, 2)] as const);
  const coverage = new Coverage({ outside: bits(2), checks: run, durations: {}, seconds: 1 });
  const checks = ids.map((id) => check(id));
  expect(orderFor('1', checks, coverage)).toHaveLength(7);
  expect(orderFor('2', checks, coverage)).toHaveLength(40);
});

it('counts what is equivalent apart, and what no check runs against the suite', () => {
  const results: Result[] = [
    { ...mutantOf(1, 'records'), outcome: 'noticed', check: 'create.id', seconds: 1 },
    { ...mutantOf(2, 'records'), outcome: 'survived', seconds: 1 },
    { ...mutantOf(3, 'records'), outcome: 'not-run', seconds: 0 },
    { ...mutantOf(4, 'sql'), original: 'size > 0', outcome: 'survived', seconds: 1 },
  ];
  const explanation = { file: 'sql/some.ts', original: 'size > 0', replacement: 'false' };
  const why = { because: 'equivalent', why: 'nothing is empty' } as const;
  const facts = { command: 'npm run suite:mutants', all: 40, wanted: 5 };
  const report = renderReport(results, [{ ...explanation, ...why }], facts);
  expect(report).toContain('a sample of 5 of 40 mutants, 4 of them tried.');
  expect(report).toContain('| all | 1 | 1 | 1 | 1 | 33.3 % |');
  expect(report).toContain('- 2 `records/some.ts:2` `true` → `false` — not read yet');
  expect(report).toContain('- 4 `sql/some.ts:4` `size > 0` → `false` — equivalent: nothing is empty');
  expect(scoresOf({ noticed: 1, survived: 1, notRun: 1, equivalent: 1 }).ofRun).toBe(0.5);
});

it('explains only code that there is', () => {
  const textOf = (file: string) => readFileSync(join(sourceFolder, file), 'utf8').replace(/\s+/g, ' ');
  const gone = readExplanations().filter(({ file, original }) => !textOf(file).includes(original));
  expect(gone).toEqual([]);
  expect(mutableSources()).toContain('records/clock.ts');
});
