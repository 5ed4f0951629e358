SELECT row_to_json(o) AS j, r.revision AS v
FROM "opportunities" r
CROSS JOIN LATERAL (
  SELECT r."id" AS "id", $2::text || 'Steps/' || r."step_id" AS "step", array_to_json(ARRAY(
    SELECT $2::text || 'LeadOpptyAccountRelations/' || rm."id"
    FROM "lead_oppty_account_relations" rm
    WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ORDER BY rm.id
  )) AS "account_relations", coalesce(greatest(0, floor(extract(epoch
  FROM timezone('utc', now()) - r."last_move_date") / 86400))::bigint, 0) AS "days_in_step", r."name" AS "name",
    (
    SELECT $2::text || 'OpptyRecurrences/' || rm."id"
    FROM "oppty_recurrences" rm
    WHERE rm.space_id = $1 AND rm.id = (
      SELECT rs.id
      FROM "oppty_recurrences" rs
      WHERE rs.space_id = $1 AND rs."oppty_id" = r."id" AND NOT rs."is_deleted"
      ORDER BY rs.id
      LIMIT 1
    )
  ) AS "oppty_recurrence", array_to_json(ARRAY(
    SELECT $2::text || 'OpptyProductRelations/' || rm."id"
    FROM "oppty_product_relations" rm
    WHERE rm.space_id = $1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
    ORDER BY rm."sort_order" ASC NULLS FIRST, rm.id
  )) AS "product_relations", CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE (
    SELECT row_to_json(o)
    FROM (
      SELECT trim_scale(r."value_base") AS "base_value", r."value_currency_id" AS "currency_id", trim_scale(r."value_foreign") AS "value_foreign"
    ) o
  ) END AS "value"
) o
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]
