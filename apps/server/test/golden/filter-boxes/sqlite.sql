SELECT json_object('name', r."name") AS j, json_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "accounts" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND ((instr(coalesce(json_extract(q."folded", '$."name"'), lower(q."name")),
    ?3) > 0 OR instr(coalesce(json_extract(q."folded", '$."name"'), lower(q."name")), ?4) > 0) AND ((
    SELECT q__."value_base" < ?7
    FROM "lead_oppty_account_relations" q_
    CROSS JOIN "opportunities" q__
    ON q__.space_id = ?1 AND q__."id" = q_."lead_oppty_id"
    WHERE q_.space_id = ?1 AND q_."account_id" = q."id" AND NOT q_."is_deleted" AND (q__."is_deleted" = ?5 AND q__."status" = ?6)
    ORDER BY q__."closing_date" IS NULL, q__."closing_date" ASC, q__."id" ASC
    LIMIT 1
  ) IS TRUE OR NOT EXISTS (
    SELECT 1
    FROM "contacts" q_
    WHERE q_.space_id = ?1 AND q_."primary_account" = q."id" AND NOT q_."is_deleted" AND (q_."is_deleted" = ?8 AND (coalesce(json_extract(q_."folded",
      '$."city"'), lower(q_."city")) = ?9) IS NOT TRUE)
  )) AND ((
    SELECT CAST(total(q__."value_base") AS REAL)
    FROM "lead_oppty_account_relations" q_
    CROSS JOIN "opportunities" q__
    ON q__.space_id = ?1 AND q__."id" = q_."lead_oppty_id"
    WHERE q_.space_id = ?1 AND q_."account_id" = q."id" AND NOT q_."is_deleted" AND (q__."is_deleted" = ?10 AND q__."status" = ?11)
  ) BETWEEN ?12 AND ?13) AND EXISTS (
    SELECT 1
    FROM "contact_account_relations" q_
    WHERE q_.space_id = ?1 AND q_."account_id" = q."id" AND NOT q_."is_deleted" AND EXISTS (
      SELECT 1
      FROM "contacts" q__
      WHERE q__.space_id = ?1 AND q__."id" = q_."contact_id" AND (q__."is_deleted" = ?14 AND (0 + CASE WHEN coalesce(json_extract(q__."folded",
        '$."country"'), lower(q__."country")) = ?15 THEN ?16 ELSE 0 END + CASE WHEN ((q__."city" IS NULL OR q__."city" = '')) IS NOT TRUE THEN ?17 ELSE 0 END >= ?18))
    )
  ))
  ORDER BY q."id" ASC
  LIMIT 31
) p
CROSS JOIN "accounts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","ö","har",0,1,"5000000",0,"leeds",0,1,"1005000","20000000",0,"uk",2,1,3]
