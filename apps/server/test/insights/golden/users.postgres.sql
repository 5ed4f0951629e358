SELECT p.id AS id, 1 AS code, count(*) FILTER (
WHERE e."created" >= $3) AS n_now, count(*) FILTER (
WHERE e."created" < $3) AS n_before
FROM "clients" p
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."client_id" = p.id AND e."created" >= $4 AND e."created" < $5
WHERE p.space_id = $1 AND $2::text IS NOT NULL GROUP BY p.id
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $3), -count(*) FILTER (
WHERE e."created" < $3)
FROM "tasks" d
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."activity_id" = d.id AND e."kpi" IN (1) AND e."created" >= $4 AND e."created" < $5
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."client_id", e."kpi"
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $3), -count(*) FILTER (
WHERE e."created" < $3)
FROM "appointments" d
JOIN "activity_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."activity_id" = d.id AND e."kpi" IN (1) AND e."created" >= $4 AND e."created" < $5
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."client_id", e."kpi";
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, 1 AS code, count(*) FILTER (
WHERE e."created" >= $3) AS n_now, count(*) FILTER (
WHERE e."created" < $3) AS n_before
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."client_id" = p.id AND e."created" >= $4 AND e."created" < $5
WHERE p.space_id = $1 AND $2::text IS NOT NULL GROUP BY p.id
UNION ALL SELECT p.id AS id, 2 AS code, count(*) FILTER (
WHERE e."created" >= $3) AS n_now, count(*) FILTER (
WHERE e."created" < $3) AS n_before
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 2 AND e."client_id" = p.id AND e."created" >= $4 AND e."created" < $5
WHERE p.space_id = $1 AND $2::text IS NOT NULL GROUP BY p.id
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $3), -count(*) FILTER (
WHERE e."created" < $3)
FROM "leads" d
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."lead_oppty_id" = d.id AND e."kpi" IN (1, 2) AND e."created" >= $4 AND e."created" < $5
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."client_id", e."kpi"
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= $3), -count(*) FILTER (
WHERE e."created" < $3)
FROM "opportunities" d
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."lead_oppty_id" = d.id AND e."kpi" IN (1, 2) AND e."created" >= $4 AND e."created" < $5
WHERE d.space_id = $1 AND d."is_deleted" GROUP BY e."client_id", e."kpi";
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, 2 AS code, count(*) FILTER (
WHERE e."date_sent" >= $3) AS n_now, count(*) FILTER (
WHERE e."date_sent" < $3) AS n_before
FROM "clients" p
JOIN "emails" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."direction" = 2 AND e."sender_client_id" = p.id AND e."date_sent" >= $4 AND e."date_sent" < $5
WHERE p.space_id = $1 AND $2::text IS NOT NULL GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, 5 AS code, count(*) FILTER (
WHERE e."created" >= $3) AS n_now, sum(CASE WHEN e."created" >= $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, sum(CASE WHEN e."created" >= $3 THEN o."value_base" END)::text AS a0_now,
  count(*) FILTER (
WHERE e."created" < $3) AS n_before, sum(CASE WHEN e."created" < $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, sum(CASE WHEN e."created" < $3 THEN o."value_base" END)::text AS a0_before
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 5 AND e."client_id" = p.id AND e."created" >= $4 AND e."created" < $5 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 7 AS code, count(*) FILTER (
WHERE e."created" >= $3) AS n_now, sum(CASE WHEN e."created" >= $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, (NULL)::text COLLATE "C" AS a0_now, count(*) FILTER (
WHERE e."created" < $3) AS n_before, sum(CASE WHEN e."created" < $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, (NULL)::text COLLATE "C" AS a0_before
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 7 AND e."client_id" = p.id AND e."created" >= $4 AND e."created" < $5 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 4 AS code, count(*) FILTER (
WHERE e."created" >= $3) AS n_now, sum(CASE WHEN e."created" >= $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, (NULL)::text COLLATE "C" AS a0_now, count(*) FILTER (
WHERE e."created" < $3) AS n_before, sum(CASE WHEN e."created" < $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, (NULL)::text COLLATE "C" AS a0_before
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 4 AND e."client_id" = p.id AND e."created" >= $4 AND e."created" < $5 LEFT
JOIN "opportunities" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 6 AS code, count(*) FILTER (
WHERE e."created" >= $3) AS n_now, sum(CASE WHEN e."created" >= $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_now, (NULL)::text COLLATE "C" AS a0_now, count(*) FILTER (
WHERE e."created" < $3) AS n_before, sum(CASE WHEN e."created" < $3 THEN floor(date_part('epoch', e."created"))::bigint - floor(date_part('epoch',
  o."created"))::bigint END) AS s_before, (NULL)::text COLLATE "C" AS a0_before
FROM "clients" p
JOIN "lead_oppty_kpis" e
ON e.space_id = $1 AND NOT e."is_deleted" AND e."kpi" = 6 AND e."client_id" = p.id AND e."created" >= $4 AND e."created" < $5 LEFT
JOIN "leads" o
ON o.space_id = $1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = $1 AND $2::text IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, p."is_deleted" AS deleted, p."picture_url" AS picture, p."first_name" AS first, p."last_name" AS last,
  p."middle_name" AS middle, p."position" AS position, p."email" AS email
FROM "clients" p
WHERE p.space_id = $1 AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
