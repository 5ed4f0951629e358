/**
 * What the generators make of a tiny spec, compared with files that were read and approved. A missing file fails; the test
 * never writes one (`pnpm golden` does, for a reviewer to read the difference).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateGolden, goldenFolder } from './generate-golden.js';

const generated = generateGolden();

it.each(Object.keys(generated))('%s is as approved', (name) => {
  expect(generated[name]).toBe(readFileSync(join(goldenFolder, name), 'utf8'));
});

it('has no golden file that nothing is compared with', () => {
  expect(readdirSync(goldenFolder).sort()).toEqual(Object.keys(generated).sort());
});
