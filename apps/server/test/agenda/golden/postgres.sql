SELECT coalesce(f."oppty_type_id", f."entity_type_id") AS "of", i."type" AS type, i."settings" AS settings
FROM "entity_fitnesses" f
JOIN "entity_fitness_indicators" i
ON i.space_id = $1 AND i."entity_fitness_id" = f.id
WHERE f.space_id = $1 AND NOT f."is_deleted" AND f."entity_type" = 4 AND NOT i."is_deleted" AND i."is_enabled" AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, r."due_date" AS due, (
  SELECT t."icon"
  FROM "task_types" t
  WHERE t.space_id = $1 AND t.id = r."activity_type_id"
) AS icon, r."priority" AS priority, (
  SELECT coalesce(json_agg(json_build_array(to_char(m."set_date", 'YYYY-MM-DD"T"HH24:MI:SS.US'))
  ORDER BY m.id), '[]'::json)::text
  FROM "task_reminders" m
  WHERE m.space_id = $1 AND NOT m."is_deleted" AND m."task_id" = r.id AND m."owner_id" = r."owner_id" AND m."status" IN (0,
    1)
) AS reminders
FROM "tasks" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND r."owner_id" = ANY($3::uuid[]) AND r."due_date" BETWEEN $4 AND $5 AND coalesce(r."status",
  0) <> 4 AND r."priority" > $6 AND $2::text IS NOT NULL
LIMIT $7;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<owner>"],"<day>","<day>",1,10001]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS created,
  r."closing_date" AS closing, to_char(r."last_move_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS moved, r."step_id" AS step,
  r."oppty_type_id" AS type, r."ranking" AS ranking, r."label_flag" AS labels
FROM "opportunities" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND r."owner_id" = ANY($4::uuid[]) AND r."status" = 1 AND EXISTS (
  SELECT 1
  FROM json_to_recordset($3) AS x(c0 uuid, c1 timestamp(6), c2 timestamp(6))
  WHERE r."step_id" = x.c0 AND r."last_move_date" >= x.c1 AND r."last_move_date" < x.c2
) AND $2::text IS NOT NULL
LIMIT $5;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[{\"c0\":\"<first-step>\",\"c1\":\"<moment>\",\"c2\":\"<moment>\"}]",["<owner>"],10001]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS created,
  r."closing_date" AS closing, to_char(r."last_move_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS moved, r."step_id" AS step,
  r."oppty_type_id" AS type, r."ranking" AS ranking, r."label_flag" AS labels
FROM "opportunities" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND r."owner_id" = ANY($5::uuid[]) AND r."status" = 1 AND r."closing_date" BETWEEN $3 AND $4 AND $2::text IS NOT NULL
LIMIT $6;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<day>","<day>",["<owner>"],10001]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, to_char(r."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "start",
  to_char(r."end_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "end", (
  SELECT t."icon"
  FROM "appointment_types" t
  WHERE t.space_id = $1 AND t.id = r."activity_type_id"
) AS icon, r."is_recurrence_active" AS heads, r."is_recurrence_exception" AS excepts, r."recurrence_rule" AS rule,
  r."recurrence_tzid" AS zone, (
  SELECT coalesce(json_agg(json_build_array(m."status", m."end_date_offset", to_char(m."snooze_date", 'YYYY-MM-DD"T"HH24:MI:SS.US'))
  ORDER BY m.id), '[]'::json)::text
  FROM "appointment_reminders" m
  WHERE m.space_id = $1 AND NOT m."is_deleted" AND m."appointment_id" = r.id AND m."owner_id" = r."owner_id" AND m."status" IN (0,
    1)
) AS reminders
FROM "appointments" r
WHERE r."owner_id" = ANY($3::uuid[]) AND r.space_id = $1 AND NOT r."is_deleted" AND r."start_date" < $5 AND (r."start_date" >= $4 OR r."end_date" > $4 OR r."is_recurrence_active") AND r."status" <> 6 AND $2::text IS NOT NULL
UNION ALL SELECT i."client_id" AS client, r.id AS id, r."formatted_name" AS name, to_char(r."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "start",
  to_char(r."end_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "end", (
  SELECT t."icon"
  FROM "appointment_types" t
  WHERE t.space_id = $1 AND t.id = r."activity_type_id"
) AS icon, r."is_recurrence_active" AS heads, r."is_recurrence_exception" AS excepts, r."recurrence_rule" AS rule,
  r."recurrence_tzid" AS zone, (
  SELECT coalesce(json_agg(json_build_array(m."status", m."end_date_offset", to_char(m."snooze_date", 'YYYY-MM-DD"T"HH24:MI:SS.US'))
  ORDER BY m.id), '[]'::json)::text
  FROM "appointment_reminders" m
  WHERE m.space_id = $1 AND NOT m."is_deleted" AND m."appointment_id" = r.id AND m."owner_id" = i."client_id" AND m."status" IN (0,
    1)
) AS reminders
FROM "appointment_client_invitees_relations" i
JOIN "appointments" r
ON r.space_id = $1 AND r.id = i."appointment_id"
WHERE i.space_id = $1 AND NOT i."is_deleted" AND i."client_id" = ANY($3::uuid[]) AND i."response" <> 2 AND r.space_id = $1 AND NOT r."is_deleted" AND r."start_date" < $5 AND (r."start_date" >= $4 OR r."end_date" > $4 OR r."is_recurrence_active") AND r."status" <> 6 AND $2::text IS NOT NULL
LIMIT $6;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<owner>"],"<moment>","<moment>",10001]

SELECT r."recurrence_master_id" AS head, to_char(r."occurence_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS occurrence
FROM "appointments" r
WHERE r.space_id = $1 AND r."recurrence_master_id" = ANY($3::uuid[]) AND r."occurence_date" >= $4 AND r."occurence_date" < $5 AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<id-1>"],"<moment>","<moment>"]

SELECT r.id AS id
FROM "clients" r
WHERE r.space_id = $1 AND r."id" = ANY($3::uuid[]) AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",["<owner>"]]

SELECT r.id AS id, (
  SELECT count(*)
  FROM "activity_relations" a
  JOIN "tasks" t
  ON t.space_id = $1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = $1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND coalesce(t."status", 0) <> 4 AND t."due_date" < $3
) AS overdue, (
  SELECT count(*)
  FROM "activity_relations" a
  JOIN "tasks" t
  ON t.space_id = $1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = $1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND coalesce(t."status", 0) <> 4
) + (
  SELECT count(*)
  FROM "activity_relations" a
  JOIN "appointments" t
  ON t.space_id = $1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = $1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND t."status" <> 6 AND t."end_date" > $4
) AS planned, (
  SELECT to_char(max(k."created"), 'YYYY-MM-DD"T"HH24:MI:SS.US')
  FROM "activity_relations" a
  JOIN "tasks" t
  ON t.space_id = $1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  JOIN "activity_kpis" k
  ON k.space_id = $1 AND NOT k."is_deleted" AND k."activity_id" = t.id
  WHERE a.space_id = $1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND k."kpi" = 2
) AS completed, (
  SELECT to_char(max(t."end_date"), 'YYYY-MM-DD"T"HH24:MI:SS.US')
  FROM "activity_relations" a
  JOIN "appointments" t
  ON t.space_id = $1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = $1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND t."status" <> 6 AND t."end_date" <= $4
) AS met
FROM "opportunities" r
WHERE r.space_id = $1 AND r."id" = ANY($5::uuid[]) AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<day>","<moment>",["<id-2>"]]

SELECT r.id AS id, r."pipeline_id" AS pipeline, r."sort_order" AS place, r."timeframe" AS timeframe, r."is_deleted" AS deleted
FROM "steps" r
WHERE r.space_id = $1 AND r."pipeline_id" IS NOT NULL AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
