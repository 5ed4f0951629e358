SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", … 39 more, 5710096146dc
  ) o
)::text AS j
FROM "opportunities" r
WHERE r.space_id = $1 AND r."id" = $2 AND NOT r."is_deleted"
ORDER BY r.id FOR NO KEY UPDATE OF r NOWAIT;
-- values: ["golden","<opportunity-1>"]

SELECT (SELECT t.id FROM "currencies" t WHERE t.space_id = $1 AND t."is_base" AND NOT t."is_deleted" ORDER BY t.id LIMIT 1) AS f0,
  (SELECT t."pipeline_id" FROM "opportunity_types" t WHERE t.space_id = $1 AND t.id = $2) AS f1, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = $1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = $1 AND o.id = $3
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" ASC NULLS FIRST, t.id
  LIMIT 1
) AS f2, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = $1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = $1 AND o.id = $4
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC NULLS LAST, t.id DESC
  LIMIT 1
) AS f3, (SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END FROM "steps" t WHERE t.space_id = $1 AND t.id = $5) AS f4,
  (
  SELECT coalesce(json_agg((SELECT t."pipeline_id" FROM "steps" t WHERE t.space_id = $1 AND t.id = x.c1)
  ORDER BY x.c0), '[]'::json)::text
  FROM json_to_recordset($6) AS x(c0 bigint, c1 uuid)
) AS f5, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = $1 AND t."pipeline_id" = (SELECT o."pipeline_id" FROM "steps" o WHERE o.space_id = $1 AND o.id = $7) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC NULLS LAST, t.id DESC
  LIMIT 1
) AS f6, (
  SELECT t."exchange_rate"
  FROM "currency_exchange_rates" t
  WHERE t.space_id = $1 AND t."currency_exchange_rate_list_id" = (
    SELECT l.id
    FROM "currency_exchange_rates_lists" l
    WHERE l.space_id = $1 AND NOT l."is_deleted" AND l."valid_from" <= $9
    ORDER BY l."valid_from" DESC NULLS LAST, l.id DESC
    LIMIT 1
  ) AND t."currency_id" = $8 AND NOT t."is_deleted"
  ORDER BY t.id DESC
  LIMIT 1
) AS f7, (SELECT s."revision" FROM "spaces" s WHERE s.space_id = $1) AS seen_at;
-- values: ["golden","<id-1>","<id-1>","<id-1>","<last-step>","[{\"c0\":0,\"c1\":\"<last-step>\"},{\"c0\":1,\"c1\":\"<first-step>\"}]","<last-step>","<base-currency>","<day>"]

UPDATE "opportunities"
SET "last_move_date" = $3, "lost_date" = $4, "status" = $5, "step_id" = $6, "value_base" = $7, "value_foreign" = $8,
  "value_currency_id" = $9, "won_date" = $10, "modified" = $11, "revision" = $12
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<opportunity-1>","<moment>",null,3,"<last-step>","1200.25","1200.25","<base-currency>","<moment>","<moment>",27]

INSERT INTO "lead_oppty_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "kpi", "lead_oppty_id", "owner_id", "revision", "unit_id", "folded") SELECT $1, x.c0, x.c1, x.c2, x.c3, x.c4,
  x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11::json
FROM json_to_recordset($2) AS x(c0 boolean, c1 uuid, c2 boolean, c3 timestamp(6), c4 timestamp(6), c5 uuid, c6 bigint,
  c7 uuid, c8 uuid, c9 bigint, c10 uuid, c11 text);
-- values: ["golden","[{\"c0\":false,\"c1\":\"<id-2>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":5,\"c7\":\"<opportunity-1>\",\"c8\":\"<owner>\",\"c9\":27,\"c10\":\"<unit>\"},{\"c0\":false,\"c1\":\"<id-3>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":8,\"c7\":\"<opportunity-1>\",\"c8\":\"<owner>\",\"c9\":27,\"c10\":\"<unit>\"}]"]

SELECT row_to_json(o) AS j, r.revision AS v
FROM "opportunities" r
CROSS JOIN LATERAL (
  SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
    'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", … 61 more, 7f8c571e09e0
) o
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]

UPDATE "spaces"
SET "revision" = $2
WHERE "space_id" = $1;
-- values: ["golden",27]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES ($1, $2, $3, $4, $5, $6), ($1, $7, $8, $9, $10, $11)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","opportunities","",0,0,27,"lead_oppty_kpis","",2,0,27]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  x.c0, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13
FROM json_to_recordset($2) AS x(c0 bigint, c1 bigint, c2 text, c3 uuid, c4 text, c5 text, c6 uuid, c7 uuid, c8 timestamp(6),
  c9 text, c10 uuid, c11 text, c12 text, c13 text);
-- values: ["golden","[{\"c0\":27,\"c1\":0,\"c2\":\"Opportunity\",\"c3\":\"<opportunity-1>\",\"c4\":\"updated\",\"c5\":\"{\\\"step_id\\\":[\\\"<first-step>\\\",\\\"<last-step>\\\"],\\\"status\\\":[1,3],\\\"won_date\\\":[null,\\\"<moment>\\\"],\\\"last_move_date\\\":[\\\"2001-03-01T08:00:00.000001\\\",\\\"<moment>\\\"],\\\"value\\\":[{\\\"base_value\\\":1000,\\\"currency_id\\\":\\\"<base-currency>\\\",\\\"value_foreign\\\":1000},{\\\"base_value\\\":1200.25,\\\"currency_id\\\":\\\"<base-currency>\\\",\\\"value_foreign\\\":1200.25}]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-4>\"},{\"c0\":27,\"c1\":1,\"c2\":\"LeadOpptyKPI\",\"c3\":\"<id-2>\",\"c4\":\"created\",\"c5\":\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,5],\\\"lead_oppty_id\\\":[null,\\\"<opportunity-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-4>\"},{\"c0\":27,\"c1\":2,\"c2\":\"LeadOpptyKPI\",\"c3\":\"<id-3>\",\"c4\":\"created\",\"c5\":\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,8],\\\"lead_oppty_id\\\":[null,\\\"<opportunity-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-4>\"}]"]
