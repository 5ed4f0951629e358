SELECT p.id AS id, p."is_deleted" AS deleted, p."picture_url" AS picture, p."first_name" AS first, p."last_name" AS last,
  p."middle_name" AS middle, p."position" AS position, p."email" AS email
FROM "clients" p
WHERE p.space_id = ?1 AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]

WITH chosen AS MATERIALIZED (
  SELECT r.id AS id
  FROM "opportunities" r
  WHERE r.space_id = ?1 AND NOT r."is_deleted" AND coalesce(json_extract(r."folded", '$."name"'), lower(r."name")) = ?3
) SELECT p.id AS id, 2 AS code, TRUE AS is_now, count(*) AS count
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 2 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
CROSS JOIN chosen
ON chosen.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND ?2 IS NOT NULL GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal 2","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000"]

WITH chosen AS MATERIALIZED (
  SELECT r.id AS id
  FROM "opportunities" r
  WHERE r.space_id = ?1 AND NOT r."is_deleted" AND coalesce(json_extract(r."folded", '$."name"'), lower(r."name")) = ?3
) SELECT p.id AS id, 5 AS code, TRUE AS is_now, count(*) AS count, CAST(sum(o."value_base" / 10000) AS TEXT) AS a0,
  iif(sum(o."value_base" % 10000) IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d', iif(sum(o."value_base" % 10000) < 0,
  '-', ''), abs(sum(o."value_base" % 10000)) / 10000, abs(sum(o."value_base" % 10000)) % 10000), '0'), '.')) AS a1
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 5 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
CROSS JOIN chosen
ON chosen.id = e."lead_oppty_id" LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal 2","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000"]
