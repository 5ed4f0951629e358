WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 1 AS code, e."created" >= $4 AS is_now, count(*) AS count
FROM "sales_units" p
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."unit_id" = p.id AND e."created" >= $6 AND e."created" < $5
WHERE p.space_id = $1 AND p.id IN (SELECT wanted.id FROM wanted) AND $2::text IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "tasks" d
  WHERE d.space_id = $1 AND d.id = e."activity_id" AND d."is_deleted"
) AND NOT EXISTS (SELECT 1 FROM "appointments" d WHERE d.space_id = $1 AND d.id = e."activity_id" AND d."is_deleted") GROUP BY p.id,
  3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 2 AS code, e."date_sent" >= $4 AS is_now, count(*) AS count
FROM "sales_units" p
JOIN "clients" c
ON c.space_id = $1 AND c."default_unit_id" = p.id
JOIN "emails" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."direction" = 2 AND e."sender_client_id" = c.id AND e."date_sent" >= $6 AND e."date_sent" < $5
WHERE p.space_id = $1 AND p.id IN (SELECT wanted.id FROM wanted) AND $2::text IS NOT NULL GROUP BY p.id, 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, e."kpi" AS code, e."created" >= $4 AS is_now, count(*) AS count
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" IN (1, 2) AND e."unit_id" = p.id AND e."created" >= $6 AND e."created" < $5
WHERE p.space_id = $1 AND p.id IN (SELECT wanted.id FROM wanted) AND $2::text IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "leads" d
  WHERE d.space_id = $1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) AND NOT EXISTS (SELECT 1 FROM "opportunities" d WHERE d.space_id = $1 AND d.id = e."lead_oppty_id" AND d."is_deleted") GROUP BY p.id,
  2, 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, e."kpi" AS code, e."created" >= $4 AS is_now, count(*) AS count, sum(floor(date_part('epoch',
  e."created"))::bigint - floor(date_part('epoch', o."created"))::bigint) AS seconds, sum(o."value_base")::text AS a0
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" IN (5, 7, 4) AND e."unit_id" = p.id AND e."created" >= $6 AND e."created" < $5 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND p.id IN (SELECT wanted.id FROM wanted) AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id,
  2, 3
UNION ALL SELECT p.id AS id, 6 AS code, e."created" >= $4 AS is_now, count(*) AS count, sum(floor(date_part('epoch',
  e."created"))::bigint - floor(date_part('epoch', o."created"))::bigint) AS seconds, (NULL)::text COLLATE "C" AS a0
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 6 AND e."unit_id" = p.id AND e."created" >= $6 AND e."created" < $5 LEFT
JOIN "leads" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND p.id IN (SELECT wanted.id FROM wanted) AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id,
  3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, p."is_deleted" AS deleted, (
  SELECT CASE WHEN substr(f."url", 1, 1) = '/' THEN substr($2::text, 1, length($2::text) - length($1::text) - 32) || f."url" ELSE f."url" END
  FROM "cloud_objects" f
  WHERE f.space_id = $1 AND f.id = p."picture_id" AND NOT f."is_deleted"
) AS picture, p."name" AS name, p."parent_id" AS parent
FROM "sales_units" p
WHERE p.space_id = $1 AND p.id IN (SELECT wanted.id FROM wanted) AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"]]
