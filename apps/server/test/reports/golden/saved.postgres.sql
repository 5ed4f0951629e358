SELECT count(*) AS n
FROM "opportunities" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND coalesce(r."folded"->>'name', lower(r."name")) COLLATE "C" = $3 AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal 2"]

SELECT max(c."revision") AS r
FROM "collections" c
WHERE c.space_id = $1 AND c."table_name" IN ($2);
-- values: ["golden","opportunities"]

SELECT row_to_json(o) AS j, json_build_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "opportunities" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND coalesce(q."folded"->>'name', lower(q."name")) COLLATE "C" = $3
  ORDER BY q."id" ASC
  LIMIT $4
) p
JOIN "opportunities" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (SELECT r."id" AS "id", r."name" AS "c0") o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal 2",31]

SELECT row_to_json(o) AS j, json_build_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "profiles" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."id" = $3
  ORDER BY q."id" ASC
) p
JOIN "profiles" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (
  SELECT r."id" AS "id", r."name" AS "name", r."owner_id" AS "owner_id", r."share_mode" AS "share_mode", r."settings" AS "settings",
    to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created", to_char(r."modified", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified",
    r."revision" AS "revision", r."entity" AS "entity", r."entity_api_name" AS "entity_api_name", r."type" AS "type",
    coalesce(r."pipelines", '[]'::json) AS "pipelines"
) o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>"]

SELECT row_to_json(o) AS j, json_build_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "reports" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."id" = $3
  ORDER BY q."id" ASC
) p
JOIN "reports" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (
  SELECT r."id" AS "id", r."name" AS "name", r."owner_id" AS "owner_id", r."share_mode" AS "share_mode", r."settings" AS "settings",
    to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created", to_char(r."modified", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified",
    r."revision" AS "revision", r."description" AS "description", r."reports_folder_id" AS "reports_folder_id",
    r."sync_enabled" AS "sync_enabled", r."sync_entity" AS "sync_entity", r."sync_entity_id" AS "sync_entity_id"
) o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-2>"]

SELECT x.g0 AS g0, x.n, x.c0, x.s0_0
FROM (
  SELECT r."status" AS g0, count(*) AS n, count(r."value_base") AS c0, sum(r."value_base")::text AS s0_0
  FROM "opportunities" r
  WHERE r.space_id = $1 AND NOT r."is_deleted" AND (coalesce(r."folded"->>'name', lower(r."name")) COLLATE "C" = $4 AND coalesce(r."folded"->>'name',
    lower(r."name")) COLLATE "C" = $5) AND $2::text IS NOT NULL GROUP BY 1
  LIMIT $3
) x;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",50001,"deal 2","deal 2"]
