SELECT r.id
FROM "products" r
WHERE r.space_id = $1 AND r."sku" = $2 AND NOT r."is_deleted" FOR NO KEY UPDATE OF r NOWAIT;
-- values: ["golden","P-100"]

SELECT (SELECT t.id FROM "product_types" t WHERE t.space_id = $1 AND NOT t."is_deleted" ORDER BY t.id LIMIT 1) AS f0,
  (SELECT t.id FROM "products" t WHERE t.space_id = $1 AND t."sku" = $2 AND NOT t."is_deleted" AND t.id <> $3 LIMIT 1) AS f1,
  (SELECT s."revision" FROM "spaces" s WHERE s.space_id = $1) AS seen_at;
-- values: ["golden","P-100","<id-1>"]

INSERT INTO "products" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "allowed_pipelines",
  "currency_exchange_rates_list_id", "description", "formatted_name", "name", "oppty_product_relation_type_id",
  "picture_id", "product_category_id", "product_type_id", "revision", "sku", "unit_symbol", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);
-- values: ["golden",false,"<id-1>",false,"<moment>","<moment>",1,null,null,"Pump","Pump",null,null,null,"<id-2>",30,"P-100","pcs",null]

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
-- values: ["golden",30]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","products","",1,0,30]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  x.c0, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13
FROM json_to_recordset($2) AS x(c0 bigint, c1 bigint, c2 text, c3 uuid, c4 text, c5 text, c6 uuid, c7 uuid, c8 timestamp(6),
  c9 text, c10 uuid, c11 text, c12 text, c13 text);
-- values: ["golden","[{\"c0\":30,\"c1\":0,\"c2\":\"Product\",\"c3\":\"<id-1>\",\"c4\":\"created\",\"c5\":\"{\\\"name\\\":[null,\\\"Pump\\\"],\\\"unit_symbol\\\":[null,\\\"pcs\\\"],\\\"allowed_pipelines\\\":[null,1],\\\"sku\\\":[null,\\\"P-100\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"product_type_id\\\":[null,\\\"<id-2>\\\"],\\\"formatted_name\\\":[null,\\\"Pump\\\"]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-3>\"}]"]
