SELECT row_to_json(o) AS j, json_build_array(to_char(p.k0, 'YYYY-MM-DD"T"HH24:MI:SS.US'), p.id) AS c
FROM (
  SELECT q."id" AS id, q."created" AS k0, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND (strpos(coalesce(q."folded"->>'last_name', lower(q."last_name")) COLLATE "C",
    $3) > 0 AND EXISTS (SELECT 1 FROM "clients" q_ WHERE q_.space_id = $1 AND q_."id" = q."owner_id" AND q_."email" = $4) AND EXISTS (
    SELECT 1
    FROM "contact_account_relations" q_
    WHERE q_.space_id = $1 AND q_."contact_id" = q."id" AND NOT q_."is_deleted" AND EXISTS (
      SELECT 1
      FROM "accounts" q__
      WHERE q__.space_id = $1 AND q__."id" = q_."account_id" AND (q__."name" >= $5 AND q__."name" < $6)
    )
  ) AND q."gender" IN ($7, $8) AND q."city" IS NOT NULL)
  ORDER BY q."created" DESC NULLS LAST, q."id" DESC
  LIMIT $9
) p
JOIN "contacts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (SELECT r."id" AS "id", r."city" AS "city", r."last_name" AS "last_name") o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 DESC NULLS LAST, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","ö","admin@example.com","Müller","Mülles",0,2,31]
