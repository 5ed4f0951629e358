SELECT r.id
FROM "products" r
WHERE r.space_id = $1 AND r."sku" = $2 AND NOT r."is_deleted" FOR NO KEY UPDATE OF r NOWAIT;
-- values: ["golden","P-100"]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      r."allowed_pipelines" AS "allowed_pipelines", r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id",
      r."description" AS "description", r."formatted_name" AS "formatted_name", r."name" AS "name", r."oppty_product_relation_type_id" AS "oppty_product_relation_type_id",
      r."picture_id" AS "picture_id", r."product_category_id" AS "product_category_id", r."product_type_id" AS "product_type_id",
      r."revision" AS "revision", r."sku" AS "sku", r."unit_symbol" AS "unit_symbol"
  ) o
)::text AS j
FROM "products" r
WHERE r.space_id = $1 AND r."id" = $2 AND NOT r."is_deleted"
ORDER BY r.id FOR NO KEY UPDATE OF r NOWAIT;
-- values: ["golden","<id-1>"]

UPDATE "products"
SET "formatted_name" = $3, "name" = $4, "folded" = $5, "modified" = $6, "revision" = $7
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<id-1>","Pump, 2 kW","Pump, 2 kW",null,"<moment>",31]

SELECT row_to_json(o) AS j, r.revision AS v
FROM "products" r
CROSS JOIN LATERAL (
  SELECT array_to_json(ARRAY(
    SELECT $2::text || 'ProductPipelineRelations/' || rm."id"
    FROM "product_pipeline_relations" rm
    WHERE rm.space_id = $1 AND rm."product_id" = r."id" AND NOT rm."is_deleted"
    ORDER BY rm.id
  )) AS "product_pipeline_relations", array_to_json(ARRAY(
    SELECT d.id
    FROM (
      SELECT DISTINCT rm."pipeline_id" AS id
      FROM "product_pipeline_relations" rm
      WHERE rm.space_id = $1 AND rm."product_id" = r."id" AND NOT rm."is_deleted" AND rm."pipeline_id" IS NOT NULL
    ) d
    ORDER BY d.id, d.id
  )) AS "product_pipelines"
) o
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>"]

UPDATE "spaces"
SET "revision" = $2
WHERE "space_id" = $1;
-- values: ["golden",31]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","products","",0,0,31]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  x.c0, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13
FROM json_to_recordset($2) AS x(c0 bigint, c1 bigint, c2 text, c3 uuid, c4 text, c5 text, c6 uuid, c7 uuid, c8 timestamp(6),
  c9 text, c10 uuid, c11 text, c12 text, c13 text);
-- values: ["golden","[{\"c0\":31,\"c1\":0,\"c2\":\"Product\",\"c3\":\"<id-1>\",\"c4\":\"updated\",\"c5\":\"{\\\"name\\\":[\\\"Pump\\\",\\\"Pump, 2 kW\\\"],\\\"formatted_name\\\":[\\\"Pump\\\",\\\"Pump, 2 kW\\\"]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-2>\"}]"]
