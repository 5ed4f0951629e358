/**
 * The layout changes nothing but blanks, and a change of what is abbreviated shows.
 */
import { expect, it } from 'vitest';
import { abbreviateLists, formatSql } from './format-sql.js';

const statement =
  'SELECT json_object(\'a b\', (SELECT n."x  y" FROM "t" n WHERE n.space_id = ?1 ' +
  'AND n."a_longer_name" = r."a_longer_name" AND n."one_more_longer_name" = r."one_more_longer_name"), ' +
  '\'it\'\'s\', 1) AS j FROM "c" r WHERE r.space_id = ?1 AND r.id IN (SELECT value FROM json_each(?2)) ' +
  'ORDER BY r.id ASC LIMIT ?3';

it('begins a line with each clause and goes in at each sub-select that is not short', () => {
  expect(formatSql(statement)).toBe(`SELECT json_object('a b', (
  SELECT n."x  y"
  FROM "t" n
  WHERE n.space_id = ?1 AND n."a_longer_name" = r."a_longer_name" AND n."one_more_longer_name" = r."one_more_longer_name"
), 'it''s', 1) AS j
FROM "c" r
WHERE r.space_id = ?1 AND r.id IN (SELECT value FROM json_each(?2))
ORDER BY r.id ASC
LIMIT ?3`);
});

const columns = Array.from({ length: 60 }, (_, index) => `r."column_${index}"`);

it('breaks long lists', () => {
  const list = columns.join(', ');
  const formatted = formatSql(`SELECT ${list} FROM "c" r`);
  expect(Math.max(...formatted.split('\n').map((line) => line.length))).toBeLessThan(140);
  expect(formatted.replaceAll(/\s+/g, ' ')).toBe(`SELECT ${list} FROM "c" r`);
});

it('abbreviates long lists wherever they are, with a digest of the rest', () => {
  const select = (list: readonly string[]) =>
    `SELECT (SELECT ${list.join(', ')} FROM "c" r), f(${list.join(', ')}) AS j FROM "c"`;
  const short = abbreviateLists(select(columns));
  const first = columns.slice(0, 4).join(', ');
  expect(short).toMatch(
    new RegExp(
      `^SELECT \\(SELECT ${first}, … 56 more, [0-9a-f]{12} FROM "c" r\\), f\\(${first}, … 56 more, [0-9a-f]{12} \\) AS j FROM "c"$`,
    ),
  );
  for (const column of columns) {
    const changed = columns.map((one) => (one === column ? `coalesce(${one}, 0)` : one));
    expect(abbreviateLists(select(changed)), column).not.toBe(short);
  }
  expect(abbreviateLists(statement)).toBe(statement);
});
