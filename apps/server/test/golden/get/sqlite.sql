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
