WITH listed AS MATERIALIZED (
  SELECT q."id" AS id, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted"
  ORDER BY q."id" ASC
  LIMIT 3
), answer_size(n) AS MATERIALIZED (
  SELECT SUM((3 + COALESCE(CASE WHEN (
    SELECT rmy.id
    FROM "contact_account_relations" rmy
    WHERE rmy.space_id = ?1
    ORDER BY rmy.id
    LIMIT 1
  ) IS NULL THEN NULL ELSE (
    SELECT SUM((2))
    FROM "contact_account_relations" rm
    WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
  ) END, 0)))
  FROM (SELECT * FROM listed) p
  CROSS JOIN "contacts" r
  ON r.space_id = ?1 AND r.id = p.id
) SELECT CASE WHEN (SELECT n FROM answer_size) > 25000 THEN NULL ELSE json_object('id', r."id", 'contact_type',
  (
  SELECT json_object('id', ro."id", 'name', ro."name")
  FROM "contact_types" ro
  WHERE ro.space_id = ?1 AND ro.id = r."contact_type_id"
), 'owner', (
  SELECT json_object('id', ro."id", 'email', ro."email")
  FROM "clients" ro
  WHERE ro.space_id = ?1 AND ro.id = r."owner_id"
), 'account_relations', CASE WHEN (
  SELECT rmy.id
  FROM "contact_account_relations" rmy
  WHERE rmy.space_id = ?1
  ORDER BY rmy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(json_object('id', rm."id", 'account', (
    SELECT json_object('id', rmo."id", 'name', rmo."name")
    FROM "accounts" rmo
    WHERE rmo.space_id = ?1 AND rmo.id = rm."account_id"
  ), 'is_primary', json(iif(rm."is_primary", 'true', 'false'))))
  FROM "contact_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
) END, 'last_name', r."last_name") END AS j, (SELECT n FROM answer_size) AS n, json_array(p.id) AS c
FROM (SELECT * FROM listed) p
CROSS JOIN "contacts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
