SELECT CASE p."table_name" WHEN 'lead'::text COLLATE "C" THEN (
  SELECT (
    SELECT row_to_json(o)
    FROM (
      SELECT r."id" AS "id", $2::text || 'LeadTypes/' || r."lead_type_id" AS "lead_type", NULL AS "closing_date",
        r."name" AS "name", 'lead'::text COLLATE "C" AS "table_name", CASE WHEN (
        SELECT rmy.id
        FROM "tag_relations" rmy
        WHERE rmy.space_id = $1
        ORDER BY rmy.id
        LIMIT 1
      ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
        SELECT $2::text || 'TagRelations/' || rm."id"
        FROM "tag_relations" rm
        WHERE rm.space_id = $1 AND rm."lead_id" = r."id" AND NOT rm."is_deleted"
        ORDER BY rm.id
      )) END AS "tags"
    ) o
  )
  FROM "leads" r
  WHERE r.space_id = $1 AND r.id = p."id"
) WHEN 'opportunity'::text COLLATE "C" THEN (
  SELECT (
    SELECT row_to_json(o)
    FROM (
      SELECT r."id" AS "id", NULL AS "lead_type", r."closing_date" AS "closing_date", r."name" AS "name", 'opportunity'::text COLLATE "C" AS "table_name",
        CASE WHEN (SELECT rmy.id FROM "tag_relations" rmy WHERE rmy.space_id = $1 ORDER BY rmy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
        SELECT $2::text || 'TagRelations/' || rm."id"
        FROM "tag_relations" rm
        WHERE rm.space_id = $1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
        ORDER BY rm.id
      )) END AS "tags"
    ) o
  )
  FROM "opportunities" r
  WHERE r.space_id = $1 AND r.id = p."id"
) END AS j, json_build_array(p.k0, p.id) AS c
FROM (
  SELECT q."id" AS id, q."table_name" AS table_name, q."name" AS k0, 0 AS seg
  FROM "lead_oppties" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."owner_id" = $3
  ORDER BY q."name" DESC NULLS LAST, q."id" DESC
  LIMIT $4
) p
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 DESC NULLS LAST, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<owner>",4]
