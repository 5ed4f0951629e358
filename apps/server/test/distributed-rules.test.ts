/** The rules of a distributed database see what breaks them. Every statement of every test over HTTP is checked by them. */
import { describe, expect, it } from 'vitest';
import { brokenRules } from './distributed-rules.js';

describe('a rule is broken by', () => {
  it.each([
    'SELECT 1 FROM contacts c WHERE c.id = $2',
    'SELECT 1 FROM contacts c WHERE c.space_id = $1 AND EXISTS (SELECT 1 FROM notes n WHERE n.space_id = c.space_id)',
    'INSERT INTO "tags" ("space_id", "id") VALUES ($1, $2) ON CONFLICT ("id") DO NOTHING',
    'INSERT INTO "tags" ("space_id", "id") VALUES ($1, $2) ON CONFLICT DO NOTHING',
    'INSERT INTO "t" ("space_id", "at") VALUES ($1, $2) ON CONFLICT ("space_id") DO UPDATE SET at = now()',
    'UPDATE "tags" SET "name" = $2, "space_id" = $3 WHERE "space_id" = $1',
    'UPDATE "tags" SET "id" = gen_random_uuid() WHERE "space_id" = $1',
    "SELECT nextval('numbers')",
    'CREATE TRIGGER t AFTER INSERT ON tags EXECUTE FUNCTION f()',
    'SELECT pg_advisory_xact_lock(1)',
    'ALTER TABLE tags ADD FOREIGN KEY (space_id, a) REFERENCES b (space_id, id) ON DELETE SET NULL',
    'MERGE INTO tags USING more ON true',
    'SELECT count(*) FROM tags t WHERE t.space_id = $1 GROUP BY GROUPING SETS ((a), (b))',
  ])('%s', (text) => expect(brokenRules(text)).not.toEqual([]));
});
