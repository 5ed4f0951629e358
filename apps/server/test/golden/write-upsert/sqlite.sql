SELECT r.id
FROM "products" r
WHERE r.space_id = ?1 AND r."sku" = ?2 AND NOT r."is_deleted";
-- values: ["golden","P-100"]

SELECT (SELECT t.id FROM "product_types" t WHERE t.space_id = ?1 AND NOT t."is_deleted" ORDER BY t.id LIMIT 1) AS f0,
  (SELECT t.id FROM "products" t WHERE t.space_id = ?1 AND t."sku" = ?2 AND NOT t."is_deleted" AND t.id <> ?3 LIMIT 1) AS f1;
-- values: ["golden","P-100","<id-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

INSERT INTO "products" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "allowed_pipelines",
  "currency_exchange_rates_list_id", "description", "formatted_name", "name", "oppty_product_relation_type_id",
  "picture_id", "product_category_id", "product_type_id", "revision", "sku", "unit_symbol", "folded")
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19);
-- values: ["golden",0,"<id-1>",0,"<moment>","<moment>",1,null,null,"Pump","Pump",null,null,null,"<id-2>",30,"P-100","pcs",null]

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
-- values: ["golden","products","",1,0,30]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[30,0,\"Product\",\"<id-1>\",\"created\",\"{\\\"name\\\":[null,\\\"Pump\\\"],\\\"unit_symbol\\\":[null,\\\"pcs\\\"],\\\"allowed_pipelines\\\":[null,1],\\\"sku\\\":[null,\\\"P-100\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"product_type_id\\\":[null,\\\"<id-2>\\\"],\\\"formatted_name\\\":[null,\\\"Pump\\\"]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-3>\",null,null]]"]
