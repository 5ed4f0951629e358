SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", 'is_deleted', json(iif(r."is_deleted", 'true', iif(r."is_deleted" IS NULL, NULL,
  'false'))), 'modified', r."modified", 'created', r."created", 'active_quote_id', r."active_quote_id", 'closing_date',
  r."closing_date", 'currency_exchange_rates_list_id', r."currency_exchange_rates_list_id", 'description', r."description",
  'formatted_name', r."formatted_name", 'is_archived', json(iif(r."is_archived", 'true', iif(r."is_archived" IS NULL,
  NULL, 'false'))), 'is_value_auto_calculate', json(iif(r."is_value_auto_calculate", 'true', iif(r."is_value_auto_calculate" IS NULL,
  NULL, 'false'))), 'label_flag', r."label_flag", 'last_move_date', r."last_move_date", 'lead_source_id', r."lead_source_id",
  'lost_date', r."lost_date", 'merged_into', r."merged_into", 'name', r."name", 'oppty_type_id', r."oppty_type_id",
  'owner_id', r."owner_id", 'primary_account', r."primary_account", 'primary_contact', r."primary_contact", 'product_currency_id',
  r."product_currency_id", 'product_price_list_id', r."product_price_list_id", 'product_sections', r."product_sections",
  'qualify_date', r."qualify_date", 'quick_account_email', r."quick_account_email", 'quick_account_name', r."quick_account_name",
  'quick_account_phone', r."quick_account_phone", 'quick_contact_name', r."quick_contact_name", 'quick_email', r."quick_email",
  'quick_phone', r."quick_phone", 'ranking', r."ranking", 'reason_of_close_description', r."reason_of_close_description",
  'reason_of_close_id', r."reason_of_close_id", 'revision', r."revision", 'share_mode', r."share_mode", 'status',
  r."status", 'step_id', r."step_id", 'unit_id', r."unit_id", 'value', CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE json_object('base_value',
  iif(r."value_base" IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d', iif(r."value_base" < 0, '-', ''), abs(r."value_base") / 10000,
  abs(r."value_base") % 10000), '0'), '.')), 'currency_id', r."value_currency_id", 'value_foreign', iif(r."value_foreign" IS NULL,
  NULL, rtrim(rtrim(printf('%s%d.%04d', iif(r."value_foreign" < 0, '-', ''), abs(r."value_foreign") / 10000, abs(r."value_foreign") % 10000),
  '0'), '.'))) END, 'was_qualified', json(iif(r."was_qualified", 'true', iif(r."was_qualified" IS NULL, NULL, 'false'))),
  'won_date', r."won_date") AS j
FROM "opportunities" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<opportunity-1>"]

SELECT (
  SELECT t.id
  FROM "currencies" t
  WHERE t.space_id = ?1 AND t."is_base" AND NOT t."is_deleted"
  ORDER BY t.id
  LIMIT 1
) AS f0, (
  SELECT t."pipeline_id"
  FROM "opportunity_types" t
  WHERE t.space_id = ?1 AND t.id = ?2
) AS f1, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = ?1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = ?1 AND o.id = ?3
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" ASC, t.id
  LIMIT 1
) AS f2, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = ?1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = ?1 AND o.id = ?4
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC, t.id DESC
  LIMIT 1
) AS f3, (
  SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END
  FROM "steps" t
  WHERE t.space_id = ?1 AND t.id = ?5
) AS f4, (
  SELECT json_group_array((
    SELECT t."pipeline_id"
    FROM "steps" t
    WHERE t.space_id = ?1 AND t.id = x.value ->> 1
  ))
  FROM (
    SELECT value
    FROM json_each(?6)
    LIMIT -1
  ) x
) AS f5, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = ?1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "steps" o
    WHERE o.space_id = ?1 AND o.id = ?7
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC, t.id DESC
  LIMIT 1
) AS f6, (
  SELECT iif(t."exchange_rate" IS NULL OR t."exchange_rate" = CAST(printf('%!.15g', t."exchange_rate") AS REAL),
    t."exchange_rate", json(printf('%!.17g', t."exchange_rate")))
  FROM "currency_exchange_rates" t
  WHERE t.space_id = ?1 AND t."currency_exchange_rate_list_id" = (
    SELECT l.id
    FROM "currency_exchange_rates_lists" l
    WHERE l.space_id = ?1 AND NOT l."is_deleted" AND l."valid_from" <= ?9
    ORDER BY l."valid_from" DESC, l.id DESC
    LIMIT 1
  ) AND t."currency_id" = ?8 AND NOT t."is_deleted"
  ORDER BY t.id DESC
  LIMIT 1
) AS f7;
-- values: ["golden","<id-1>","<id-1>","<id-1>","<last-step>","[[0,\"<last-step>\"],[1,\"<first-step>\"]]","<last-step>","<base-currency>","<day>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "opportunities"
SET "last_move_date" = ?3, "lost_date" = ?4, "status" = ?5, "step_id" = ?6, "value_base" = ?7, "value_foreign" = ?8,
  "value_currency_id" = ?9, "won_date" = ?10, "modified" = ?11, "revision" = ?12
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<opportunity-1>","<moment>",null,3,"<last-step>","12002500","12002500","<base-currency>","<moment>","<moment>",28]

INSERT INTO "lead_oppty_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "kpi", "lead_oppty_id", "owner_id", "revision", "unit_id", "folded") SELECT ?1, x.value ->> 0, x.value ->> 1,
  x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7, x.value ->> 8, x.value ->> 9,
  x.value ->> 10, x.value ->> 11
FROM (
  SELECT value
  FROM json_each(?2)
  LIMIT -1
) x;
-- values: ["golden","[[0,\"<id-1>\",0,\"<moment>\",\"<moment>\",\"<owner>\",5,\"<opportunity-1>\",\"<owner>\",28,\"<unit>\",null],[0,\"<id-2>\",0,\"<moment>\",\"<moment>\",\"<owner>\",8,\"<opportunity-1>\",\"<owner>\",28,\"<unit>\",null]]"]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', 'false')), 'id', r."id", 'is_deleted',
  json(iif(r."is_deleted", 'true', 'false')), 'modified', r."modified", 'created', r."created", 'active_quote',
  ?2 || 'Quotes/' || r."active_quote_id", 'currency_exchange_rates_list', ?2 || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id",
  'lead_source', ?2 || 'Data/' || r."lead_source_id", 'oppty_type', ?2 || 'OpportunityTypes/' || r."oppty_type_id",
  'owner', ?2 || 'Clients/' || r."owner_id", 'primary_account', ?2 || 'Accounts/' || r."primary_account", 'primary_contact',
  ?2 || 'Contacts/' || r."primary_contact", 'product_currency', ?2 || 'Currencies/' || r."product_currency_id",
  'product_price_list', ?2 || 'ProductPriceLists/' || r."product_price_list_id", 'reason_of_close', ?2 || 'Data/' || r."reason_of_close_id",
  'step', ?2 || 'Steps/' || r."step_id", 'unit', ?2 || 'SalesUnits/' || r."unit_id", 'account_relations', (
  SELECT json_group_array(?2 || 'LeadOpptyAccountRelations/' || rm."id")
  FROM "lead_oppty_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'active_quote_id', r."active_quote_id", 'closing_date', r."closing_date", 'contact_relations', (
  SELECT json_group_array(?2 || 'LeadOpptyContactRelations/' || rm."id")
  FROM "lead_oppty_contact_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'currency_exchange_rates_list_id', r."currency_exchange_rates_list_id", 'days_in_step', coalesce(max(0, CAST(julianday('now') - julianday(r."last_move_date") AS INTEGER)),
  0), 'description', r."description", 'documents', (
  SELECT json_group_array(?2 || 'CloudObjectRelations/' || rm."id")
  FROM "cloud_object_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'formatted_name', r."formatted_name", 'is_archived', json(iif(r."is_archived", 'true', iif(r."is_archived" IS NULL,
  NULL, 'false'))), 'is_favorite', json(iif(FALSE, 'true', 'false')), 'is_value_auto_calculate', json(iif(r."is_value_auto_calculate",
  'true', iif(r."is_value_auto_calculate" IS NULL, NULL, 'false'))), 'label_flag', r."label_flag", 'last_move_date',
  r."last_move_date", 'lead_source_id', r."lead_source_id", 'lost_date', r."lost_date", 'name', r."name", 'oppty_recurrence',
  (
  SELECT ?2 || 'OpptyRecurrences/' || rm."id"
  FROM "oppty_recurrences" rm
  WHERE rm.space_id = ?1 AND rm.id = (
    SELECT rs.id
    FROM "oppty_recurrences" rs
    WHERE rs.space_id = ?1 AND rs."oppty_id" = r."id" AND NOT rs."is_deleted"
    ORDER BY rs.id
    LIMIT 1
  )
), 'oppty_type_id', r."oppty_type_id", 'owner_id', r."owner_id", 'product_currency_id', r."product_currency_id",
  'product_price_list_id', r."product_price_list_id", 'product_relations', (
  SELECT json_group_array(?2 || 'OpptyProductRelations/' || rm."id"
  ORDER BY rm."sort_order" ASC, rm.id)
  FROM "oppty_product_relations" rm
  WHERE rm.space_id = ?1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
), 'product_sections', json(r."product_sections"), 'qualify_date', r."qualify_date", 'quick_account_email', r."quick_account_email",
  'quick_account_name', r."quick_account_name", 'quick_account_phone', r."quick_account_phone", 'quick_contact_name',
  r."quick_contact_name", 'quick_email', r."quick_email", 'quick_phone', r."quick_phone", 'quote_relations', (
  SELECT json_group_array(?2 || 'Quotes/' || rm."id")
  FROM "quotes" rm
  WHERE rm.space_id = ?1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
), 'ranking', r."ranking", 'reason_of_close_description', r."reason_of_close_description", 'reason_of_close_id',
  r."reason_of_close_id", 'revision', r."revision", 'share_mode', r."share_mode", 'sharing_clients', (
  SELECT json_group_array(?2 || 'LeadOpptySharingClientRelations/' || rm."id")
  FROM "lead_oppty_sharing_client_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'sharing_units', (
  SELECT json_group_array(?2 || 'LeadOpptySharingSalesUnitRelations/' || rm."id")
  FROM "lead_oppty_sharing_sales_unit_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'static_profiles', (
  SELECT json_group_array(?2 || 'ProfileRelations/' || rm."id")
  FROM "profile_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'status', r."status", 'step_id', r."step_id", 'table_name', 'opportunity', 'tags', (
  SELECT json_group_array(?2 || 'TagRelations/' || rm."id")
  FROM "tag_relations" rm
  WHERE rm.space_id = ?1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
), 'unit_id', r."unit_id", 'value', CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE json_object('base_value',
  CASE WHEN r."value_base" IS NULL THEN NULL WHEN r."value_base" % 10000 = 0 THEN r."value_base" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_base" < 0, '-', ''), abs(r."value_base") / 10000, abs(r."value_base") % 10000), '0')) END, 'currency_id',
  r."value_currency_id", 'value_foreign', CASE WHEN r."value_foreign" IS NULL THEN NULL WHEN r."value_foreign" % 10000 = 0 THEN r."value_foreign" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_foreign" < 0, '-', ''), abs(r."value_foreign") / 10000, abs(r."value_foreign") % 10000), '0')) END) END,
  'was_qualified', json(iif(r."was_qualified", 'true', iif(r."was_qualified" IS NULL, NULL, 'false'))), 'won_date',
  r."won_date") AS j, r.revision AS v
FROM "opportunities" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]
