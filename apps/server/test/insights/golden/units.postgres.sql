WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 1 AS code, count(*) FILTER (
WHERE e."created" >= $4) AS n_now, count(*) FILTER (
WHERE e."created" < $4) AS n_before
FROM "sales_units" p
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."unit_id" = p.id AND e."created" >= $5 AND e."created" < $6
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL GROUP BY p.id
UNION ALL SELECT e."unit_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $4), -count(*) FILTER (
WHERE e."created" < $4)
FROM "tasks" d
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."activity_id" = d.id AND e."kpi" IN (1) AND e."created" >= $5 AND e."created" < $6
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."unit_id", e."kpi"
UNION ALL SELECT e."unit_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $4), -count(*) FILTER (
WHERE e."created" < $4)
FROM "appointments" d
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."activity_id" = d.id AND e."kpi" IN (1) AND e."created" >= $5 AND e."created" < $6
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."unit_id", e."kpi";
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 1 AS code, count(*) FILTER (
WHERE e."created" >= $4) AS n_now, count(*) FILTER (
WHERE e."created" < $4) AS n_before
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."unit_id" = p.id AND e."created" >= $5 AND e."created" < $6
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL GROUP BY p.id
UNION ALL SELECT p.id AS id, 2 AS code, count(*) FILTER (
WHERE e."created" >= $4) AS n_now, count(*) FILTER (
WHERE e."created" < $4) AS n_before
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 2 AND e."unit_id" = p.id AND e."created" >= $5 AND e."created" < $6
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL GROUP BY p.id
UNION ALL SELECT e."unit_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $4), -count(*) FILTER (
WHERE e."created" < $4)
FROM "leads" d
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."lead_oppty_id" = d.id AND e."kpi" IN (1, 2) AND e."created" >= $5 AND e."created" < $6
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."unit_id", e."kpi"
UNION ALL SELECT e."unit_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $4), -count(*) FILTER (
WHERE e."created" < $4)
FROM "opportunities" d
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."lead_oppty_id" = d.id AND e."kpi" IN (1, 2) AND e."created" >= $5 AND e."created" < $6
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."unit_id", e."kpi";
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 2 AS code, count(*) FILTER (
WHERE e."date_sent" >= $4) AS n_now, count(*) FILTER (
WHERE e."date_sent" < $4) AS n_before
FROM "sales_units" p
JOIN "clients" c
ON c.space_id = $1 AND c."default_unit_id" = p.id
JOIN "emails" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."direction" = 2 AND e."sender_client_id" = c.id AND e."date_sent" >= $5 AND e."date_sent" < $6
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = $1 AND u.id = ANY($3::uuid[])
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = $1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 5 AS code, count(*) FILTER (
WHERE e."created" >= $4) AS n_now, sum(CASE WHEN e."created" >= $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, sum(CASE WHEN e."created" >= $4 THEN o."value_base" END)::text AS a0_now,
  count(*) FILTER (
WHERE e."created" < $4) AS n_before, sum(CASE WHEN e."created" < $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, sum(CASE WHEN e."created" < $4 THEN o."value_base" END)::text AS a0_before
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 5 AND e."unit_id" = p.id AND e."created" >= $5 AND e."created" < $6 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 7 AS code, count(*) FILTER (
WHERE e."created" >= $4) AS n_now, sum(CASE WHEN e."created" >= $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, (NULL)::text COLLATE "C" AS a0_now, count(*) FILTER (
WHERE e."created" < $4) AS n_before, sum(CASE WHEN e."created" < $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, (NULL)::text COLLATE "C" AS a0_before
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 7 AND e."unit_id" = p.id AND e."created" >= $5 AND e."created" < $6 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 4 AS code, count(*) FILTER (
WHERE e."created" >= $4) AS n_now, sum(CASE WHEN e."created" >= $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, (NULL)::text COLLATE "C" AS a0_now, count(*) FILTER (
WHERE e."created" < $4) AS n_before, sum(CASE WHEN e."created" < $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, (NULL)::text COLLATE "C" AS a0_before
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 4 AND e."unit_id" = p.id AND e."created" >= $5 AND e."created" < $6 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 6 AS code, count(*) FILTER (
WHERE e."created" >= $4) AS n_now, sum(CASE WHEN e."created" >= $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, (NULL)::text COLLATE "C" AS a0_now, count(*) FILTER (
WHERE e."created" < $4) AS n_before, sum(CASE WHEN e."created" < $4 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, (NULL)::text COLLATE "C" AS a0_before
FROM "sales_units" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 6 AND e."unit_id" = p.id AND e."created" >= $5 AND e."created" < $6 LEFT
JOIN "leads" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"],"2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

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
WHERE p.space_id = $1 AND p.id IN (
  SELECT wanted.id
  FROM wanted
) AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<unit>"]]
