SELECT json_object('accountsByOwner', json_object('rows', CASE WHEN (
  SELECT rqy.id
  FROM "accounts" rqy
  WHERE rqy.space_id = ?1
  ORDER BY rqy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(json_object('c', json_array(p.id), 'n', json_object('name', rn."name", 'opportunitiesByPrimaryAccount',
    json_object('rows', CASE WHEN (SELECT rnqy.id FROM "opportunities" rnqy WHERE rnqy.space_id = ?1 ORDER BY rnqy.id LIMIT 1) IS NULL THEN json_array() ELSE (
    SELECT json_group_array(json_object('c', json_array(iif(p.k0 IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d',
      iif(p.k0 < 0, '-', ''), abs(p.k0) / 10000, abs(p.k0) % 10000), '0'), '.')), p.id), 'n', json_object('name',
      rnn."name", 'value', CASE WHEN rnn."value_base" IS NULL AND rnn."value_foreign" IS NULL THEN NULL ELSE json_object('baseValue',
      CASE WHEN rnn."value_base" IS NULL THEN NULL WHEN rnn."value_base" % 10000 = 0 THEN rnn."value_base" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
      iif(rnn."value_base" < 0, '-', ''), abs(rnn."value_base") / 10000, abs(rnn."value_base") % 10000), '0')) END) END,
      'productRelations', json_object('rows', CASE WHEN (
      SELECT rnnqy.id
      FROM "oppty_product_relations" rnnqy
      WHERE rnnqy.space_id = ?1
      ORDER BY rnnqy.id
      LIMIT 1
    ) IS NULL THEN json_array() ELSE (
      SELECT json_group_array(json_object('c', json_array(p.id), 'n', json_object('id', rnnn."id"))
      ORDER BY p.seg, p.id ASC, p.id)
      FROM (
        SELECT rnnq."id" AS id, 0 AS seg
        FROM "oppty_product_relations" rnnq
        WHERE rnnq.space_id = ?1 AND NOT rnnq."is_deleted" AND rnnq."oppty_id" = rnn."id"
        ORDER BY rnnq."id" ASC
        LIMIT 2
      ) p
      CROSS JOIN "oppty_product_relations" rnnn
      ON rnnn.space_id = ?1 AND rnnn.id = p.id
    ) END, 'bounds', json_object('limit', 1, 'backward', iif(1 = 0, json('true'), json('false')), 'keepLast', NULL,
      'hasAfter', iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false'))))))
    ORDER BY p.seg, p.k0 DESC, p.id DESC, p.id)
    FROM (
      SELECT rnq."id" AS id, rnq."value_base" AS k0, 0 AS seg
      FROM "opportunities" rnq
      WHERE rnq.space_id = ?1 AND NOT rnq."is_deleted" AND rnq."primary_account" = rn."id"
      ORDER BY rnq."value_base" DESC, rnq."id" DESC
      LIMIT 2
    ) p
    CROSS JOIN "opportunities" rnn
    ON rnn.space_id = ?1 AND rnn.id = p.id
  ) END, 'bounds', json_object('limit', 1, 'backward', iif(1 = 0, json('true'), json('false')), 'keepLast', NULL,
    'hasAfter', iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false'))),
    'total', (
    SELECT count(*)
    FROM "opportunities" rnc
    WHERE rnc.space_id = ?1 AND rnc."primary_account" = rn."id" AND NOT rnc."is_deleted"
  ))))
  ORDER BY p.seg, p.id ASC, p.id)
  FROM (
    SELECT rq."id" AS id, 0 AS seg
    FROM "accounts" rq
    WHERE rq.space_id = ?1 AND NOT rq."is_deleted" AND rq."owner_id" = r."id"
    ORDER BY rq."id" ASC
    LIMIT 3
  ) p
  CROSS JOIN "accounts" rn
  ON rn.space_id = ?1 AND rn.id = p.id
) END, 'bounds', json_object('limit', 2, 'backward', iif(1 = 0, json('true'), json('false')), 'keepLast', NULL,
  'hasAfter', iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false')))), 'contactsByOwner',
  json_object('rows', CASE WHEN (SELECT rqy.id FROM "contacts" rqy WHERE rqy.space_id = ?1 ORDER BY rqy.id LIMIT 1) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(json_object('c', json_array(p.id), 'n', json_object('lastName', rn."last_name"))
  ORDER BY p.seg, p.id DESC, p.id)
  FROM (
    SELECT rq."id" AS id, 0 AS seg
    FROM "contacts" rq
    WHERE rq.space_id = ?1 AND NOT rq."is_deleted" AND EXISTS (
      SELECT 1
      FROM "contact_account_relations" rq_
      WHERE rq_.space_id = ?1 AND rq_."contact_id" = rq."id" AND NOT rq_."is_deleted" AND rq_."is_primary" = ?3
    ) AND rq."owner_id" = r."id"
    ORDER BY rq."id" DESC
    LIMIT 2
  ) p
  CROSS JOIN "contacts" rn
  ON rn.space_id = ?1 AND rn.id = p.id
) END, 'bounds', json_object('limit', 1, 'backward', iif(1 = 1, json('true'), json('false')), 'keepLast', NULL,
  'hasAfter', iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false'))))) AS j,
  json_array(r.id) AS c
FROM "clients" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND ?2 IS NOT NULL
ORDER BY r."id" ASC
LIMIT 2;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",1]
