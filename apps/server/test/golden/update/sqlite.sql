SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", … 82 more, e86a40e75078 ) AS j
FROM "opportunities" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<opportunity-1>"]

SELECT (SELECT t.id FROM "currencies" t WHERE t.space_id = ?1 AND t."is_base" AND NOT t."is_deleted" ORDER BY t.id LIMIT 1) AS f0,
  (SELECT t."pipeline_id" FROM "opportunity_types" t WHERE t.space_id = ?1 AND t.id = ?2) AS f1, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = ?1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = ?1 AND o.id = ?3
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" ASC, t.id
  LIMIT 1
) AS f2, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = ?1 AND t."pipeline_id" = (
    SELECT o."pipeline_id"
    FROM "opportunity_types" o
    WHERE o.space_id = ?1 AND o.id = ?4
  ) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC, t.id DESC
  LIMIT 1
) AS f3, (SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END FROM "steps" t WHERE t.space_id = ?1 AND t.id = ?5) AS f4,
  (
  SELECT json_group_array((SELECT t."pipeline_id" FROM "steps" t WHERE t.space_id = ?1 AND t.id = x.value ->> 1))
  FROM (SELECT value FROM json_each(?6) LIMIT -1) x
) AS f5, (
  SELECT t.id
  FROM "steps" t
  WHERE t.space_id = ?1 AND t."pipeline_id" = (SELECT o."pipeline_id" FROM "steps" o WHERE o.space_id = ?1 AND o.id = ?7) AND NOT t."is_deleted"
  ORDER BY t."sort_order" DESC, t.id DESC
  LIMIT 1
) AS f6, (
  SELECT iif(t."exchange_rate" IS NULL OR t."exchange_rate" = CAST(printf('%!.15g', t."exchange_rate") AS REAL),
    t."exchange_rate", json(printf('%!.17g', t."exchange_rate")))
  FROM "currency_exchange_rates" t
  WHERE t.space_id = ?1 AND t."currency_exchange_rate_list_id" = (
    SELECT l.id
    FROM "currency_exchange_rates_lists" l
    WHERE l.space_id = ?1 AND NOT l."is_deleted" AND l."valid_from" <= ?9
    ORDER BY l."valid_from" DESC, l.id DESC
    LIMIT 1
  ) AND t."currency_id" = ?8 AND NOT t."is_deleted"
  ORDER BY t.id DESC
  LIMIT 1
) AS f7;
-- values: ["golden","<id-1>","<id-1>","<id-1>","<last-step>","[[0,\"<last-step>\"],[1,\"<first-step>\"]]","<last-step>","<base-currency>","<day>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "opportunities"
SET "last_move_date" = ?3, "lost_date" = ?4, "status" = ?5, "step_id" = ?6, "value_base" = ?7, "value_foreign" = ?8,
  "value_currency_id" = ?9, "won_date" = ?10, "modified" = ?11, "revision" = ?12
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<opportunity-1>","<moment>",null,3,"<last-step>","12002500","12002500","<base-currency>","<moment>","<moment>",27]

INSERT INTO "lead_oppty_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "kpi", "lead_oppty_id", "owner_id", "revision", "unit_id", "folded") SELECT ?1, x.value ->> 0, x.value ->> 1,
  x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7, x.value ->> 8, x.value ->> 9,
  x.value ->> 10, x.value ->> 11
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[0,\"<id-2>\",0,\"<moment>\",\"<moment>\",\"<owner>\",5,\"<opportunity-1>\",\"<owner>\",27,\"<unit>\",null],[0,\"<id-3>\",0,\"<moment>\",\"<moment>\",\"<owner>\",8,\"<opportunity-1>\",\"<owner>\",27,\"<unit>\",null]]"]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', 'false')), 'id', r."id", … 126 more,
  23b6243c671f ) AS j, r.revision AS v
FROM "opportunities" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<opportunity-1>"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?7, ?8, ?9, ?10, ?11)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","opportunities","",0,0,27,"lead_oppty_kpis","",2,0,27]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[27,0,\"Opportunity\",\"<opportunity-1>\",\"updated\",\"{\\\"step_id\\\":[\\\"<first-step>\\\",\\\"<last-step>\\\"],\\\"status\\\":[1,3],\\\"won_date\\\":[null,\\\"<moment>\\\"],\\\"last_move_date\\\":[\\\"2001-03-01T08:00:00.000001\\\",\\\"<moment>\\\"],\\\"value\\\":[{\\\"base_value\\\":1000,\\\"currency_id\\\":\\\"<base-currency>\\\",\\\"value_foreign\\\":1000},{\\\"base_value\\\":1200.25,\\\"currency_id\\\":\\\"<base-currency>\\\",\\\"value_foreign\\\":1200.25}]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-4>\",null,null],[27,1,\"LeadOpptyKPI\",\"<id-2>\",\"created\",\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,5],\\\"lead_oppty_id\\\":[null,\\\"<opportunity-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-4>\",null,null],[27,2,\"LeadOpptyKPI\",\"<id-3>\",\"created\",\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,8],\\\"lead_oppty_id\\\":[null,\\\"<opportunity-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-4>\",null,null]]"]
