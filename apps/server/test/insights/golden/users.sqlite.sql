SELECT p.id AS id, 1 AS code, count(*) FILTER (
WHERE e."created" >= ?3) AS n_now, count(*) FILTER (
WHERE e."created" < ?3) AS n_before
FROM "clients" p
CROSS JOIN "activity_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
WHERE p.space_id = ?1 AND ?2 IS NOT NULL GROUP BY p.id
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= ?3), -count(*) FILTER (
WHERE e."created" < ?3)
FROM "tasks" d INDEXED BY "tasks_id_deleted"
CROSS JOIN "activity_kpis" e INDEXED BY "activity_kpis_activity_id"
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."activity_id" = d.id AND e."kpi" IN (1) AND e."created" >= ?4 AND e."created" < ?5
WHERE d.space_id = ?1 AND d."is_deleted" GROUP BY e."client_id", e."kpi"
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= ?3), -count(*) FILTER (
WHERE e."created" < ?3)
FROM "appointments" d INDEXED BY "appointments_id_deleted"
CROSS JOIN "activity_kpis" e INDEXED BY "activity_kpis_activity_id"
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."activity_id" = d.id AND e."kpi" IN (1) AND e."created" >= ?4 AND e."created" < ?5
WHERE d.space_id = ?1 AND d."is_deleted" GROUP BY e."client_id", e."kpi";
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, 1 AS code, count(*) FILTER (
WHERE e."created" >= ?3) AS n_now, count(*) FILTER (
WHERE e."created" < ?3) AS n_before
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
WHERE p.space_id = ?1 AND ?2 IS NOT NULL GROUP BY p.id
UNION ALL SELECT p.id AS id, 2 AS code, count(*) FILTER (
WHERE e."created" >= ?3) AS n_now, count(*) FILTER (
WHERE e."created" < ?3) AS n_before
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 2 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
WHERE p.space_id = ?1 AND ?2 IS NOT NULL GROUP BY p.id
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= ?3), -count(*) FILTER (
WHERE e."created" < ?3)
FROM "leads" d INDEXED BY "leads_id_deleted"
CROSS JOIN "lead_oppty_kpis" e INDEXED BY "lead_oppty_kpis_lead_oppty_id"
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."lead_oppty_id" = d.id AND e."kpi" IN (1, 2) AND e."created" >= ?4 AND e."created" < ?5
WHERE d.space_id = ?1 AND d."is_deleted" GROUP BY e."client_id", e."kpi"
UNION ALL SELECT e."client_id", e."kpi", -count(*) FILTER (
WHERE e."created" >= ?3), -count(*) FILTER (
WHERE e."created" < ?3)
FROM "opportunities" d INDEXED BY "opportunities_id_deleted"
CROSS JOIN "lead_oppty_kpis" e INDEXED BY "lead_oppty_kpis_lead_oppty_id"
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."lead_oppty_id" = d.id AND e."kpi" IN (1, 2) AND e."created" >= ?4 AND e."created" < ?5
WHERE d.space_id = ?1 AND d."is_deleted" GROUP BY e."client_id", e."kpi";
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, 2 AS code, count(*) FILTER (
WHERE e."date_sent" >= ?3) AS n_now, count(*) FILTER (
WHERE e."date_sent" < ?3) AS n_before
FROM "clients" p
CROSS JOIN "emails" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."direction" = 2 AND e."sender_client_id" = p.id AND e."date_sent" >= ?4 AND e."date_sent" < ?5
WHERE p.space_id = ?1 AND ?2 IS NOT NULL GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, 5 AS code, count(*) FILTER (
WHERE e."created" >= ?3) AS n_now, sum(CASE WHEN e."created" >= ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_now, CAST(sum(CASE WHEN e."created" >= ?3 THEN o."value_base" END / 10000) AS TEXT) AS a0_now,
  iif(sum(CASE WHEN e."created" >= ?3 THEN o."value_base" END % 10000) IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d',
  iif(sum(CASE WHEN e."created" >= ?3 THEN o."value_base" END % 10000) < 0, '-', ''), abs(sum(CASE WHEN e."created" >= ?3 THEN o."value_base" END % 10000)) / 10000,
  abs(sum(CASE WHEN e."created" >= ?3 THEN o."value_base" END % 10000)) % 10000), '0'), '.')) AS a1_now, count(*) FILTER (
WHERE e."created" < ?3) AS n_before, sum(CASE WHEN e."created" < ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_before, CAST(sum(CASE WHEN e."created" < ?3 THEN o."value_base" END / 10000) AS TEXT) AS a0_before,
  iif(sum(CASE WHEN e."created" < ?3 THEN o."value_base" END % 10000) IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d',
  iif(sum(CASE WHEN e."created" < ?3 THEN o."value_base" END % 10000) < 0, '-', ''), abs(sum(CASE WHEN e."created" < ?3 THEN o."value_base" END % 10000)) / 10000,
  abs(sum(CASE WHEN e."created" < ?3 THEN o."value_base" END % 10000)) % 10000), '0'), '.')) AS a1_before
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 5 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 7 AS code, count(*) FILTER (
WHERE e."created" >= ?3) AS n_now, sum(CASE WHEN e."created" >= ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_now, CAST(NULL AS TEXT) AS a0_now, CAST(NULL AS TEXT) AS a1_now, count(*) FILTER (
WHERE e."created" < ?3) AS n_before, sum(CASE WHEN e."created" < ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_before, CAST(NULL AS TEXT) AS a0_before, CAST(NULL AS TEXT) AS a1_before
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 7 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 4 AS code, count(*) FILTER (
WHERE e."created" >= ?3) AS n_now, sum(CASE WHEN e."created" >= ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_now, CAST(NULL AS TEXT) AS a0_now, CAST(NULL AS TEXT) AS a1_now, count(*) FILTER (
WHERE e."created" < ?3) AS n_before, sum(CASE WHEN e."created" < ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_before, CAST(NULL AS TEXT) AS a0_before, CAST(NULL AS TEXT) AS a1_before
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 4 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 6 AS code, count(*) FILTER (
WHERE e."created" >= ?3) AS n_now, sum(CASE WHEN e."created" >= ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_now, CAST(NULL AS TEXT) AS a0_now, CAST(NULL AS TEXT) AS a1_now, count(*) FILTER (
WHERE e."created" < ?3) AS n_before, sum(CASE WHEN e."created" < ?3 THEN unixepoch(substr(e."created", 1, 19)) - unixepoch(substr(o."created",
  1, 19)) END) AS s_before, CAST(NULL AS TEXT) AS a0_before, CAST(NULL AS TEXT) AS a1_before
FROM "clients" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 6 AND e."client_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "leads" o INDEXED BY "leads_id_is_deleted_created"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","2001-03-01T00:00:00.000000","2001-01-29T00:00:00.000000","2001-04-01T00:00:00.000000"]

SELECT p.id AS id, p."is_deleted" AS deleted, p."picture_url" AS picture, p."first_name" AS first, p."last_name" AS last,
  p."middle_name" AS middle, p."position" AS position, p."email" AS email
FROM "clients" p
WHERE p.space_id = ?1 AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
