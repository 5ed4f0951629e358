SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT (
      SELECT row_to_json(o)
      FROM (
        SELECT CASE WHEN (SELECT rqy.id FROM "accounts" rqy WHERE rqy.space_id = $1 ORDER BY rqy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT json_build_array(p.id) AS "c", (
                SELECT row_to_json(o)
                FROM (
                  SELECT rn."name" AS "name", (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT CASE WHEN (
                        SELECT rnqy.id
                        FROM "opportunities" rnqy
                        WHERE rnqy.space_id = $1
                        ORDER BY rnqy.id
                        LIMIT 1
                      ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
                        SELECT (
                          SELECT row_to_json(o)
                          FROM (
                            SELECT json_build_array(trim_scale(p.k0)::text, p.id) AS "c", (
                              SELECT row_to_json(o)
                              FROM (
                                SELECT rnn."name" AS "name", CASE WHEN rnn."value_base" IS NULL AND rnn."value_foreign" IS NULL THEN NULL ELSE (
                                  SELECT row_to_json(o)
                                  FROM (SELECT trim_scale(rnn."value_base") AS "baseValue") o
                                ) END AS "value", (
                                  SELECT row_to_json(o)
                                  FROM (
                                    SELECT CASE WHEN (
                                      SELECT rnnqy.id
                                      FROM "oppty_product_relations" rnnqy
                                      WHERE rnnqy.space_id = $1
                                      ORDER BY rnnqy.id
                                      LIMIT 1
                                    ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
                                      SELECT (
                                        SELECT row_to_json(o)
                                        FROM (
                                          SELECT json_build_array(p.id) AS "c", (
                                            SELECT row_to_json(o)
                                            FROM (SELECT rnnn."id" AS "id") o
                                          ) AS "n"
                                        ) o
                                      )
                                      FROM (
                                        SELECT rnnq."id" AS id, 0 AS seg
                                        FROM "oppty_product_relations" rnnq
                                        WHERE rnnq.space_id = $1 AND NOT rnnq."is_deleted" AND rnnq."oppty_id" = rnn."id"
                                        ORDER BY rnnq."id" ASC
                                        LIMIT 2
                                      ) p
                                      JOIN "oppty_product_relations" rnnn
                                      ON rnnn.space_id = $1 AND rnnn.id = p.id
                                      ORDER BY p.seg, p.id ASC, p.id
                                    )) END AS "rows", (
                                      SELECT row_to_json(o)
                                      FROM (
                                        SELECT 1 AS "limit", (1 = 0) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter",
                                          (1 = 0) AS "hasBefore"
                                      ) o
                                    ) AS "bounds"
                                  ) o
                                ) AS "productRelations"
                              ) o
                            ) AS "n"
                          ) o
                        )
                        FROM (
                          SELECT rnq."id" AS id, rnq."value_base" AS k0, 0 AS seg
                          FROM "opportunities" rnq
                          WHERE rnq.space_id = $1 AND NOT rnq."is_deleted" AND rnq."primary_account" = rn."id"
                          ORDER BY rnq."value_base" DESC NULLS LAST, rnq."id" DESC
                          LIMIT 2
                        ) p
                        JOIN "opportunities" rnn
                        ON rnn.space_id = $1 AND rnn.id = p.id
                        ORDER BY p.seg, p.k0 DESC NULLS LAST, p.id DESC, p.id
                      )) END AS "rows", (
                        SELECT row_to_json(o)
                        FROM (
                          SELECT 1 AS "limit", (1 = 0) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter",
                            (1 = 0) AS "hasBefore"
                        ) o
                      ) AS "bounds", (
                        SELECT count(*)
                        FROM "opportunities" rnc
                        WHERE rnc.space_id = $1 AND rnc."primary_account" = rn."id" AND NOT rnc."is_deleted"
                      ) AS "total"
                    ) o
                  ) AS "opportunitiesByPrimaryAccount"
                ) o
              ) AS "n"
            ) o
          )
          FROM (
            SELECT rq."id" AS id, 0 AS seg
            FROM "accounts" rq
            WHERE rq.space_id = $1 AND NOT rq."is_deleted" AND rq."owner_id" = r."id"
            ORDER BY rq."id" ASC
            LIMIT 3
          ) p
          JOIN "accounts" rn
          ON rn.space_id = $1 AND rn.id = p.id
          ORDER BY p.seg, p.id ASC, p.id
        )) END AS "rows", (
          SELECT row_to_json(o)
          FROM (SELECT 2 AS "limit", (1 = 0) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter", (1 = 0) AS "hasBefore") o
        ) AS "bounds"
      ) o
    ) AS "accountsByOwner", (
      SELECT row_to_json(o)
      FROM (
        SELECT CASE WHEN (SELECT rqy.id FROM "contacts" rqy WHERE rqy.space_id = $1 ORDER BY rqy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT json_build_array(p.id) AS "c", (SELECT row_to_json(o) FROM (SELECT rn."last_name" AS "lastName") o) AS "n"
            ) o
          )
          FROM (
            SELECT rq."id" AS id, 0 AS seg
            FROM "contacts" rq
            WHERE rq.space_id = $1 AND NOT rq."is_deleted" AND EXISTS (
              SELECT 1
              FROM "contact_account_relations" rq_
              WHERE rq_.space_id = $1 AND rq_."contact_id" = rq."id" AND NOT rq_."is_deleted" AND rq_."is_primary" = $3
            ) AND rq."owner_id" = r."id"
            ORDER BY rq."id" DESC
            LIMIT $4
          ) p
          JOIN "contacts" rn
          ON rn.space_id = $1 AND rn.id = p.id
          ORDER BY p.seg, p.id DESC, p.id
        )) END AS "rows", (
          SELECT row_to_json(o)
          FROM (SELECT 1 AS "limit", (1 = 1) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter", (1 = 0) AS "hasBefore") o
        ) AS "bounds"
      ) o
    ) AS "contactsByOwner"
  ) o
) AS j, json_build_array(r.id) AS c
FROM "clients" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND $2::text IS NOT NULL
ORDER BY r."id" ASC
LIMIT 2;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",true,2]
