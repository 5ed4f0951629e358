SELECT json_object('name', r."name", 'owner', (
  SELECT json_object('email', ro."email")
  FROM "clients" ro
  WHERE ro.space_id = ?1 AND ro.id = r."owner_id"
), 'contactAccountRelationsByAccount', json_object('rows', CASE WHEN (
  SELECT rqy.id
  FROM "contact_account_relations" rqy
  WHERE rqy.space_id = ?1
  ORDER BY rqy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(json_object('c', json_array(p.k0, p.id), 'n', json_object('isPrimary', json(iif(rn."is_primary",
    'true', 'false')), 'contact', (
    SELECT json_object('lastName', rno."last_name", 'accountRelations', json_object('rows', CASE WHEN (
      SELECT rnoqy.id
      FROM "contact_account_relations" rnoqy
      WHERE rnoqy.space_id = ?1
      ORDER BY rnoqy.id
      LIMIT 1
    ) IS NULL THEN json_array() ELSE (
      SELECT json_group_array(json_object('c', json_array(p.id), 'n', json_object('accountId', rnon."account_id"))
      ORDER BY p.seg, p.id DESC, p.id)
      FROM (
        SELECT rnoq."id" AS id, 0 AS seg
        FROM "contact_account_relations" rnoq
        WHERE rnoq.space_id = ?1 AND NOT rnoq."is_deleted" AND rnoq."contact_id" = rno."id"
        ORDER BY rnoq."id" DESC
        LIMIT 3
      ) p
      CROSS JOIN "contact_account_relations" rnon
      ON rnon.space_id = ?1 AND rnon.id = p.id
    ) END, 'bounds', json_object('limit', 2, 'backward', iif(1 = 1, json('true'), json('false')), 'keepLast', NULL,
      'hasAfter', iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false')))))
    FROM "contacts" rno
    WHERE rno.space_id = ?1 AND rno.id = rn."contact_id"
  )))
  ORDER BY p.seg, p.k0 DESC, p.id DESC, p.id)
  FROM (
    SELECT rq."id" AS id, (SELECT rq_."last_name" FROM "contacts" rq_ WHERE rq_.space_id = ?1 AND rq_."id" = rq."contact_id") AS k0,
      0 AS seg
    FROM "contact_account_relations" rq
    WHERE rq.space_id = ?1 AND NOT rq."is_deleted" AND NOT EXISTS (
      SELECT 1
      FROM "contacts" rq_
      WHERE rq_.space_id = ?1 AND rq_."id" = rq."contact_id" AND (rq_."city" = ?3 AND coalesce(json_extract(rq_."folded",
        '$."city"'), lower(rq_."city")) = ?4)
    ) AND rq."account_id" = r."id"
    ORDER BY (SELECT rq_."last_name" FROM "contacts" rq_ WHERE rq_.space_id = ?1 AND rq_."id" = rq."contact_id") DESC,
      rq."id" DESC
    LIMIT 2
  ) p
  CROSS JOIN "contact_account_relations" rn
  ON rn.space_id = ?1 AND rn.id = p.id
) END, 'bounds', json_object('limit', 1, 'backward', iif(1 = 0, json('true'), json('false')), 'keepLast', NULL,
  'hasAfter', iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false'))), 'total',
  (
  SELECT count(*)
  FROM "contact_account_relations" rc
  WHERE rc.space_id = ?1 AND rc."account_id" = r."id" AND NOT rc."is_deleted" AND NOT EXISTS (
    SELECT 1
    FROM "contacts" rc_
    WHERE rc_.space_id = ?1 AND rc_."id" = rc."contact_id" AND (rc_."city" = ?5 AND coalesce(json_extract(rc_."folded",
      '$."city"'), lower(rc_."city")) = ?6)
  )
))) AS j, json_array(p.k0, p.id) AS c
FROM (
  SELECT q."id" AS id, q."name" AS k0, 0 AS seg
  FROM "accounts" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND q."id" IN (?7, ?8)
  ORDER BY q."name" ASC, q."id" ASC
  LIMIT 3
) p
CROSS JOIN "accounts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 ASC, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","Leeds","leeds","Leeds","leeds","<account-1>","<account-2>"]
