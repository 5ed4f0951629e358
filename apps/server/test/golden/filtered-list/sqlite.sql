SELECT json_object('id', r."id", 'city', r."city", 'last_name', r."last_name") AS j, json_array(p.k0, p.id) AS c
FROM (
  SELECT q."id" AS id, q."created" AS k0, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND (instr(coalesce(json_extract(q."folded", '$."last_name"'), lower(q."last_name")),
    ?3) > 0 AND EXISTS (SELECT 1 FROM "clients" q_ WHERE q_.space_id = ?1 AND q_."id" = q."owner_id" AND q_."email" = ?4) AND EXISTS (
    SELECT 1
    FROM "contact_account_relations" q_
    WHERE q_.space_id = ?1 AND q_."contact_id" = q."id" AND NOT q_."is_deleted" AND EXISTS (
      SELECT 1
      FROM "accounts" q__
      WHERE q__.space_id = ?1 AND q__."id" = q_."account_id" AND (q__."name" >= ?5 AND q__."name" < ?6)
    )
  ) AND q."gender" IN (?7, ?8) AND q."city" IS NOT NULL)
  ORDER BY q."created" DESC, q."id" DESC
  LIMIT 31
) p
CROSS JOIN "contacts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 DESC, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","ö","admin@example.com","Müller","Mülles",0,2]
