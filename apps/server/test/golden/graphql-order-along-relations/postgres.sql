SELECT row_to_json(o) AS j, json_build_array(p.k0, p.k1, p.k2, p.id) AS c
FROM (
  SELECT q."id" AS id, (
    SELECT (SELECT q__."email" FROM "clients" q__ WHERE q__.space_id = $1 AND q__."id" = q_."owner_id")
    FROM "accounts" q_
    WHERE q_.space_id = $1 AND q_."id" = q."primary_account"
  ) AS k0, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") AS k1,
    q."last_name" AS k2, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND ((q."city" IS NOT NULL) AND NOT EXISTS (
    SELECT 1
    FROM "notes" q_
    WHERE q_.space_id = $1 AND q_."contact_id" = q."id" AND NOT q_."is_deleted" AND strpos(q_."note", $3) > 0
  ))
  ORDER BY (
    SELECT (SELECT q__."email" FROM "clients" q__ WHERE q__.space_id = $1 AND q__."id" = q_."owner_id")
    FROM "accounts" q_
    WHERE q_.space_id = $1 AND q_."id" = q."primary_account"
  ) ASC NULLS FIRST, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") DESC NULLS LAST,
    q."last_name" ASC NULLS FIRST, q."id" ASC
  LIMIT $4
) p
JOIN "contacts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (SELECT r."last_name" AS "lastName") o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 ASC NULLS FIRST, p.k1 DESC NULLS LAST, p.k2 ASC NULLS FIRST, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","x",31]
