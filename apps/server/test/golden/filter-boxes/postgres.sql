SELECT row_to_json(o) AS j, json_build_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "accounts" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND ((strpos(coalesce(q."folded"->>'name', lower(q."name")) COLLATE "C",
    $3) > 0 OR coalesce(q."folded"->>'name', lower(q."name")) COLLATE "C" LIKE $4) AND ((
    SELECT q__."value_base" < $7
    FROM "lead_oppty_account_relations" q_
    JOIN "opportunities" q__
    ON q__.space_id = $1 AND q__."id" = q_."lead_oppty_id"
    WHERE q_.space_id = $1 AND q_."account_id" = q."id" AND NOT q_."is_deleted" AND (q__."is_deleted" = $5 AND q__."status" = $6)
    ORDER BY q__."closing_date" IS NULL, q__."closing_date" ASC NULLS FIRST, q__."id" ASC
    LIMIT 1
  ) IS TRUE OR NOT EXISTS (
    SELECT 1
    FROM "contacts" q_
    WHERE q_.space_id = $1 AND q_."primary_account" = q."id" AND NOT q_."is_deleted" AND (q_."is_deleted" = $8 AND (coalesce(q_."folded"->>'city',
      lower(q_."city")) COLLATE "C" = $9) IS NOT TRUE)
  )) AND ((
    SELECT coalesce(sum(q__."value_base"), 0)
    FROM "lead_oppty_account_relations" q_
    JOIN "opportunities" q__
    ON q__.space_id = $1 AND q__."id" = q_."lead_oppty_id"
    WHERE q_.space_id = $1 AND q_."account_id" = q."id" AND NOT q_."is_deleted" AND (q__."is_deleted" = $10 AND q__."status" = $11)
  ) BETWEEN $12 AND $13) AND EXISTS (
    SELECT 1
    FROM "contact_account_relations" q_
    WHERE q_.space_id = $1 AND q_."account_id" = q."id" AND NOT q_."is_deleted" AND EXISTS (
      SELECT 1
      FROM "contacts" q__
      WHERE q__.space_id = $1 AND q__."id" = q_."contact_id" AND (q__."is_deleted" = $14 AND (0 + CASE WHEN coalesce(q__."folded"->>'country',
        lower(q__."country")) COLLATE "C" = $15 THEN $16 ELSE 0 END + CASE WHEN ((q__."city" IS NULL OR q__."city" = '')) IS NOT TRUE THEN $17 ELSE 0 END >= $18))
    )
  ))
  ORDER BY q."id" ASC
  LIMIT $19
) p
JOIN "accounts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (SELECT r."name" AS "name") o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","ö","%har%",false,1,"500",false,"leeds",false,1,"100.5","2000",false,"uk",2,1,3,31]
