import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('.', import.meta.url));

/** Where the databases differ; everything else asks a dialect. */
const home = /^(sql\/dialects|db)\//;

it('has the names of databases in their own folders only', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const naming = files.filter(
    (file) =>
      !home.test(file) &&
      !file.endsWith('.test.ts') &&
      /dialect\.name|'(sqlite|postgres|pg)'/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(naming).toEqual([]);
});
