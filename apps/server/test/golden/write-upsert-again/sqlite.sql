SELECT r.id
FROM "products" r
WHERE r.space_id = ?1 AND r."sku" = ?2 AND NOT r."is_deleted";
-- values: ["golden","P-100"]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", 'is_deleted', json(iif(r."is_deleted", 'true', iif(r."is_deleted" IS NULL, NULL,
  'false'))), 'modified', r."modified", 'created', r."created", 'allowed_pipelines', r."allowed_pipelines", 'currency_exchange_rates_list_id',
  r."currency_exchange_rates_list_id", 'description', r."description", 'formatted_name', r."formatted_name", 'name',
  r."name", 'oppty_product_relation_type_id', r."oppty_product_relation_type_id", 'picture_id', r."picture_id",
  'product_category_id', r."product_category_id", 'product_type_id', r."product_type_id", 'revision', r."revision",
  'sku', r."sku", 'unit_symbol', r."unit_symbol") AS j
FROM "products" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<id-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "products"
SET "formatted_name" = ?3, "name" = ?4, "folded" = ?5, "modified" = ?6, "revision" = ?7
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<id-1>","Pump, 2 kW","Pump, 2 kW",null,"<moment>",31]

SELECT json_object('product_pipeline_relations', (
  SELECT json_group_array(?2 || 'ProductPipelineRelations/' || rm."id")
  FROM "product_pipeline_relations" rm
  WHERE rm.space_id = ?1 AND rm."product_id" = r."id" AND NOT rm."is_deleted"
), 'product_pipelines', (
  SELECT json_group_array(d.id
  ORDER BY d.id, d.id)
  FROM (
    SELECT DISTINCT rm."pipeline_id" AS id
    FROM "product_pipeline_relations" rm
    WHERE rm.space_id = ?1 AND rm."product_id" = r."id" AND NOT rm."is_deleted" AND rm."pipeline_id" IS NOT NULL
  ) d
)) AS j, r.revision AS v
FROM "products" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","products","",0,0,31]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[31,0,\"Product\",\"<id-1>\",\"updated\",\"{\\\"name\\\":[\\\"Pump\\\",\\\"Pump, 2 kW\\\"],\\\"formatted_name\\\":[\\\"Pump\\\",\\\"Pump, 2 kW\\\"]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-2>\",null,null]]"]
