/**
 * The layout changes nothing but blanks.
 */
import { expect, it } from 'vitest';
import { formatSql } from './format-sql.js';

const statement =
  'SELECT json_object(\'a b\', (SELECT n."x  y" FROM "t" n WHERE n.space_id = ?1), \'it\'\'s\', 1) AS j FROM "c" r ' +
  'WHERE r.space_id = ?1 ORDER BY r.id ASC LIMIT ?3';

it('begins a line with each clause and goes in at each sub-select', () => {
  expect(formatSql(statement)).toBe(`SELECT json_object('a b', (
  SELECT n."x  y"
  FROM "t" n
  WHERE n.space_id = ?1
), 'it''s', 1) AS j
FROM "c" r
WHERE r.space_id = ?1
ORDER BY r.id ASC
LIMIT ?3`);
});

it('breaks long lists', () => {
  const list = Array.from({ length: 60 }, (_, index) => `r."column_${index}"`).join(', ');
  const formatted = formatSql(`SELECT ${list} FROM "c" r`);
  expect(Math.max(...formatted.split('\n').map((line) => line.length))).toBeLessThan(140);
  expect(formatted.replaceAll(/\s+/g, ' ')).toBe(`SELECT ${list} FROM "c" r`);
});
