SELECT json_object('id', r."id", 'c0', r."name", 'c1', (
  SELECT json_object('c1', ro."name")
  FROM "clients" ro
  WHERE ro.space_id = ?1 AND ro.id = r."owner_id"
), 'c2', CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE json_object('c2', CASE WHEN r."value_base" IS NULL THEN NULL WHEN r."value_base" % 10000 = 0 THEN r."value_base" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_base" < 0, '-', ''), abs(r."value_base") / 10000, abs(r."value_base") % 10000), '0')) END) END) AS j,
  json_array(iif(p.k0 IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d', iif(p.k0 < 0, '-', ''), abs(p.k0) / 10000,
  abs(p.k0) % 10000), '0'), '.')), p.id) AS c
FROM (
  SELECT q."id" AS id, q."value_base" AS k0, 0 AS seg
  FROM "opportunities" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted"
  ORDER BY q."value_base" DESC, q."id" DESC
  LIMIT 31
) p
CROSS JOIN "opportunities" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 DESC, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]

SELECT sum(c."living") AS living, sum(c."deleted") AS deleted
FROM "collections" c
WHERE c.space_id = ?1 AND (c."table_name" = ?2);
-- values: ["golden","opportunities"]
