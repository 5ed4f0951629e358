SELECT coalesce(f."oppty_type_id", f."entity_type_id") AS "of", i."type" AS type, i."settings" AS settings
FROM "entity_fitnesses" f
JOIN "entity_fitness_indicators" i
ON i.space_id = ?1 AND i."entity_fitness_id" = f.id
WHERE f.space_id = ?1 AND NOT f."is_deleted" AND f."entity_type" = 4 AND NOT i."is_deleted" AND i."is_enabled" AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, r."created" AS created, r."closing_date" AS closing,
  r."last_move_date" AS moved, r."step_id" AS step, r."oppty_type_id" AS type, r."ranking" AS ranking, r."label_flag" AS labels
FROM "opportunities" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND r."owner_id" IN (SELECT value FROM json_each(?4)) AND r."status" = 1 AND EXISTS (
  SELECT 1
  FROM (SELECT value FROM json_each(?3) LIMIT -1) x
  WHERE r."step_id" = x.value ->> 0 AND r."last_move_date" >= x.value ->> 1 AND r."last_move_date" < x.value ->> 2
) AND ?2 IS NOT NULL
LIMIT 10001;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[[\"<first-step>\",\"<moment>\",\"<moment>\"]]","[\"<owner>\"]"]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, r."created" AS created, r."closing_date" AS closing,
  r."last_move_date" AS moved, r."step_id" AS step, r."oppty_type_id" AS type, r."ranking" AS ranking, r."label_flag" AS labels
FROM "opportunities" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND r."owner_id" IN (SELECT value FROM json_each(?5)) AND r."status" = 1 AND r."closing_date" BETWEEN ?3 AND ?4 AND ?2 IS NOT NULL
LIMIT 10001;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<day>","<day>","[\"<owner>\"]"]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, r."due_date" AS due, (
  SELECT t."icon"
  FROM "task_types" t
  WHERE t.space_id = ?1 AND t.id = r."activity_type_id"
) AS icon, r."priority" AS priority, (
  SELECT json_group_array(json_array(m."set_date"))
  FROM "task_reminders" m
  WHERE m.space_id = ?1 AND NOT m."is_deleted" AND m."task_id" = r.id AND m."owner_id" = r."owner_id" AND m."status" IN (0,
    1)
) AS reminders
FROM "tasks" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND r."owner_id" IN (SELECT value FROM json_each(?3)) AND r."due_date" BETWEEN ?4 AND ?5 AND coalesce(r."status",
  0) <> 4 AND r."priority" > ?6 AND ?2 IS NOT NULL
LIMIT 10001;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<owner>\"]","<day>","<day>",1]

SELECT r."owner_id" AS client, r.id AS id, r."formatted_name" AS name, r."start_date" AS "start", r."end_date" AS "end",
  (SELECT t."icon" FROM "appointment_types" t WHERE t.space_id = ?1 AND t.id = r."activity_type_id") AS icon, r."is_recurrence_active" AS heads,
  r."is_recurrence_exception" AS excepts, r."recurrence_rule" AS rule, r."recurrence_tzid" AS zone, (
  SELECT json_group_array(json_array(m."status", m."end_date_offset", m."snooze_date"))
  FROM "appointment_reminders" m
  WHERE m.space_id = ?1 AND NOT m."is_deleted" AND m."appointment_id" = r.id AND m."owner_id" = r."owner_id" AND m."status" IN (0,
    1)
) AS reminders
FROM "appointments" r
WHERE r."owner_id" IN (SELECT value FROM json_each(?3)) AND r.space_id = ?1 AND NOT r."is_deleted" AND r."start_date" < ?5 AND (r."start_date" >= ?4 OR r."end_date" > ?4 OR r."is_recurrence_active") AND r."status" <> 6 AND ?2 IS NOT NULL
UNION ALL SELECT i."client_id" AS client, r.id AS id, r."formatted_name" AS name, r."start_date" AS "start", r."end_date" AS "end",
  (SELECT t."icon" FROM "appointment_types" t WHERE t.space_id = ?1 AND t.id = r."activity_type_id") AS icon, r."is_recurrence_active" AS heads,
  r."is_recurrence_exception" AS excepts, r."recurrence_rule" AS rule, r."recurrence_tzid" AS zone, (
  SELECT json_group_array(json_array(m."status", m."end_date_offset", m."snooze_date"))
  FROM "appointment_reminders" m
  WHERE m.space_id = ?1 AND NOT m."is_deleted" AND m."appointment_id" = r.id AND m."owner_id" = i."client_id" AND m."status" IN (0,
    1)
) AS reminders
FROM "appointment_client_invitees_relations" i
JOIN "appointments" r
ON r.space_id = ?1 AND r.id = i."appointment_id"
WHERE i.space_id = ?1 AND NOT i."is_deleted" AND i."client_id" IN (SELECT value FROM json_each(?3)) AND i."response" <> 2 AND r.space_id = ?1 AND NOT r."is_deleted" AND r."start_date" < ?5 AND (r."start_date" >= ?4 OR r."end_date" > ?4 OR r."is_recurrence_active") AND r."status" <> 6 AND ?2 IS NOT NULL
LIMIT 10001;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<owner>\"]","<moment>","<moment>"]

SELECT r."recurrence_master_id" AS head, r."occurence_date" AS occurrence
FROM "appointments" r
WHERE r.space_id = ?1 AND r."recurrence_master_id" IN (SELECT value FROM json_each(?3)) AND r."occurence_date" >= ?4 AND r."occurence_date" < ?5 AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<id-1>\"]","<moment>","<moment>"]

SELECT r.id AS id
FROM "clients" r
WHERE r.space_id = ?1 AND r."id" IN (SELECT value FROM json_each(?3)) AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","[\"<owner>\"]"]

SELECT r.id AS id, (
  SELECT count(*)
  FROM "activity_relations" a
  JOIN "tasks" t
  ON t.space_id = ?1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = ?1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND coalesce(t."status", 0) <> 4 AND t."due_date" < ?3
) AS overdue, (
  SELECT count(*)
  FROM "activity_relations" a
  JOIN "tasks" t
  ON t.space_id = ?1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = ?1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND coalesce(t."status", 0) <> 4
) + (
  SELECT count(*)
  FROM "activity_relations" a
  JOIN "appointments" t
  ON t.space_id = ?1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = ?1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND t."status" <> 6 AND t."end_date" > ?4
) AS planned, (
  SELECT max(k."created")
  FROM "activity_relations" a
  JOIN "tasks" t
  ON t.space_id = ?1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  JOIN "activity_kpis" k
  ON k.space_id = ?1 AND NOT k."is_deleted" AND k."activity_id" = t.id
  WHERE a.space_id = ?1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND k."kpi" = 2
) AS completed, (
  SELECT max(t."end_date")
  FROM "activity_relations" a
  JOIN "appointments" t
  ON t.space_id = ?1 AND NOT t."is_deleted" AND t.id = a."activity_id"
  WHERE a.space_id = ?1 AND NOT a."is_deleted" AND a."lead_oppty_id" = r.id AND t."status" <> 6 AND t."end_date" <= ?4
) AS met
FROM "opportunities" r
WHERE r.space_id = ?1 AND r."id" IN (SELECT value FROM json_each(?5)) AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<day>","<moment>","[\"<id-2>\"]"]

SELECT r.id AS id, r."pipeline_id" AS pipeline, r."sort_order" AS place, r."timeframe" AS timeframe, r."is_deleted" AS deleted
FROM "steps" r
WHERE r.space_id = ?1 AND r."pipeline_id" IS NOT NULL AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
