SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      r."active_quote_id" AS "active_quote_id", r."closing_date" AS "closing_date", r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id",
      r."description" AS "description", r."formatted_name" AS "formatted_name", r."is_archived" AS "is_archived",
      r."is_value_auto_calculate" AS "is_value_auto_calculate", r."label_flag" AS "label_flag", to_char(r."last_move_date",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "last_move_date", r."lead_source_id" AS "lead_source_id", to_char(r."lost_date",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "lost_date", r."merged_into" AS "merged_into", r."name" AS "name", r."oppty_type_id" AS "oppty_type_id",
      r."owner_id" AS "owner_id", r."primary_account" AS "primary_account", r."primary_contact" AS "primary_contact",
      r."product_currency_id" AS "product_currency_id", r."product_price_list_id" AS "product_price_list_id", r."product_sections"::text AS "product_sections",
      to_char(r."qualify_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "qualify_date", r."quick_account_email" AS "quick_account_email",
      r."quick_account_name" AS "quick_account_name", r."quick_account_phone" AS "quick_account_phone", r."quick_contact_name" AS "quick_contact_name",
      r."quick_email" AS "quick_email", r."quick_phone" AS "quick_phone", r."ranking" AS "ranking", r."reason_of_close_description" AS "reason_of_close_description",
      r."reason_of_close_id" AS "reason_of_close_id", r."revision" AS "revision", r."share_mode" AS "share_mode",
      r."status" AS "status", r."step_id" AS "step_id", r."unit_id" AS "unit_id", CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE (
      SELECT row_to_json(o)
      FROM (
        SELECT trim_scale(r."value_base")::text AS "base_value", r."value_currency_id" AS "currency_id", trim_scale(r."value_foreign")::text AS "value_foreign"
      ) o
    ) END AS "value", r."was_qualified" AS "was_qualified", to_char(r."won_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "won_date"
  ) o
)::text AS j
FROM "opportunities" r
WHERE r.space_id = $1 AND r."id" = $2 AND NOT r."is_deleted"
ORDER BY r.id FOR NO KEY UPDATE OF r;
-- values: ["golden","<opportunity-1>"]

SELECT (
  SELECT t.id
  FROM "currencies" t
  WHERE t.space_id = $1 AND t."is_base" AND NOT t."is_deleted"
  ORDER BY t.id
  LIMIT 1
) AS f0, (
  SELECT t."pipeline_id"
  FROM "opportunity_types" t
  WHERE t.space_id = $1 AND t.id = $2
) AS f1, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = $1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = $1 AND o.id = $3
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" ASC NULLS FIRST, t.id
  LIMIT 1
) AS f2, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = $1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = $1 AND o.id = $4
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC NULLS LAST, t.id DESC
  LIMIT 1
) AS f3, (
  SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END
  FROM "steps" t
  WHERE t.space_id = $1 AND t.id = $5
) AS f4, (
  SELECT coalesce(json_agg((
    SELECT t."pipeline_id"
    FROM "steps" t
    WHERE t.space_id = $1 AND t.id = x.c1
  )
  ORDER BY x.c0), '[]'::json)::text
  FROM json_to_recordset($6) AS x(c0 bigint, c1 uuid)
) AS f5, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = $1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "steps" o
    WHERE o.space_id = $1 AND o.id = $7
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC NULLS LAST, t.id DESC
  LIMIT 1
) AS f6, (
  SELECT t."exchange_rate"
  FROM "currency_exchange_rates" t
  WHERE t.space_id = $1 AND t."currency_exchange_rate_list_id" = (
    SELECT l.id
    FROM "currency_exchange_rates_lists" l
    WHERE l.space_id = $1 AND NOT l."is_deleted" AND l."valid_from" <= $9
    ORDER BY l."valid_from" DESC NULLS LAST, l.id DESC
    LIMIT 1
  ) AND t."currency_id" = $8 AND NOT t."is_deleted"
  ORDER BY t.id DESC
  LIMIT 1
) AS f7, (
  SELECT s."revision"
  FROM "spaces" s
  WHERE s.space_id = $1
) AS seen_at;
-- values: ["golden","<id-1>","<id-1>","<id-1>","<last-step>","[{\"c0\":0,\"c1\":\"<last-step>\"},{\"c0\":1,\"c1\":\"<first-step>\"}]","<last-step>","<base-currency>","<day>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = $1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "opportunities"
SET "last_move_date" = $3, "lost_date" = $4, "status" = $5, "step_id" = $6, "value_base" = $7, "value_foreign" = $8,
  "value_currency_id" = $9, "won_date" = $10, "modified" = $11, "revision" = $12
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<opportunity-1>","<moment>",null,3,"<last-step>","1200.25","1200.25","<base-currency>","<moment>","<moment>",28]

INSERT INTO "lead_oppty_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "kpi", "lead_oppty_id", "owner_id", "revision", "unit_id", "folded") SELECT $1, x.c0, x.c1, x.c2, x.c3, x.c4,
  x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11::json
FROM json_to_recordset($2) AS x(c0 boolean, c1 uuid, c2 boolean, c3 timestamp(6), c4 timestamp(6), c5 uuid, c6 bigint,
  c7 uuid, c8 uuid, c9 bigint, c10 uuid, c11 text);
-- values: ["golden","[{\"c0\":false,\"c1\":\"<id-1>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":5,\"c7\":\"<opportunity-1>\",\"c8\":\"<owner>\",\"c9\":28,\"c10\":\"<unit>\",\"c11\":null},{\"c0\":false,\"c1\":\"<id-2>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":8,\"c7\":\"<opportunity-1>\",\"c8\":\"<owner>\",\"c9\":28,\"c10\":\"<unit>\",\"c11\":null}]"]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      $2::text || 'Quotes/' || r."active_quote_id" AS "active_quote", $2::text || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list",
      $2::text || 'Data/' || r."lead_source_id" AS "lead_source", $2::text || 'OpportunityTypes/' || r."oppty_type_id" AS "oppty_type",
      $2::text || 'Clients/' || r."owner_id" AS "owner", $2::text || 'Accounts/' || r."primary_account" AS "primary_account",
      $2::text || 'Contacts/' || r."primary_contact" AS "primary_contact", $2::text || 'Currencies/' || r."product_currency_id" AS "product_currency",
      $2::text || 'ProductPriceLists/' || r."product_price_list_id" AS "product_price_list", $2::text || 'Data/' || r."reason_of_close_id" AS "reason_of_close",
      $2::text || 'Steps/' || r."step_id" AS "step", $2::text || 'SalesUnits/' || r."unit_id" AS "unit", (
      SELECT coalesce(json_agg($2::text || 'LeadOpptyAccountRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "lead_oppty_account_relations" rm
      WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "account_relations", r."active_quote_id" AS "active_quote_id", r."closing_date" AS "closing_date", (
      SELECT coalesce(json_agg($2::text || 'LeadOpptyContactRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "lead_oppty_contact_relations" rm
      WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "contact_relations", r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id", coalesce(greatest(0,
      floor(extract(epoch
    FROM timezone('utc', now()) - r."last_move_date") / 86400))::bigint, 0) AS "days_in_step", r."description" AS "description",
      (
      SELECT coalesce(json_agg($2::text || 'CloudObjectRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "cloud_object_relations" rm
      WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "documents", r."formatted_name" AS "formatted_name", r."is_archived" AS "is_archived", FALSE AS "is_favorite",
      r."is_value_auto_calculate" AS "is_value_auto_calculate", r."label_flag" AS "label_flag", to_char(r."last_move_date",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "last_move_date", r."lead_source_id" AS "lead_source_id", to_char(r."lost_date",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "lost_date", r."name" AS "name", (
      SELECT $2::text || 'OpptyRecurrences/' || rm."id"
      FROM "oppty_recurrences" rm
      WHERE rm.space_id = $1 AND rm.id = (
        SELECT rs.id
        FROM "oppty_recurrences" rs
        WHERE rs.space_id = $1 AND rs."oppty_id" = r."id" AND NOT rs."is_deleted"
        ORDER BY rs.id
        LIMIT 1
      )
    ) AS "oppty_recurrence", r."oppty_type_id" AS "oppty_type_id", r."owner_id" AS "owner_id", r."product_currency_id" AS "product_currency_id",
      r."product_price_list_id" AS "product_price_list_id", (
      SELECT coalesce(json_agg($2::text || 'OpptyProductRelations/' || rm."id"
      ORDER BY rm."sort_order" ASC NULLS FIRST, rm.id), '[]'::json)
      FROM "oppty_product_relations" rm
      WHERE rm.space_id = $1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "product_relations", r."product_sections" AS "product_sections", to_char(r."qualify_date", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "qualify_date",
      r."quick_account_email" AS "quick_account_email", r."quick_account_name" AS "quick_account_name", r."quick_account_phone" AS "quick_account_phone",
      r."quick_contact_name" AS "quick_contact_name", r."quick_email" AS "quick_email", r."quick_phone" AS "quick_phone",
      (
      SELECT coalesce(json_agg($2::text || 'Quotes/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "quotes" rm
      WHERE rm.space_id = $1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "quote_relations", r."ranking" AS "ranking", r."reason_of_close_description" AS "reason_of_close_description",
      r."reason_of_close_id" AS "reason_of_close_id", r."revision" AS "revision", r."share_mode" AS "share_mode",
      (
      SELECT coalesce(json_agg($2::text || 'LeadOpptySharingClientRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "lead_oppty_sharing_client_relations" rm
      WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "sharing_clients", (
      SELECT coalesce(json_agg($2::text || 'LeadOpptySharingSalesUnitRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "lead_oppty_sharing_sales_unit_relations" rm
      WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "sharing_units", (
      SELECT coalesce(json_agg($2::text || 'ProfileRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "profile_relations" rm
      WHERE rm.space_id = $1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "static_profiles", r."status" AS "status", r."step_id" AS "step_id", 'opportunity'::text COLLATE "C" AS "table_name",
      (
      SELECT coalesce(json_agg($2::text || 'TagRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "tag_relations" rm
      WHERE rm.space_id = $1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
    ) AS "tags", r."unit_id" AS "unit_id", CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE (
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
