SELECT p.id AS id, 1 AS code, e."created" >= $3 AS is_now, count(*) AS count
FROM "clients" p
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."client_id" = p.id AND e."created" >= $5 AND e."created" < $4
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "tasks" d
  WHERE d.space_id = $1 AND d.id = e."activity_id" AND d."is_deleted"
) AND NOT EXISTS (SELECT 1 FROM "appointments" d WHERE d.space_id = $1 AND d.id = e."activity_id" AND d."is_deleted") GROUP BY p.id,
  3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

SELECT p.id AS id, 2 AS code, e."date_sent" >= $3 AS is_now, count(*) AS count
FROM "clients" p
JOIN "emails" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."direction" = 2 AND e."sender_client_id" = p.id AND e."date_sent" >= $5 AND e."date_sent" < $4
WHERE p.space_id = $1 AND $2::text IS NOT NULL GROUP BY p.id, 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

SELECT p.id AS id, e."kpi" AS code, e."created" >= $3 AS is_now, count(*) AS count
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" IN (1, 2) AND e."client_id" = p.id AND e."created" >= $5 AND e."created" < $4
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "leads" d
  WHERE d.space_id = $1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) AND NOT EXISTS (SELECT 1 FROM "opportunities" d WHERE d.space_id = $1 AND d.id = e."lead_oppty_id" AND d."is_deleted") GROUP BY p.id,
  2, 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

SELECT p.id AS id, e."kpi" AS code, e."created" >= $3 AS is_now, count(*) AS count, sum(floor(date_part('epoch',
  e."created"))::bigint - floor(date_part('epoch', o."created"))::bigint) AS seconds, sum(o."value_base")::text AS a0
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" IN (5, 7, 4) AND e."client_id" = p.id AND e."created" >= $5 AND e."created" < $4 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id, 2, 3
UNION ALL SELECT p.id AS id, 6 AS code, e."created" >= $3 AS is_now, count(*) AS count, sum(floor(date_part('epoch',
  e."created"))::bigint - floor(date_part('epoch', o."created"))::bigint) AS seconds, (NULL)::text COLLATE "C" AS a0
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 6 AND e."client_id" = p.id AND e."created" >= $5 AND e."created" < $4 LEFT
JOIN "leads" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id, 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

SELECT p.id AS id, p."is_deleted" AS deleted, p."picture_url" AS picture, p."first_name" AS first, p."last_name" AS last,
  p."middle_name" AS middle, p."position" AS position, p."email" AS email
FROM "clients" p
WHERE p.space_id = $1 AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
