/**
 * The rule itself, so that it is known to find what breaks it: servers under test keep it for every statement.
 */
import { expect, it } from 'vitest';
import { unboundTables } from './space-rule.js';

it.each([
  'SELECT r.id FROM "contacts" r WHERE r.space_id = $1 AND r.id = $2',
  'SELECT (SELECT n.id FROM "clients" n WHERE n.space_id = ?1 AND n.id = r.owner_id) FROM "contacts" r WHERE r.space_id = ?1',
  'SELECT x FROM (SELECT q.id AS id FROM "contacts" q WHERE q.space_id = $1) p JOIN "contacts" r ON r.space_id = $1 AND r.id = p.id',
  'UPDATE "spaces" SET "revision" = "revision" + 1 WHERE "space_id" = $1 RETURNING "revision" AS v',
  'UPDATE "contacts" SET "city" = $3 WHERE "space_id" = $1 AND "id" = $2',
  'INSERT INTO "contacts" ("space_id", "id") VALUES ($1, $2)',
  'INSERT INTO "contacts" ("space_id", "id") SELECT $1, x.c0 FROM json_to_recordset($2) AS x(c0 uuid)',
  'UPDATE "contacts" SET "city" = x.c1 FROM json_to_recordset($2) AS x(c0 uuid, c1 text) WHERE "space_id" = $1 AND "contacts"."id" = x.c0',
  'SELECT token FROM api_keys WHERE space_id = $1 AND token = $2',
  'WITH a AS MATERIALIZED (SELECT r.n FROM "contacts" r WHERE r.space_id = $1), b(i) AS (SELECT n FROM a UNION ALL SELECT i FROM b WHERE i < 9) SELECT i FROM b WHERE i = 3',
  'SELECT 1',
])('is stored by %s', (text) => {
  expect(unboundTables(text)).toEqual([]);
});

it.each([
  ['SELECT r.id FROM "contacts" r WHERE r.id = $2', 'FROM "contacts" r'],
  ['SELECT r.id FROM "contacts" r WHERE r.space_id = $2', 'FROM "contacts" r'],
  [
    'SELECT (SELECT n.id FROM "clients" n WHERE n.space_id = r.space_id AND n.id = r.owner_id) FROM "contacts" r WHERE r.space_id = $1',
    'FROM "clients" n',
  ],
  ['SELECT r.id FROM "a" r JOIN "b" s ON s.id = r.id WHERE r.space_id = $1', 'JOIN "b" s'],
  ['SELECT (SELECT t.id FROM "a" t WHERE t.id = $2), (SELECT t.id FROM "b" t WHERE t.space_id = $1)', 'FROM "b" t'],
  ['WITH a AS (SELECT r.n FROM "contacts" r WHERE r.id = $2) SELECT n FROM a WHERE n = 1', 'FROM "contacts" r'],
  ['UPDATE "contacts" SET "space_id" = $1 WHERE "id" = $2', 'UPDATE "contacts"'],
  ['INSERT INTO "contacts" ("id", "space_id") VALUES ($1, $2)', 'INSERT INTO "contacts" ("id", "space_id") VALUES ($1'],
  [
    'INSERT INTO "contacts" ("space_id", "id") SELECT x.c1, x.c0 FROM json_to_recordset($1) AS x(c0 uuid, c1 text)',
    'INSERT INTO "contacts" ("space_id", "id") SELECT ',
  ],
  [
    'UPDATE "contacts" SET "city" = x.c1 FROM json_to_recordset($2) AS x(c0 uuid, c1 text) WHERE "contacts"."id" = x.c0',
    'UPDATE "contacts"',
  ],
  ['DELETE FROM "contacts" WHERE "id" = $1', 'DELETE FROM "contacts"'],
])('is broken by %s', (text, found) => {
  expect(unboundTables(text)).toEqual([found]);
});
