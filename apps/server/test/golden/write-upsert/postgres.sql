SELECT r.id
FROM "products" r
WHERE r.space_id = $1 AND r."sku" = $2 AND NOT r."is_deleted" FOR NO KEY UPDATE OF r;
-- values: ["golden","P-100"]

SELECT (
  SELECT t.id
  FROM "product_types" t
  WHERE t.space_id = $1 AND NOT t."is_deleted"
  ORDER BY t.id
  LIMIT 1
) AS f0, (
  SELECT t.id
  FROM "products" t
  WHERE t.space_id = $1 AND t."sku" = $2 AND NOT t."is_deleted" AND t.id <> $3
  LIMIT 1
) AS f1, (
  SELECT s."revision"
  FROM "spaces" s
  WHERE s.space_id = $1
) AS seen_at;
-- values: ["golden","P-100","<id-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = $1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

INSERT INTO "products" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "allowed_pipelines",
  "currency_exchange_rates_list_id", "description", "formatted_name", "name", "oppty_product_relation_type_id",
  "picture_id", "product_category_id", "product_type_id", "revision", "sku", "unit_symbol", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);
-- values: ["golden",false,"<id-1>",false,"<moment>","<moment>",1,null,null,"Pump","Pump",null,null,null,"<id-2>",31,"P-100","pcs",null]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      $2::text || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list",
      $2::text || 'OpptyProductRelationTypes/' || r."oppty_product_relation_type_id" AS "oppty_product_relation_type",
      $2::text || 'CloudObjects/' || r."picture_id" AS "picture", $2::text || 'ProductCategories/' || r."product_category_id" AS "product_category",
      $2::text || 'ProductTypes/' || r."product_type_id" AS "product_type", r."allowed_pipelines" AS "allowed_pipelines",
      r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id", r."description" AS "description",
      r."formatted_name" AS "formatted_name", r."name" AS "name", r."oppty_product_relation_type_id" AS "oppty_product_relation_type_id",
      r."picture_id" AS "picture_id", r."product_category_id" AS "product_category_id", (
      SELECT coalesce(json_agg($2::text || 'ProductPipelineRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "product_pipeline_relations" rm
      WHERE rm.space_id = $1 AND rm."product_id" = r."id" AND NOT rm."is_deleted"
    ) AS "product_pipeline_relations", (
      SELECT coalesce(json_agg(d.id
      ORDER BY d.id, d.id), '[]'::json)
      FROM (
        SELECT DISTINCT rm."pipeline_id" AS id
        FROM "product_pipeline_relations" rm
        WHERE rm.space_id = $1 AND rm."product_id" = r."id" AND NOT rm."is_deleted" AND rm."pipeline_id" IS NOT NULL
      ) d
    ) AS "product_pipelines", r."product_type_id" AS "product_type_id", r."revision" AS "revision", r."sku" AS "sku",
      r."unit_symbol" AS "unit_symbol"
  ) o
)::text AS j, r.revision AS v
FROM "products" r
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>"]
