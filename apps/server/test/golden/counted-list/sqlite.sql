SELECT json_object('id', r."id", 'name', r."name") AS j, json_array(p.id) AS c
FROM (SELECT q."id" AS id, 0 AS seg FROM "accounts" q WHERE q.space_id = ?1 ORDER BY q."id" ASC LIMIT 1 OFFSET ?3) p
CROSS JOIN "accounts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",1]

SELECT sum(c."living") AS living, sum(c."deleted") AS deleted
FROM "collections" c
WHERE c.space_id = ?1 AND (c."table_name" = ?2);
-- values: ["golden","accounts"]
