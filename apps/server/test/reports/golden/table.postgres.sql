SELECT row_to_json(o) AS j, json_build_array(trim_scale(p.k0)::text, p.id) AS c
FROM (
  SELECT q."id" AS id, q."value_base" AS k0, 0 AS seg
  FROM "opportunities" q
  WHERE q.space_id = $1 AND NOT q."is_deleted"
  ORDER BY q."value_base" DESC NULLS LAST, q."id" DESC
  LIMIT 31
) p
JOIN "opportunities" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (
  SELECT r."id" AS "id", r."name" AS "c0", (
    SELECT row_to_json(o)
    FROM "clients" ro
    CROSS JOIN LATERAL (SELECT ro."name" AS "c1") o
    WHERE ro.space_id = $1 AND ro.id = r."owner_id"
  ) AS "c1", CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE (
    SELECT row_to_json(o)
    FROM (SELECT trim_scale(r."value_base") AS "c2") o
  ) END AS "c2"
) o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 DESC NULLS LAST, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]

SELECT sum(c."living") AS living, sum(c."deleted") AS deleted
FROM "collections" c
WHERE c.space_id = $1 AND (c."table_name" = $2);
-- values: ["golden","opportunities"]
