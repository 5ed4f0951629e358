SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', 'false')), 'id', r."id", 'is_deleted',
  json(iif(r."is_deleted", 'true', 'false')), 'modified', r."modified", 'created', r."created", 'lead_source', ?2 || 'Data/' || r."lead_source_id",
  'oppty_type', ?2 || 'OpportunityTypes/' || r."oppty_type_id", 'owner', ?2 || 'Clients/' || r."owner_id", 'primary_account',
  ?2 || 'Accounts/' || r."primary_account", 'product_currency', ?2 || 'Currencies/' || r."product_currency_id",
  'reason_of_close', ?2 || 'Data/' || r."reason_of_close_id", 'step', ?2 || 'Steps/' || r."step_id", 'unit', ?2 || 'SalesUnits/' || r."unit_id",
  'account_relations', (
  SELECT json_group_array(?2 || 'LeadOpptyAccountRelations/' || rm."id")
  FROM "lead_oppty_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'closing_date', r."closing_date", 'days_in_step', coalesce(max(0, CAST(julianday('now') - julianday(r."last_move_date") AS INTEGER)),
  0), 'description', r."description", 'formatted_name', r."formatted_name", 'is_archived', json(iif(r."is_archived",
  'true', iif(r."is_archived" IS NULL, NULL, 'false'))), 'is_favorite', json(iif(FALSE, 'true', 'false')), 'label_flag',
  r."label_flag", 'last_move_date', r."last_move_date", 'lead_source_id', r."lead_source_id", 'lost_date', r."lost_date",
  'name', r."name", 'oppty_type_id', r."oppty_type_id", 'owner_id', r."owner_id", 'product_currency_id', r."product_currency_id",
  'product_sections', json(r."product_sections"), 'qualify_date', r."qualify_date", 'quick_account_email', r."quick_account_email",
  'quick_account_name', r."quick_account_name", 'quick_account_phone', r."quick_account_phone", 'quick_contact_name',
  r."quick_contact_name", 'quick_email', r."quick_email", 'quick_phone', r."quick_phone", 'ranking', r."ranking",
  'reason_of_close_description', r."reason_of_close_description", 'reason_of_close_id', r."reason_of_close_id",
  'revision', r."revision", 'share_mode', r."share_mode", 'status', r."status", 'step_id', r."step_id", 'table_name',
  'opportunity', 'unit_id', r."unit_id", 'value', CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE json_object('base_value',
  CASE WHEN r."value_base" IS NULL THEN NULL WHEN r."value_base" % 10000 = 0 THEN r."value_base" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_base" < 0, '-', ''), abs(r."value_base") / 10000, abs(r."value_base") % 10000), '0')) END, 'currency_id',
  r."value_currency_id", 'value_foreign', CASE WHEN r."value_foreign" IS NULL THEN NULL WHEN r."value_foreign" % 10000 = 0 THEN r."value_foreign" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_foreign" < 0, '-', ''), abs(r."value_foreign") / 10000, abs(r."value_foreign") % 10000), '0')) END) END,
  'was_qualified', json(iif(r."was_qualified", 'true', iif(r."was_qualified" IS NULL, NULL, 'false'))), 'won_date',
  r."won_date") AS j, r.revision AS v
FROM "opportunities" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]
