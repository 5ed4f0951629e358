SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      r."closing_date" AS "closing_date", r."description" AS "description", r."formatted_name" AS "formatted_name",
      r."is_archived" AS "is_archived", r."label_flag" AS "label_flag", to_char(r."last_move_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "last_move_date",
      r."lead_source_id" AS "lead_source_id", to_char(r."lost_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "lost_date",
      r."name" AS "name", r."oppty_type_id" AS "oppty_type_id", r."owner_id" AS "owner_id", r."primary_account" AS "primary_account",
      r."product_currency_id" AS "product_currency_id", r."product_sections"::text AS "product_sections", to_char(r."qualify_date",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "qualify_date", r."quick_account_email" AS "quick_account_email", r."quick_account_name" AS "quick_account_name",
      r."quick_account_phone" AS "quick_account_phone", r."quick_contact_name" AS "quick_contact_name", r."quick_email" AS "quick_email",
      r."quick_phone" AS "quick_phone", r."ranking" AS "ranking", r."reason_of_close_description" AS "reason_of_close_description",
      r."reason_of_close_id" AS "reason_of_close_id", r."revision" AS "revision", r."share_mode" AS "share_mode",
      r."status" AS "status", r."step_id" AS "step_id", r."unit_id" AS "unit_id", CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE (
      SELECT row_to_json(o)
      FROM (
        SELECT trim_scale(r."value_base")::text AS "base_value", r."value_currency_id" AS "currency_id", trim_scale(r."value_foreign")::text AS "value_foreign"
      ) o
    ) END AS "value", r."was_qualified" AS "was_qualified", to_char(r."won_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "won_date"
  ) o
)::text AS j, r.revision AS v
FROM "opportunities" r
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL FOR NO KEY UPDATE OF r;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]

SELECT (
  SELECT t.id
  FROM "currencies" t
  WHERE t.space_id = $1 AND t."is_base" AND NOT t."is_deleted"
  ORDER BY t.id
  LIMIT 1
) AS f0, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = $1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "steps" o
    WHERE o.space_id = $1 AND o.id = $2
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC NULLS LAST, t.id DESC
  LIMIT 1
) AS f1, (
  SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END
  FROM "steps" t
  WHERE t.space_id = $1 AND t.id = $3
) AS f2;
-- values: ["golden","<last-step>","<last-step>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = $1
RETURNING "revision" AS v;
-- values: ["golden"]

UPDATE "opportunities"
SET "last_move_date" = $3, "lost_date" = $4, "status" = $5, "step_id" = $6, "value_base" = $7, "value_foreign" = $8,
  "value_currency_id" = $9, "won_date" = $10, "modified" = $11, "revision" = $12
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<opportunity-1>","<moment>",null,3,"<last-step>","1200.25","1200.25","<base-currency>","<moment>","<moment>",23]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      $2::text || 'Data/' || r."lead_source_id" AS "lead_source", $2::text || 'OpportunityTypes/' || r."oppty_type_id" AS "oppty_type",
      $2::text || 'Clients/' || r."owner_id" AS "owner", $2::text || 'Accounts/' || r."primary_account" AS "primary_account",
      $2::text || 'Currencies/' || r."product_currency_id" AS "product_currency", $2::text || 'Data/' || r."reason_of_close_id" AS "reason_of_close",
      $2::text || 'Steps/' || r."step_id" AS "step", $2::text || 'SalesUnits/' || r."unit_id" AS "unit", (
      SELECT coalesce(json_agg($2::text || 'LeadOpptyAccountRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "lead_oppty_account_relations" rm
      WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "account_relations", r."closing_date" AS "closing_date", coalesce(greatest(0, floor(extract(epoch
    FROM timezone('utc', now()) - r."last_move_date") / 86400))::bigint, 0) AS "days_in_step", r."description" AS "description",
      r."formatted_name" AS "formatted_name", r."is_archived" AS "is_archived", FALSE AS "is_favorite", r."label_flag" AS "label_flag",
      to_char(r."last_move_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "last_move_date", r."lead_source_id" AS "lead_source_id",
      to_char(r."lost_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "lost_date", r."name" AS "name", r."oppty_type_id" AS "oppty_type_id",
      r."owner_id" AS "owner_id", r."product_currency_id" AS "product_currency_id", r."product_sections" AS "product_sections",
      to_char(r."qualify_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "qualify_date", r."quick_account_email" AS "quick_account_email",
      r."quick_account_name" AS "quick_account_name", r."quick_account_phone" AS "quick_account_phone", r."quick_contact_name" AS "quick_contact_name",
      r."quick_email" AS "quick_email", r."quick_phone" AS "quick_phone", r."ranking" AS "ranking", r."reason_of_close_description" AS "reason_of_close_description",
      r."reason_of_close_id" AS "reason_of_close_id", r."revision" AS "revision", r."share_mode" AS "share_mode",
      r."status" AS "status", r."step_id" AS "step_id", 'opportunity'::text COLLATE "C" AS "table_name", r."unit_id" AS "unit_id",
      CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE (
      SELECT row_to_json(o)
      FROM (
        SELECT trim_scale(r."value_base") AS "base_value", r."value_currency_id" AS "currency_id", trim_scale(r."value_foreign") AS "value_foreign"
      ) o
    ) END AS "value", r."was_qualified" AS "was_qualified", to_char(r."won_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "won_date"
  ) o
)::text AS j, r.revision AS v
FROM "opportunities" r
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]
