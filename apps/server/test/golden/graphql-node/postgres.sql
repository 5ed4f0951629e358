SELECT 'Lead'::text COLLATE "C" AS t, NULL AS k
FROM "leads" r
WHERE r.space_id = $1 AND r.id = $2 AND NOT r.is_deleted
UNION ALL SELECT 'Opportunity'::text COLLATE "C" AS t, NULL AS k
FROM "opportunities" r
WHERE r.space_id = $1 AND r.id = $2 AND NOT r.is_deleted
LIMIT 1;
-- values: ["golden","<opportunity-2>"]

SELECT row_to_json(o) AS j, r.revision AS v
FROM "opportunities" r
CROSS JOIN LATERAL (
  SELECT r."id" AS "id", r."name" AS "name", (
    SELECT row_to_json(o)
    FROM (
      SELECT array_to_json(ARRAY(
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT json_build_array(p.id) AS "c", (
              SELECT row_to_json(o)
              FROM (
                SELECT (
                  SELECT row_to_json(o)
                  FROM "accounts" rno
                  CROSS JOIN LATERAL (SELECT rno."name" AS "name") o
                  WHERE rno.space_id = $1 AND rno.id = rn."account_id"
                ) AS "account"
              ) o
            ) AS "n"
          ) o
        )
        FROM (
          SELECT rq."id" AS id, 0 AS seg
          FROM "lead_oppty_account_relations" rq
          WHERE rq.space_id = $1 AND NOT rq."is_deleted" AND rq."lead_oppty_id" = r."id"
          ORDER BY rq."id" ASC
          LIMIT 2
        ) p
        JOIN "lead_oppty_account_relations" rn
        ON rn.space_id = $1 AND rn.id = p.id
        ORDER BY p.seg, p.id ASC, p.id
      )) AS "rows", (
        SELECT row_to_json(o)
        FROM (SELECT 1 AS "limit", (1 = 0) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter", (1 = 0) AS "hasBefore") o
      ) AS "bounds", (
        SELECT count(*)
        FROM "lead_oppty_account_relations" rc
        WHERE rc.space_id = $1 AND rc."lead_oppty_id" = r."id" AND NOT rc."is_deleted"
      ) AS "total"
    ) o
  ) AS "accountRelations"
) o
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-2>"]
