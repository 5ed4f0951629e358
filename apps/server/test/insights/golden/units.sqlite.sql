WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = ?1 AND u.id IN (SELECT value FROM json_each(?3))
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = ?1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 1 AS code, TRUE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "activity_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."unit_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "tasks" d INDEXED BY "tasks_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."activity_id" AND d."is_deleted"
) AND NOT EXISTS (
  SELECT 1
  FROM "appointments" d INDEXED BY "appointments_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."activity_id" AND d."is_deleted"
) GROUP BY p.id
UNION ALL SELECT p.id AS id, 1 AS code, FALSE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "activity_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."unit_id" = p.id AND e."created" >= ?6 AND e."created" < ?4
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "tasks" d INDEXED BY "tasks_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."activity_id" AND d."is_deleted"
) AND NOT EXISTS (
  SELECT 1
  FROM "appointments" d INDEXED BY "appointments_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."activity_id" AND d."is_deleted"
) GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<unit>\"]","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = ?1 AND u.id IN (SELECT value FROM json_each(?3))
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = ?1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 1 AS code, TRUE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."unit_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "leads" d INDEXED BY "leads_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) AND NOT EXISTS (
  SELECT 1
  FROM "opportunities" d INDEXED BY "opportunities_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) GROUP BY p.id
UNION ALL SELECT p.id AS id, 2 AS code, TRUE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 2 AND e."unit_id" = p.id AND e."created" >= ?4 AND e."created" < ?5
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "opportunities" d INDEXED BY "opportunities_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) AND NOT EXISTS (
  SELECT 1
  FROM "leads" d INDEXED BY "leads_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) GROUP BY p.id
UNION ALL SELECT p.id AS id, 1 AS code, FALSE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 1 AND e."unit_id" = p.id AND e."created" >= ?6 AND e."created" < ?4
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "leads" d INDEXED BY "leads_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) AND NOT EXISTS (
  SELECT 1
  FROM "opportunities" d INDEXED BY "opportunities_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) GROUP BY p.id
UNION ALL SELECT p.id AS id, 2 AS code, FALSE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 2 AND e."unit_id" = p.id AND e."created" >= ?6 AND e."created" < ?4
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND NOT EXISTS (
  SELECT 1
  FROM "opportunities" d INDEXED BY "opportunities_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) AND NOT EXISTS (
  SELECT 1
  FROM "leads" d INDEXED BY "leads_id_deleted"
  WHERE d.space_id = ?1 AND d.id = e."lead_oppty_id" AND d."is_deleted"
) GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<unit>\"]","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = ?1 AND u.id IN (SELECT value FROM json_each(?3))
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = ?1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 2 AS code, TRUE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "clients" c
ON c.space_id = ?1 AND c."default_unit_id" = p.id
CROSS JOIN "emails" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."direction" = 2 AND e."sender_client_id" = c.id AND e."date_sent" >= ?4 AND e."date_sent" < ?5
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL GROUP BY p.id
UNION ALL SELECT p.id AS id, 2 AS code, FALSE AS is_now, count(*) AS count
FROM "sales_units" p
CROSS JOIN "clients" c
ON c.space_id = ?1 AND c."default_unit_id" = p.id
CROSS JOIN "emails" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."direction" = 2 AND e."sender_client_id" = c.id AND e."date_sent" >= ?6 AND e."date_sent" < ?4
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<unit>\"]","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = ?1 AND u.id IN (SELECT value FROM json_each(?3))
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = ?1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, 5 AS code, TRUE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(sum(o."value_base" / 10000) AS TEXT) AS a0, iif(sum(o."value_base" % 10000) IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d',
  iif(sum(o."value_base" % 10000) < 0, '-', ''), abs(sum(o."value_base" % 10000)) / 10000, abs(sum(o."value_base" % 10000)) % 10000),
  '0'), '.')) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 5 AND e."unit_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 7 AS code, TRUE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(NULL AS TEXT) AS a0, CAST(NULL AS TEXT) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 7 AND e."unit_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 4 AS code, TRUE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(NULL AS TEXT) AS a0, CAST(NULL AS TEXT) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 4 AND e."unit_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 6 AS code, TRUE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(NULL AS TEXT) AS a0, CAST(NULL AS TEXT) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 6 AND e."unit_id" = p.id AND e."created" >= ?4 AND e."created" < ?5 LEFT
JOIN "leads" o INDEXED BY "leads_id_is_deleted_created"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 5 AS code, FALSE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(sum(o."value_base" / 10000) AS TEXT) AS a0, iif(sum(o."value_base" % 10000) IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d',
  iif(sum(o."value_base" % 10000) < 0, '-', ''), abs(sum(o."value_base" % 10000)) / 10000, abs(sum(o."value_base" % 10000)) % 10000),
  '0'), '.')) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 5 AND e."unit_id" = p.id AND e."created" >= ?6 AND e."created" < ?4 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 7 AS code, FALSE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(NULL AS TEXT) AS a0, CAST(NULL AS TEXT) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 7 AND e."unit_id" = p.id AND e."created" >= ?6 AND e."created" < ?4 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 4 AS code, FALSE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(NULL AS TEXT) AS a0, CAST(NULL AS TEXT) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 4 AND e."unit_id" = p.id AND e."created" >= ?6 AND e."created" < ?4 LEFT
JOIN "opportunities" o INDEXED BY "opportunities_id_is_deleted_created_value_base"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id
UNION ALL SELECT p.id AS id, 6 AS code, FALSE AS is_now, count(*) AS count, sum(unixepoch(e."created") - unixepoch(o."created")) AS seconds,
  CAST(NULL AS TEXT) AS a0, CAST(NULL AS TEXT) AS a1
FROM "sales_units" p
CROSS JOIN "lead_oppty_kpis" e
ON e.space_id = ?1 AND NOT e."is_deleted" AND e."kpi" = 6 AND e."unit_id" = p.id AND e."created" >= ?6 AND e."created" < ?4 LEFT
JOIN "leads" o INDEXED BY "leads_id_is_deleted_created"
ON o.space_id = ?1 AND o.id = e."lead_oppty_id"
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL AND o."is_deleted" IS NOT TRUE GROUP BY p.id;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<unit>\"]","2001-03-01T00:00:00.000000","2001-04-01T00:00:00.000000","2001-01-29T00:00:00.000000"]

WITH RECURSIVE wanted(id) AS (
  SELECT u.id
  FROM "sales_units" u
  WHERE u.space_id = ?1 AND u.id IN (SELECT value FROM json_each(?3))
  UNION SELECT c.id
  FROM wanted
  JOIN "sales_units" c
  ON c.space_id = ?1 AND c."parent_id" = wanted.id
) SELECT p.id AS id, p."is_deleted" AS deleted, (
  SELECT CASE WHEN substr(f."url", 1, 1) = '/' THEN substr(?2, 1, length(?2) - length(?1) - 32) || f."url" ELSE f."url" END
  FROM "cloud_objects" f
  WHERE f.space_id = ?1 AND f.id = p."picture_id" AND NOT f."is_deleted"
) AS picture, p."name" AS name, p."parent_id" AS parent
FROM "sales_units" p
WHERE p.space_id = ?1 AND p.id IN (SELECT wanted.id FROM wanted) AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<unit>\"]"]
