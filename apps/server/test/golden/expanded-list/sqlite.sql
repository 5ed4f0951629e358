SELECT json_object('id', r."id", 'contact_type', (
  SELECT json_object('id', ro."id", 'name', ro."name")
  FROM "contact_types" ro
  WHERE ro.space_id = ?1 AND ro.id = r."contact_type_id"
), 'owner', (
  SELECT json_object('id', ro."id", 'email', ro."email")
  FROM "clients" ro
  WHERE ro.space_id = ?1 AND ro.id = r."owner_id"
), 'account_relations', (
  SELECT json_group_array(json_object('id', rm."id", 'account', (
    SELECT json_object('id', rmo."id", 'name', rmo."name")
    FROM "accounts" rmo
    WHERE rmo.space_id = ?1 AND rmo.id = rm."account_id"
  ), 'is_primary', json(iif(rm."is_primary", 'true', 'false'))))
  FROM "contact_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'last_name', r."last_name") AS j, json_array(r.id) AS c
FROM "contacts" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND ?2 IS NOT NULL
ORDER BY r."id" ASC
LIMIT 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
