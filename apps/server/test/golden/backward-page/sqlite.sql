SELECT json_object('id', r."id", 'name', r."name", 'value', CASE WHEN r."value_base" IS NULL AND r."value_foreign" IS NULL THEN NULL ELSE json_object('base_value',
  CASE WHEN r."value_base" IS NULL THEN NULL WHEN r."value_base" % 10000 = 0 THEN r."value_base" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_base" < 0, '-', ''), abs(r."value_base") / 10000, abs(r."value_base") % 10000), '0')) END, 'currency_id',
  r."value_currency_id", 'value_foreign', CASE WHEN r."value_foreign" IS NULL THEN NULL WHEN r."value_foreign" % 10000 = 0 THEN r."value_foreign" / 10000 ELSE json(rtrim(printf('%s%d.%04d',
  iif(r."value_foreign" < 0, '-', ''), abs(r."value_foreign") / 10000, abs(r."value_foreign") % 10000), '0')) END) END) AS j,
  json_array(p.k0, iif(p.k1 IS NULL, NULL, rtrim(rtrim(printf('%s%d.%04d', iif(p.k1 < 0, '-', ''), abs(p.k1) / 10000,
  abs(p.k1) % 10000), '0'), '.')), p.id) AS c
FROM (
  SELECT *
  FROM (
    SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 0 AS seg
      FROM "opportunities" q
      WHERE q.space_id = ?1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = ?1 AND q_."id" = q."primary_account"
      ) = ?3 AND q."value_base" = ?4 AND q."id" > ?5
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") DESC,
        q."value_base" ASC, q."id" ASC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 1 AS seg
      FROM "opportunities" q
      WHERE q.space_id = ?1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = ?1 AND q_."id" = q."primary_account"
      ) = ?3 AND q."value_base" > ?6
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") DESC,
        q."value_base" ASC, q."id" ASC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 2 AS seg
      FROM "opportunities" q
      WHERE q.space_id = ?1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = ?1 AND q_."id" = q."primary_account"
      ) < ?7
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") DESC,
        q."value_base" ASC, q."id" ASC
      LIMIT 3
    ) s
    UNION ALL SELECT *
    FROM (
      SELECT q."id" AS id, (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") AS k0,
        q."value_base" AS k1, 3 AS seg
      FROM "opportunities" q
      WHERE q.space_id = ?1 AND NOT q."is_deleted" AND (
        SELECT q_."name"
        FROM "accounts" q_
        WHERE q_.space_id = ?1 AND q_."id" = q."primary_account"
      ) IS NULL
      ORDER BY (SELECT q_."name" FROM "accounts" q_ WHERE q_.space_id = ?1 AND q_."id" = q."primary_account") DESC,
        q."value_base" ASC, q."id" ASC
      LIMIT 3
    ) s
  ) u
  ORDER BY u.seg, u.k0 DESC, u.k1 ASC, u.id ASC
  LIMIT 3
) p
CROSS JOIN "opportunities" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 DESC, p.k1 ASC, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","Müller & Söhne","2505000","<opportunity-2>","2505000","Müller & Söhne"]
