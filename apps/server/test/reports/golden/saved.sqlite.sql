SELECT count(*) AS n
FROM "opportunities" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND coalesce(json_extract(r."folded", '$."name"'), lower(r."name")) = ?3 AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal 2"]

SELECT json_object('id', r."id", 'c0', r."name") AS j, json_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "opportunities" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND coalesce(json_extract(q."folded", '$."name"'), lower(q."name")) = ?3
  ORDER BY q."id" ASC
  LIMIT 31
) p
CROSS JOIN "opportunities" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal 2"]

SELECT json_object('id', r."id", 'name', r."name", 'owner_id', r."owner_id", 'share_mode', r."share_mode", 'settings',
  json(r."settings"), 'created', r."created", 'modified', r."modified", 'revision', r."revision", 'description',
  r."description", 'reports_folder_id', r."reports_folder_id", 'sync_enabled', json(iif(r."sync_enabled", 'true',
  iif(r."sync_enabled" IS NULL, NULL, 'false'))), 'sync_entity', r."sync_entity", 'sync_entity_id', r."sync_entity_id") AS j,
  json_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "reports" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND q."id" = ?3
  ORDER BY q."id" ASC
) p
CROSS JOIN "reports" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>"]

SELECT json_object('id', r."id", 'name', r."name", 'owner_id', r."owner_id", 'share_mode', r."share_mode", 'settings',
  json(r."settings"), 'created', r."created", 'modified', r."modified", 'revision', r."revision", 'entity', r."entity",
  'entity_api_name', r."entity_api_name", 'type', r."type", 'pipelines', json(coalesce(r."pipelines", '[]'))) AS j,
  json_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "profiles" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND q."id" = ?3
  ORDER BY q."id" ASC
) p
CROSS JOIN "profiles" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-2>"]

SELECT max(c."revision") AS r
FROM "collections" c
WHERE c.space_id = ?1 AND c."table_name" IN (?2);
-- values: ["golden","opportunities"]

SELECT x.g0 AS g0, x.n, x.c0, x.s0_0, x.s0_1
FROM (
  SELECT +r."status" AS g0, count(*) AS n, count(r."value_base") AS c0, CAST(sum(r."value_base" / 10000) AS TEXT) AS s0_0,
    iif(sum(r."value_base" % 10000) IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d', iif(sum(r."value_base" % 10000) < 0,
    '-', ''), abs(sum(r."value_base" % 10000)) / 10000, abs(sum(r."value_base" % 10000)) % 10000), '0'), '.')) AS s0_1
  FROM "opportunities" r
  WHERE r.space_id = ?1 AND NOT r."is_deleted" AND (coalesce(json_extract(r."folded", '$."name"'), lower(r."name")) = ?3 AND coalesce(json_extract(r."folded",
    '$."name"'), lower(r."name")) = ?4) AND ?2 IS NOT NULL GROUP BY 1
  LIMIT 50001
) x;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal 2","deal 2"]
