SELECT x.g0 AS g0, l0_0."name" AS l0, l0_0."is_deleted" AS d0, x.g1 AS g1, l1_0."formatted_name" AS l1, l1_0."is_deleted" AS d1,
  x.g2 AS g2, x.n, x.c0, x.s0_0, x.c1, x.s1_0, x.c2, x.m2
FROM (
  SELECT j0."parent_id" AS g0, r."owner_id" AS g1, date_trunc('quarter', r."created" + (CASE WHEN r."created" < $3 THEN CASE WHEN r."created" < $4 THEN CASE WHEN r."created" < $5 THEN 0 ELSE 3600 END ELSE CASE WHEN r."created" < $6 THEN 0 ELSE CASE WHEN r."created" < $7 THEN 3600 ELSE 7200 END END END ELSE CASE WHEN r."created" < $8 THEN CASE WHEN r."created" < $9 THEN 3600 ELSE 0 END ELSE CASE WHEN r."created" < $10 THEN 3600 ELSE CASE WHEN r."created" < $11 THEN 0 ELSE 3600 END END END END) * interval '1 second')::date AS g2,
    count(*) AS n, count(r."value_base") AS c0, sum(r."value_base")::text AS s0_0, count(r."ranking") AS c1, sum(r."ranking")::text AS s1_0,
    count(r."closing_date") AS c2, max(r."closing_date") AS m2
  FROM "opportunities" r LEFT
  JOIN "sales_units" j0
  ON j0.space_id = $1 AND j0."id" = r."unit_id"
  WHERE r.space_id = $1 AND NOT r."is_deleted" AND coalesce(r."folded"->>'name', lower(r."name")) COLLATE "C" LIKE $13 AND $2::text IS NOT NULL GROUP BY 1,
    2, 3
  LIMIT $12
) x LEFT
JOIN "sales_units" l0_0
ON l0_0.space_id = $1 AND l0_0.id = x.g0 LEFT
JOIN "clients" l1_0
ON l1_0.space_id = $1 AND l1_0.id = x.g1;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<moment>","<moment>","<moment>","<moment>","<moment>","<moment>","<moment>","<moment>","<moment>",50001,"%deal%"]
