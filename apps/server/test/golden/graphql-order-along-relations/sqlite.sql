SELECT json_object('lastName', r."last_name") AS j, json_array(p.k0, p.k1, p.k2, p.id) AS c
FROM (
  SELECT q."id" AS id, (
    SELECT (SELECT q__."email" FROM "clients" q__ WHERE q__.space_id = ?1 AND q__."id" = q_."owner_id")
    FROM "accounts" q_
    WHERE q_.space_id = ?1 AND q_."id" = q."primary_account"
  ) AS k0, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") AS k1,
    q."last_name" AS k2, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND ((q."city" IS NOT NULL) AND NOT EXISTS (
    SELECT 1
    FROM "notes" q_
    WHERE q_.space_id = ?1 AND q_."contact_id" = q."id" AND NOT q_."is_deleted" AND instr(q_."note", ?3) > 0
  ))
  ORDER BY (
    SELECT (SELECT q__."email" FROM "clients" q__ WHERE q__.space_id = ?1 AND q__."id" = q_."owner_id")
    FROM "accounts" q_
    WHERE q_.space_id = ?1 AND q_."id" = q."primary_account"
  ) ASC, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") DESC, q."last_name" ASC,
    q."id" ASC
  LIMIT 31
) p
CROSS JOIN "contacts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 ASC, p.k1 DESC, p.k2 ASC, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","x"]
