SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      r."account_position" AS "account_position", r."address" AS "address", r."city" AS "city", r."comments" AS "comments",
      r."contact_type_id" AS "contact_type_id", r."country" AS "country", r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id",
      r."email1" AS "email1", r."email2" AS "email2", r."email3" AS "email3", r."email4" AS "email4", r."email5" AS "email5",
      r."exchange_entity_id" AS "exchange_entity_id", r."first_name" AS "first_name", r."formatted_name" AS "formatted_name",
      r."gapi_entity_id" AS "gapi_entity_id", r."gender" AS "gender", r."is_archived" AS "is_archived", r."is_unsubscribed" AS "is_unsubscribed",
      r."last_name" AS "last_name", r."merged_into" AS "merged_into", r."middle_name" AS "middle_name", r."o365_entity_id" AS "o365_entity_id",
      r."owner_id" AS "owner_id", r."phone1" AS "phone1", r."phone2" AS "phone2", r."phone3" AS "phone3", r."phone4" AS "phone4",
      r."phone5" AS "phone5", r."picture_id" AS "picture_id", r."position" AS "position", r."primary_account" AS "primary_account",
      r."primary_account_position" AS "primary_account_position", r."primary_account_relation_id" AS "primary_account_relation_id",
      r."primary_account_relationship" AS "primary_account_relationship", r."quick_account_name" AS "quick_account_name",
      r."revision" AS "revision", r."share_mode" AS "share_mode", r."social_media" AS "social_media", r."state_province" AS "state_province",
      r."title" AS "title", r."unit_id" AS "unit_id", r."zip_code" AS "zip_code"
  ) o
)::text AS j
FROM "contacts" r
WHERE r.space_id = $1 AND r."id" = $2 AND NOT r."is_deleted"
ORDER BY r.id FOR NO KEY UPDATE OF r;
-- values: ["golden","<contact-2>"]

SELECT (
  SELECT t.id
  FROM "contact_types" t
  WHERE t.space_id = $1 AND NOT t."is_deleted"
  ORDER BY t.id
  LIMIT 1
) AS f0, (
  SELECT t."default_unit_id"
  FROM "clients" t
  WHERE t.space_id = $1 AND t.id = $2
) AS f1, (
  SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END
  FROM "clients" t
  WHERE t.space_id = $1 AND t.id = $3
) AS f2, (
  SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END
  FROM "accounts" t
  WHERE t.space_id = $1 AND t.id = $4
) AS f3, (
  SELECT s."revision"
  FROM "spaces" s
  WHERE s.space_id = $1
) AS seen_at;
-- values: ["golden","<owner>","<owner>","<account-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = $1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "city" = $3, "folded" = $4, "modified" = $5, "revision" = $6
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<contact-2>","York",null,"<moment>",29]

INSERT INTO "contacts" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "account_position",
  "address", "city", "comments", "contact_type_id", "country", "currency_exchange_rates_list_id", "email1", "email2",
  "email3", "email4", "email5", "exchange_entity_id", "first_name", "formatted_name", "gapi_entity_id", "gender",
  "is_archived", "is_unsubscribed", "last_name", "merged_into", "middle_name", "o365_entity_id", "owner_id", "phone1",
  "phone2", "phone3", "phone4", "phone5", "picture_id", "position", "primary_account", "primary_account_position",
  "primary_account_relation_id", "primary_account_relationship", "quick_account_name", "revision", "share_mode",
  "social_media", "state_province", "title", "unit_id", "zip_code", "folded") SELECT $1, x.c0, x.c1, x.c2, x.c3,
  x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13, x.c14, x.c15, x.c16, x.c17, x.c18, x.c19, x.c20,
  x.c21, x.c22, x.c23, x.c24, x.c25, x.c26, x.c27, x.c28, x.c29, x.c30, x.c31, x.c32, x.c33, x.c34, x.c35, x.c36,
  x.c37, x.c38, x.c39, x.c40, x.c41, x.c42, x.c43, x.c44, x.c45, x.c46, x.c47, x.c48::json
FROM json_to_recordset($2) AS x(c0 boolean, c1 uuid, c2 boolean, c3 timestamp(6), c4 timestamp(6), c5 text, c6 text,
  c7 text, c8 text, c9 uuid, c10 text, c11 uuid, c12 text, c13 text, c14 text, c15 text, c16 text, c17 text, c18 text,
  c19 text, c20 text, c21 bigint, c22 boolean, c23 boolean, c24 text, c25 uuid, c26 text, c27 text, c28 uuid, c29 text,
  c30 text, c31 text, c32 text, c33 text, c34 uuid, c35 text, c36 uuid, c37 text, c38 uuid, c39 bigint, c40 text,
  c41 bigint, c42 bigint, c43 uuid, c44 text, c45 text, c46 uuid, c47 text, c48 text);
-- values: ["golden","[{\"c0\":false,\"c1\":\"<id-1>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":null,\"c6\":null,\"c7\":null,\"c8\":null,\"c9\":\"<id-2>\",\"c10\":null,\"c11\":null,\"c12\":null,\"c13\":null,\"c14\":null,\"c15\":null,\"c16\":null,\"c17\":null,\"c18\":null,\"c19\":\"Lindqvist\",\"c20\":null,\"c21\":0,\"c22\":false,\"c23\":false,\"c24\":\"Lindqvist\",\"c25\":null,\"c26\":null,\"c27\":null,\"c28\":\"<owner>\",\"c29\":null,\"c30\":null,\"c31\":null,\"c32\":null,\"c33\":null,\"c34\":null,\"c35\":null,\"c36\":\"<account-1>\",\"c37\":null,\"c38\":\"<id-3>\",\"c39\":0,\"c40\":null,\"c41\":29,\"c42\":0,\"c43\":null,\"c44\":null,\"c45\":null,\"c46\":\"<unit>\",\"c47\":null,\"c48\":null},{\"c0\":false,\"c1\":\"<id-4>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":null,\"c6\":null,\"c7\":null,\"c8\":null,\"c9\":\"<id-2>\",\"c10\":null,\"c11\":null,\"c12\":null,\"c13\":null,\"c14\":null,\"c15\":null,\"c16\":null,\"c17\":null,\"c18\":null,\"c19\":\"Mbeki\",\"c20\":null,\"c21\":0,\"c22\":false,\"c23\":false,\"c24\":\"Mbeki\",\"c25\":null,\"c26\":null,\"c27\":null,\"c28\":\"<owner>\",\"c29\":null,\"c30\":null,\"c31\":null,\"c32\":null,\"c33\":null,\"c34\":null,\"c35\":null,\"c36\":null,\"c37\":null,\"c38\":null,\"c39\":null,\"c40\":null,\"c41\":29,\"c42\":0,\"c43\":null,\"c44\":null,\"c45\":null,\"c46\":\"<unit>\",\"c47\":null,\"c48\":null}]"]

INSERT INTO "contact_account_relations" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created",
  "account_id", "comment", "contact_id", "is_assistant", "is_primary", "is_sibling", "position", "relationship",
  "revision", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
-- values: ["golden",false,"<id-1>",false,"<moment>","<moment>","<account-1>",null,"<id-2>",false,true,false,null,0,29,null]

INSERT INTO "contact_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "contact_id", "kpi", "owner_id", "revision", "unit_id", "folded") SELECT $1, x.c0, x.c1, x.c2, x.c3, x.c4, x.c5,
  x.c6, x.c7, x.c8, x.c9, x.c10, x.c11::json
FROM json_to_recordset($2) AS x(c0 boolean, c1 uuid, c2 boolean, c3 timestamp(6), c4 timestamp(6), c5 uuid, c6 uuid,
  c7 bigint, c8 uuid, c9 bigint, c10 uuid, c11 text);
-- values: ["golden","[{\"c0\":false,\"c1\":\"<id-1>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":\"<id-2>\",\"c7\":1,\"c8\":\"<owner>\",\"c9\":29,\"c10\":\"<unit>\",\"c11\":null},{\"c0\":false,\"c1\":\"<id-3>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":\"<id-4>\",\"c7\":1,\"c8\":\"<owner>\",\"c9\":29,\"c10\":\"<unit>\",\"c11\":null}]"]
