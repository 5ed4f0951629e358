SELECT row_to_json(o) AS j, json_build_array(p.k0, trim_scale(p.k1)::text, p.id) AS c
FROM (
  SELECT *
  FROM (
    SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 0 AS seg
      FROM "opportunities" q
      WHERE q.space_id = $1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = $1 AND q_."id" = q."primary_account"
      ) = $3 AND q."value_base" = $4 AND q."id" > $5
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") DESC NULLS LAST,
        q."value_base" ASC NULLS FIRST, q."id" ASC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 1 AS seg
      FROM "opportunities" q
      WHERE q.space_id = $1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = $1 AND q_."id" = q."primary_account"
      ) = $3 AND q."value_base" > $6
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") DESC NULLS LAST,
        q."value_base" ASC NULLS FIRST, q."id" ASC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 2 AS seg
      FROM "opportunities" q
      WHERE q.space_id = $1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = $1 AND q_."id" = q."primary_account"
      ) < $7
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") DESC NULLS LAST,
        q."value_base" ASC NULLS FIRST, q."id" ASC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 3 AS seg
      FROM "opportunities" q
      WHERE q.space_id = $1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = $1 AND q_."id" = q."primary_account"
      ) IS NULL
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = $1 AND q_."id" = q."primary_account") DESC NULLS LAST,
        q."value_base" ASC NULLS FIRST, q."id" ASC
      LIMIT 3
    ) s
  ) u
  ORDER BY u.seg, u.k0 DESC NULLS LAST, u.k1 ASC NULLS FIRST, u.id ASC
  LIMIT 3
) p
JOIN "opportunities" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (
  SELECT r."id" AS "id", r."name" AS "name", CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE (
    SELECT row_to_json(o)
    FROM (
      SELECT trim_scale(r."value_base") AS "base_value", r."value_currency_id" AS "currency_id", trim_scale(r."value_foreign") AS "value_foreign"
    ) o
  ) END AS "value"
) o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.k0 DESC NULLS LAST, p.k1 ASC NULLS FIRST, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","Müller & Söhne","250.5","<opportunity-2>","250.5","Müller & Söhne"]
