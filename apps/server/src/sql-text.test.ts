import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('.', import.meta.url));

/** Folders whose files write SQL. */
const writers = /^(sql|db)\//;

/** A clause of a statement in a text, or a placeholder that no binder has given. */
const sqlText = /['"`(](SELECT |INSERT INTO |UPDATE ["$]|DELETE FROM )|\bWHERE ["$a-z{]|\bplaceholder\(/;

/** A query of Knex, or the way to one. */
const knexQuery = /\.knex\b|\bknex\(/;

/** A placeholder with a number, or one for a number. */
const placeholder = /\bplaceholder\(|\$\d|\?\d/;

/** These alone write placeholders. */
const binders = /^sql\/(binder\.ts|dialects\/)/;

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

function filesWith(text: RegExp): string[] {
  return files.filter((file) => text.test(readFileSync(join(src, file), 'utf8')));
}

it('has SQL text in the folders that write SQL only', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(filesWith(sqlText).filter((file) => !writers.test(file))).toEqual([]);
});

it('asks by Knex in the same folders only', () => {
  expect(filesWith(knexQuery).filter((file) => !writers.test(file))).toEqual([]);
  expect(filesWith(knexQuery).length).toBeGreaterThan(5);
});

it('has placeholders that the binder gives', () => {
  expect(filesWith(placeholder).filter((file) => file.startsWith('sql/') && !binders.test(file))).toEqual([]);
});
