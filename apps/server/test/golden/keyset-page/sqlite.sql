SELECT json_object('id', r."id", 'city', r."city", 'country', r."country") AS j, json_array(p.k0, p.k1, p.id) AS c
FROM (
  SELECT *
  FROM (
    SELECT *
    FROM (
      SELECT q."id" AS id, q."city" AS k0, q."country" AS k1, 0 AS seg
      FROM "contacts" q
      WHERE q.space_id = ?1 AND NOT q."is_deleted" AND q."city" = ?3 AND q."country" IS NULL AND q."id" < ?4
      ORDER BY q."city" ASC, q."country" DESC, q."id" DESC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, q."city" AS k0, q."country" AS k1, 1 AS seg
      FROM "contacts" q
      WHERE q.space_id = ?1 AND NOT q."is_deleted" AND q."city" > ?5
      ORDER BY q."city" ASC, q."country" DESC, q."id" DESC
      LIMIT 3
    ) s
  ) u
  ORDER BY u.seg, u.k0 ASC, u.k1 DESC, u.id DESC
  LIMIT 3
) p
CROSS JOIN "contacts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 ASC, p.k1 DESC, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","Leeds","<contact-2>","Leeds"]
