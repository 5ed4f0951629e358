SELECT row_to_json(o) AS j, json_build_array(p.k0, p.id) AS c
FROM (
  SELECT q."id" AS id, q."name" AS k0, 0 AS seg
  FROM "accounts" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."id" IN ($8, $9)
  ORDER BY q."name" ASC NULLS FIRST, q."id" ASC
  LIMIT $10
) p
JOIN "accounts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (
  SELECT r."name" AS "name", (
    SELECT row_to_json(o)
    FROM "clients" ro
    CROSS JOIN LATERAL (SELECT ro."email" AS "email") o
    WHERE ro.space_id = $1 AND ro.id = r."owner_id"
  ) AS "owner", (
    SELECT row_to_json(o)
    FROM (
      SELECT CASE WHEN (SELECT rqy.id FROM "contact_account_relations" rqy WHERE rqy.space_id = $1 ORDER BY rqy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT json_build_array(p.k0, p.id) AS "c", (
              SELECT row_to_json(o)
              FROM (
                SELECT coalesce(rn."is_primary", FALSE) AS "isPrimary", (
                  SELECT row_to_json(o)
                  FROM "contacts" rno
                  CROSS JOIN LATERAL (
                    SELECT rno."last_name" AS "lastName", (
                      SELECT row_to_json(o)
                      FROM (
                        SELECT CASE WHEN (
                          SELECT rnoqy.id
                          FROM "contact_account_relations" rnoqy
                          WHERE rnoqy.space_id = $1
                          ORDER BY rnoqy.id
                          LIMIT 1
                        ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
                          SELECT (
                            SELECT row_to_json(o)
                            FROM (
                              SELECT json_build_array(p.id) AS "c", (
                                SELECT row_to_json(o)
                                FROM (SELECT rnon."account_id" AS "accountId") o
                              ) AS "n"
                            ) o
                          )
                          FROM (
                            SELECT rnoq."id" AS id, 0 AS seg
                            FROM "contact_account_relations" rnoq
                            WHERE rnoq.space_id = $1 AND NOT rnoq."is_deleted" AND rnoq."contact_id" = rno."id"
                            ORDER BY rnoq."id" DESC
                            LIMIT 3
                          ) p
                          JOIN "contact_account_relations" rnon
                          ON rnon.space_id = $1 AND rnon.id = p.id
                          ORDER BY p.seg, p.id DESC, p.id
                        )) END AS "rows", (
                          SELECT row_to_json(o)
                          FROM (
                            SELECT 2 AS "limit", (1 = 1) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter",
                              (1 = 0) AS "hasBefore"
                          ) o
                        ) AS "bounds"
                      ) o
                    ) AS "accountRelations"
                  ) o
                  WHERE rno.space_id = $1 AND rno.id = rn."contact_id"
                ) AS "contact"
              ) o
            ) AS "n"
          ) o
        )
        FROM (
          SELECT rq."id" AS id, (
            SELECT rq_."last_name"
            FROM "contacts" rq_
            WHERE rq_.space_id = $1 AND rq_."id" = rq."contact_id"
          ) AS k0, 0 AS seg
          FROM "contact_account_relations" rq
          WHERE rq.space_id = $1 AND NOT rq."is_deleted" AND NOT EXISTS (
            SELECT 1
            FROM "contacts" rq_
            WHERE rq_.space_id = $1 AND rq_."id" = rq."contact_id" AND (coalesce(rq_."city" = $3, FALSE) AND coalesce(rq_."folded"->>'city',
              lower(rq_."city")) COLLATE "C" = $4)
          ) AND rq."account_id" = r."id"
          ORDER BY (SELECT rq_."last_name" FROM "contacts" rq_ WHERE rq_.space_id = $1 AND rq_."id" = rq."contact_id") DESC NULLS LAST,
            rq."id" DESC
          LIMIT $5
        ) p
        JOIN "contact_account_relations" rn
        ON rn.space_id = $1 AND rn.id = p.id
        ORDER BY p.seg, p.k0 DESC NULLS LAST, p.id DESC, p.id
      )) END AS "rows", (
        SELECT row_to_json(o)
        FROM (SELECT 1 AS "limit", (1 = 0) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter", (1 = 0) AS "hasBefore") o
      ) AS "bounds", (
        SELECT count(*)
        FROM "contact_account_relations" rc
        WHERE rc.space_id = $1 AND rc."account_id" = r."id" AND NOT rc."is_deleted" AND NOT EXISTS (
          SELECT 1
          FROM "contacts" rc_
          WHERE rc_.space_id = $1 AND rc_."id" = rc."contact_id" AND (coalesce(rc_."city" = $6, FALSE) AND coalesce(rc_."folded"->>'city',
            lower(rc_."city")) COLLATE "C" = $7)
        )
      ) AS "total"
    ) o
  ) AS "contactAccountRelationsByAccount"
) o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 ASC NULLS FIRST, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","Leeds","leeds",2,"Leeds","leeds","<account-1>","<account-2>",3]
