WITH listed AS MATERIALIZED (
  SELECT q."id" AS id, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = $1 AND NOT q."is_deleted"
  ORDER BY q."id" ASC
  LIMIT 3
), answer_size(n) AS MATERIALIZED (
  SELECT SUM((3 + COALESCE(CASE WHEN (
    SELECT rmy.id
    FROM "contact_account_relations" rmy
    WHERE rmy.space_id = $1
    ORDER BY rmy.id
    LIMIT 1
  ) IS NULL THEN NULL ELSE (
    SELECT SUM((2))
    FROM "contact_account_relations" rm
    WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
  ) END, 0)))
  FROM (SELECT * FROM listed) p
  JOIN "contacts" r
  ON r.space_id = $1 AND r.id = p.id
) SELECT CASE WHEN (SELECT n FROM answer_size) > 25000 THEN NULL ELSE row_to_json(o) END AS j, (SELECT n FROM answer_size) AS n,
  json_build_array(p.id) AS c
FROM (SELECT * FROM listed) p
JOIN "contacts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (
  SELECT r."id" AS "id", (
    SELECT row_to_json(o)
    FROM "contact_types" ro
    CROSS JOIN LATERAL (SELECT ro."id" AS "id", ro."name" AS "name") o
    WHERE ro.space_id = $1 AND ro.id = r."contact_type_id"
  ) AS "contact_type", (
    SELECT row_to_json(o)
    FROM "clients" ro
    CROSS JOIN LATERAL (SELECT ro."id" AS "id", ro."email" AS "email") o
    WHERE ro.space_id = $1 AND ro.id = r."owner_id"
  ) AS "owner", CASE WHEN (SELECT rmy.id FROM "contact_account_relations" rmy WHERE rmy.space_id = $1 ORDER BY rmy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
    SELECT row_to_json(o)
    FROM "contact_account_relations" rm
    CROSS JOIN LATERAL (
      SELECT rm."id" AS "id", (
        SELECT row_to_json(o)
        FROM "accounts" rmo
        CROSS JOIN LATERAL (SELECT rmo."id" AS "id", rmo."name" AS "name") o
        WHERE rmo.space_id = $1 AND rmo.id = rm."account_id"
      ) AS "account", coalesce(rm."is_primary", FALSE) AS "is_primary"
    ) o
    WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ORDER BY rm.id
  )) END AS "account_relations", r."last_name" AS "last_name"
) o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
