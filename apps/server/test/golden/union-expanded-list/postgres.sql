SELECT CASE p."table_name" WHEN 'task'::text COLLATE "C" THEN (
  SELECT (
    SELECT row_to_json(o)
    FROM (
      SELECT r."id" AS "id", (
        SELECT row_to_json(o)
        FROM "task_types" ro
        CROSS JOIN LATERAL (SELECT ro."id" AS "id", ro."name" AS "name") o
        WHERE ro.space_id = $1 AND ro.id = r."activity_type_id"
      ) AS "activity_type", NULL AS "location", (
        SELECT $2::text || 'TaskReminders/' || rm."id"
        FROM "task_reminders" rm
        WHERE rm.space_id = $1 AND rm.id = (
          SELECT rs.id
          FROM "task_reminders" rs
          WHERE rs.space_id = $1 AND rs."task_id" = r."id" AND NOT rs."is_deleted"
          ORDER BY rs.id
          LIMIT 1
        )
      ) AS "reminder", to_char(r."start_date"::timestamp(6), 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "start_date", r."subject" AS "subject"
    ) o
  )
  FROM "tasks" r
  WHERE r.space_id = $1 AND r.id = p."id"
) WHEN 'appointment'::text COLLATE "C" THEN (
  SELECT (
    SELECT row_to_json(o)
    FROM (
      SELECT r."id" AS "id", (
        SELECT row_to_json(o)
        FROM "appointment_types" ro
        CROSS JOIN LATERAL (SELECT ro."id" AS "id", ro."name" AS "name") o
        WHERE ro.space_id = $1 AND ro.id = r."activity_type_id"
      ) AS "activity_type", r."location" AS "location", (
        SELECT $2::text || 'AppointmentReminders/' || rm."id"
        FROM "appointment_reminders" rm
        WHERE rm.space_id = $1 AND rm.id = (
          SELECT rs.id
          FROM "appointment_reminders" rs
          WHERE rs.space_id = $1 AND rs."appointment_id" = r."id" AND NOT rs."is_deleted"
          ORDER BY rs.id
          LIMIT 1
        )
      ) AS "reminder", to_char(r."start_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "start_date", r."subject" AS "subject"
    ) o
  )
  FROM "appointments" r
  WHERE r.space_id = $1 AND r.id = p."id"
) END AS j, json_build_array(to_char(p.k0, 'YYYY-MM-DD"T"HH24:MI:SS.US'), p.id) AS c
FROM (
  SELECT q."id" AS id, q."table_name" AS table_name, q."start_date" AS k0, 0 AS seg
  FROM "activities" q
  WHERE q.space_id = $1 AND NOT q."is_deleted"
  ORDER BY q."start_date" ASC NULLS FIRST, q."id" ASC
  LIMIT 31
) p
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 ASC NULLS FIRST, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
