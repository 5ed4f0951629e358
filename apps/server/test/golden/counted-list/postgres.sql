SELECT row_to_json(o) AS j, json_build_array(p.id) AS c
FROM (SELECT q."id" AS id, 0 AS seg FROM "accounts" q WHERE q.space_id = $1 ORDER BY q."id" ASC LIMIT 1 OFFSET $3) p
JOIN "accounts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (SELECT r."id" AS "id", r."name" AS "name") o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",1]

SELECT sum(c."living") AS living, sum(c."deleted") AS deleted
FROM "collections" c
WHERE c.space_id = $1 AND (c."table_name" = $2);
-- values: ["golden","accounts"]
