import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('.', import.meta.url));

/** Folders whose files write SQL. */
const writers = /^(sql|db)\//;


/** A clause of a statement in a text, or a placeholder that no binder has given. */
const sqlText = /['"`(](SELECT |INSERT INTO |UPDATE ["$]|DELETE FROM )|\bWHERE ["$a-z{]|\bplaceholder\(/;

it('has SQL text in the folders that write SQL only', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const withSql = files.filter(
    (file) => !writers.test(file) && !file.endsWith('.test.ts') && sqlText.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(withSql).toEqual([]);
});
