/**
 * Requests with the SQL that they become on each database, the number of statements that they take, and their answers: a change of
 * any of them is a difference to review. A folder is a case; a file that is missing fails.
 * `HEADWATER_TEST_UPDATE_GOLDEN=1` writes the files again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../../src/sql/binder.js';
import { type DatabaseName, onBothDatabases } from '../fixture.js';
import type { Answer } from '../test-space.js';
import { cases, readRequest } from './cases.js';
import { isUpdating } from './expect-statements.js';
import { abbreviateLists, formatSql } from './format-sql.js';
import { GoldenSpace } from './golden-space.js';

/** These show all members and columns of a record. In all others, long lists and members without a value are left out. */
const wideCases = ['list', 'create'];
const manyMembers = 20;

/** @returns a statement over lines, with its values below */
function shownStatement({ text, values }: Statement, isWide: boolean): string {
  return `${formatSql(isWide ? text : abbreviateLists(text))};\n-- values: ${JSON.stringify(values)}\n`;
}

/** @returns the answer without what whole records have no value for; that they have all members is checked against the documents */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const isEmpty = (member: unknown) => member === null || member === false || Object(member).length === 0;
  const shown = members.length > manyMembers ? members.filter(([, member]) => !isEmpty(member)) : members;
  return Object.fromEntries(shown.map(([name, member]) => [name, withoutEmpty(member)]));
}

function compare(name: string, file: string, text: string): void {
  const url = new URL(`${name}/${file}`, import.meta.url);
  if (isUpdating) writeFileSync(url, text);
  if (!existsSync(url)) throw new Error(`golden file ${name}/${file} is missing; see golden.test.ts`);
  expect(text, `${name}/${file}`).toBe(readFileSync(url, 'utf8'));
}

/** A case has one number of statements for both databases, or a file for each where only one of them has rows to lock. */
function countFile(name: string, database: DatabaseName): string {
  const own = `${database}.statements.txt`;
  return existsSync(new URL(`${name}/${own}`, import.meta.url)) ? own : 'statements.txt';
}

onBothDatabases((running, database) => {
  let golden: GoldenSpace;
  beforeAll(async () => {
    golden = await GoldenSpace.make(running.server);
  });

  // In the order of the folders' names, which puts create and delete ahead of what only reads and `write-` behind it: each case sees
  // the same records.
  describe.each(cases)('%s', (name) => {
    it('takes the statements and gives the answer that are written down', async () => {
      const { method, path, body } = readRequest(name);
      let answer: Answer | undefined;
      const statements = await running.server.statementsOf(async () => {
        const sent = body === '' ? {} : { body: golden.withIds(body) };
        answer = await golden.space.send(method, golden.withIds(path), sent);
      });
      const isWide = wideCases.includes(name);
      const sql = statements.map((statement) => shownStatement(statement, isWide));
      compare(name, `${database}.sql`, golden.withNames(sql.join('\n')));
      compare(name, countFile(name, database), `${statements.length}\n`);
      const answered = JSON.parse(golden.withNames(answer?.text ?? '')) as unknown;
      const shown = { status: answer?.status, body: isWide ? answered : withoutEmpty(answered) };
      compare(name, 'response.json', `${JSON.stringify(shown, undefined, 2)}\n`);
    });
  });

  it('reads each list in one statement, whatever it expands', () => {
    for (const name of [
      ...['list', 'filtered-list', 'expanded-list', 'keyset-page', 'backward-page', 'get'],
      ...['union-list', 'union-expanded-list', 'graphql-nested-connections', 'graphql-referring-records'],
    ]) {
      const count = readFileSync(new URL(`${name}/statements.txt`, import.meta.url), 'utf8');
      expect(count, name).toBe('1\n');
    }
  });
});
