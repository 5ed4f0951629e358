SELECT row_to_json(o) AS j, json_build_array(p.k0, p.k1, p.id) AS c
FROM (
  SELECT *
  FROM (
    SELECT *
    FROM (
      SELECT q."id" AS id, q."city" AS k0, q."country" AS k1, 0 AS seg
      FROM "contacts" q
      WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."city" = $3 AND q."country" IS NULL AND q."id" < $4
      ORDER BY q."city" ASC NULLS FIRST, q."country" DESC NULLS LAST, q."id" DESC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, q."city" AS k0, q."country" AS k1, 1 AS seg
      FROM "contacts" q
      WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."city" > $5
      ORDER BY q."city" ASC NULLS FIRST, q."country" DESC NULLS LAST, q."id" DESC
      LIMIT 3
    ) s
  ) u
  ORDER BY u.seg, u.k0 ASC NULLS FIRST, u.k1 DESC NULLS LAST, u.id DESC
  LIMIT 3
) p
JOIN "contacts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (SELECT r."id" AS "id", r."city" AS "city", r."country" AS "country") o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 ASC NULLS FIRST, p.k1 DESC NULLS LAST, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","Leeds","<contact-2>","Leeds"]
