SELECT 'Lead' AS t, NULL AS k
FROM "leads" r
WHERE r.space_id = ?1 AND r.id = ?2 AND NOT r.is_deleted
UNION ALL SELECT 'Opportunity' AS t, NULL AS k
FROM "opportunities" r
WHERE r.space_id = ?1 AND r.id = ?2 AND NOT r.is_deleted
LIMIT 1;
-- values: ["golden","<opportunity-2>"]

SELECT json_object('id', r."id", 'name', r."name", 'accountRelations', json_object('rows', (
  SELECT json_group_array(json_object('c', json_array(p.id), 'n', json_object('account', (
    SELECT json_object('name', rno."name")
    FROM "accounts" rno
    WHERE rno.space_id = ?1 AND rno.id = rn."account_id"
  )))
  ORDER BY p.seg, p.id ASC, p.id)
  FROM (
    SELECT rq."id" AS id, 0 AS seg
    FROM "lead_oppty_account_relations" rq
    WHERE rq.space_id = ?1 AND NOT rq."is_deleted" AND rq."lead_oppty_id" = r."id"
    ORDER BY rq."id" ASC
    LIMIT 2
  ) p
  CROSS JOIN "lead_oppty_account_relations" rn
  ON rn.space_id = ?1 AND rn.id = p.id
), 'bounds', json_object('limit', 1, 'backward', iif(1 = 0, json('true'), json('false')), 'keepLast', NULL, 'hasAfter',
  iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false'))), 'total', (
  SELECT count(*)
  FROM "lead_oppty_account_relations" rc
  WHERE rc.space_id = ?1 AND rc."lead_oppty_id" = r."id" AND NOT rc."is_deleted"
))) AS j, r.revision AS v
FROM "opportunities" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-2>"]
