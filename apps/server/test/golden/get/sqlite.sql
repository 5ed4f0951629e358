SELECT json_object('id', r."id", 'step', ?2 || 'Steps/' || r."step_id", 'account_relations', (
  SELECT json_group_array(?2 || 'LeadOpptyAccountRelations/' || rm."id")
  FROM "lead_oppty_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."lead_oppty_id" = r."id" AND NOT rm."is_deleted"
), 'days_in_step', coalesce(max(0, CAST(julianday('now') - julianday(r."last_move_date") AS INTEGER)), 0), 'name',
  r."name", 'oppty_recurrence', (
  SELECT ?2 || 'OpptyRecurrences/' || rm."id"
  FROM "oppty_recurrences" rm
  WHERE rm.space_id = ?1 AND rm.id = (
    SELECT rs.id
    FROM "oppty_recurrences" rs
    WHERE rs.space_id = ?1 AND rs."oppty_id" = r."id" AND NOT rs."is_deleted"
    ORDER BY rs.id
    LIMIT 1
  )
), 'product_relations', (
  SELECT json_group_array(?2 || 'OpptyProductRelations/' || rm."id"
  ORDER BY rm."sort_order" ASC, rm.id)
  FROM "oppty_product_relations" rm
  WHERE rm.space_id = ?1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
), 'value', CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE json_object('base_value',
  CASE WHEN r."value_base" IS NULL THEN NULL WHEN r."value_base" % 10000 = 0 THEN r."value_base" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_base" < 0, '-', ''), abs(r."value_base") / 10000, abs(r."value_base") % 10000), '0')) END, 'currency_id',
  r."value_currency_id", 'value_foreign', CASE WHEN r."value_foreign" IS NULL THEN NULL WHEN r."value_foreign" % 10000 = 0 THEN r."value_foreign" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_foreign" < 0, '-', ''), abs(r."value_foreign") / 10000, abs(r."value_foreign") % 10000), '0')) END) END) AS j,
  r.revision AS v
FROM "opportunities" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]
