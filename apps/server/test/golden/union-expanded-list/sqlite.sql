SELECT CASE p."table_name" WHEN 'task' THEN (
  SELECT json_object('id', r."id", 'activity_type', (
    SELECT json_object('id', ro."id", 'name', ro."name")
    FROM "task_types" ro
    WHERE ro.space_id = ?1 AND ro.id = r."activity_type_id"
  ), 'location', NULL, 'reminder', (
    SELECT ?2 || 'TaskReminders/' || rm."id"
    FROM "task_reminders" rm
    WHERE rm.space_id = ?1 AND rm.id = (
      SELECT rs.id
      FROM "task_reminders" rs
      WHERE rs.space_id = ?1 AND rs."task_id" = r."id" AND NOT rs."is_deleted"
      ORDER BY rs.id
      LIMIT 1
    )
  ), 'start_date', CAST(r."start_date" || 'T00:00:00.000000' AS TEXT), 'subject', r."subject")
  FROM "tasks" r
  WHERE r.space_id = ?1 AND r.id = p."id"
) WHEN 'appointment' THEN (
  SELECT json_object('id', r."id", 'activity_type', (
    SELECT json_object('id', ro."id", 'name', ro."name")
    FROM "appointment_types" ro
    WHERE ro.space_id = ?1 AND ro.id = r."activity_type_id"
  ), 'location', r."location", 'reminder', (
    SELECT ?2 || 'AppointmentReminders/' || rm."id"
    FROM "appointment_reminders" rm
    WHERE rm.space_id = ?1 AND rm.id = (
      SELECT rs.id
      FROM "appointment_reminders" rs
      WHERE rs.space_id = ?1 AND rs."appointment_id" = r."id" AND NOT rs."is_deleted"
      ORDER BY rs.id
      LIMIT 1
    )
  ), 'start_date', r."start_date", 'subject', r."subject")
  FROM "appointments" r
  WHERE r.space_id = ?1 AND r.id = p."id"
) END AS j, json_array(p.k0, p.id) AS c
FROM (
  SELECT q."id" AS id, q."table_name" AS table_name, q."start_date" AS k0, 0 AS seg
  FROM "activities" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted"
  ORDER BY q."start_date" ASC, q."id" ASC
  LIMIT 31
) p
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 ASC, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
