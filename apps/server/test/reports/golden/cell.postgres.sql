SELECT row_to_json(o) AS j, json_build_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "opportunities" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND (coalesce(q."folded"->>'name', lower(q."name")) COLLATE "C" LIKE $3 AND (NOT EXISTS (
    SELECT 1
    FROM "sales_units" q_
    WHERE q_.space_id = $1 AND q_."id" = q."unit_id" AND q_."parent_id" IS NOT NULL
  ) AND q."owner_id" = $4 AND q."created" >= $5 AND q."created" < $6)) AND q.revision + 0 > -1 AND 0 + q.revision > -1
  ORDER BY q."id" ASC
  LIMIT $7
) p
JOIN "opportunities" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (SELECT r."id" AS "id", r."formatted_name" AS "formatted_name") o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","%deal%","<owner>","<moment>","2001-03-31T23:00:00.000000",31]
