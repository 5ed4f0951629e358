SELECT json_object('id', r."id", 'formatted_name', r."formatted_name") AS j, json_array(p.id) AS c
FROM (WITH c0(n0) AS MATERIALIZED (
  SELECT count(*)
  FROM (
    SELECT 1
    FROM "opportunities" qc INDEXED BY "opportunities_owner_id"
    WHERE qc.space_id = ?1 AND qc."owner_id" = ?11
    LIMIT 10001
  ) c
), c1(n1) AS MATERIALIZED (
  SELECT count(*)
  FROM (
    SELECT 1
    FROM "opportunities" qc INDEXED BY "opportunities_created"
    WHERE qc.space_id = ?1 AND qc."created" >= ?12
    LIMIT (SELECT n0 FROM c0)
  ) c
) SELECT *
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "opportunities" q INDEXED BY "opportunities_owner_id"
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND (instr(coalesce(json_extract(q."folded", '$."name"'), lower(q."name")),
    ?3) > 0 AND (NOT EXISTS (
    SELECT 1
    FROM "sales_units" q_
    WHERE q_.space_id = ?1 AND q_."id" = q."unit_id" AND q_."parent_id" IS NOT NULL
  ) AND q."owner_id" = ?4 AND q."created" >= ?5 AND q."created" < ?6))
  ORDER BY q."id" ASC
  LIMIT (SELECT CASE WHEN n1 = n0 THEN 31 ELSE 0 END FROM c0, c1)
) y
UNION ALL SELECT *
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "opportunities" q INDEXED BY "opportunities_created"
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND (instr(coalesce(json_extract(q."folded", '$."name"'), lower(q."name")),
    ?7) > 0 AND (NOT EXISTS (
    SELECT 1
    FROM "sales_units" q_
    WHERE q_.space_id = ?1 AND q_."id" = q."unit_id" AND q_."parent_id" IS NOT NULL
  ) AND q."owner_id" = ?8 AND q."created" >= ?9 AND q."created" < ?10))
  ORDER BY q."id" ASC
  LIMIT (SELECT CASE WHEN n1 < n0 THEN 31 ELSE 0 END FROM c0, c1)
) y) p
CROSS JOIN "opportunities" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","deal","<owner>","<moment>","2001-03-31T23:00:00.000000","deal","<owner>","<moment>","2001-03-31T23:00:00.000000","<owner>","<moment>"]
