SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", … 92 more, 00277287deb3 ) AS j
FROM "contacts" r
WHERE r.space_id = ?1 AND r."id" IN (SELECT value FROM json_each(?2));
-- values: ["golden","[\"<contact-3>\",\"<contact-4>\"]"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4, "merged_into" = ?5
WHERE "space_id" = ?1 AND "id" IN (SELECT value FROM json_each(?2));
-- values: ["golden","[\"<contact-3>\"]","<moment>",29,"<contact-4>"]

SELECT CASE WHEN EXISTS (
  SELECT 1
  FROM "contacts" r
  WHERE r.space_id = ?1 AND r."merged_into" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f0, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_kpis" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f1, CASE WHEN EXISTS (
  SELECT 1
  FROM "emails" r
  WHERE r.space_id = ?1 AND r."sender_contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f2, CASE WHEN EXISTS (
  SELECT 1
  FROM "leads" r
  WHERE r.space_id = ?1 AND r."primary_contact" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f3, CASE WHEN EXISTS (
  SELECT 1
  FROM "notes" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f4, CASE WHEN EXISTS (
  SELECT 1
  FROM "opportunities" r
  WHERE r.space_id = ?1 AND r."primary_contact" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f5, CASE WHEN EXISTS (
  SELECT 1
  FROM "projects" r
  WHERE r.space_id = ?1 AND r."primary_contact" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f6, CASE WHEN EXISTS (
  SELECT 1
  FROM "quotes" r
  WHERE r.space_id = ?1 AND r."primary_contact" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f7, CASE WHEN EXISTS (
  SELECT 1
  FROM "activity_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f8, CASE WHEN EXISTS (
  SELECT 1
  FROM "appointment_contact_invitees_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f9, CASE WHEN EXISTS (
  SELECT 1
  FROM "client_favorites" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f10, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_relations" r
  WHERE r.space_id = ?1 AND r."contact1_id" IN (SELECT value FROM json_each(?2))
) OR EXISTS (SELECT 1 FROM "contact_relations" r WHERE r.space_id = ?1 AND r."contact2_id" IN (SELECT value FROM json_each(?2))) THEN 1 ELSE 0 END AS f11,
  CASE WHEN EXISTS (
  SELECT 1
  FROM "lead_oppty_contact_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f12, CASE WHEN EXISTS (
  SELECT 1
  FROM "message_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f13, CASE WHEN EXISTS (
  SELECT 1
  FROM "project_contact_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f14, CASE WHEN EXISTS (
  SELECT 1
  FROM "quote_contact_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f15;
-- values: ["golden","[\"<contact-3>\"]"]

UPDATE "contact_kpis"
SET "is_deleted" = TRUE, "modified" = ?2, "revision" = ?3
WHERE "space_id" = ?1 AND "contact_kpis"."contact_id" IN (SELECT value FROM json_each(?4)) AND NOT "contact_kpis"."is_deleted"
RETURNING "id" AS id, "is_deleted" AS d;
-- values: ["golden","<moment>",29,"[\"<contact-3>\"]"]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  ?4, CAST(?5 AS INTEGER) + row_number() OVER () - 1, 'ContactKPI', r.id, 'updated', json_object('contact_id', json_array(r."contact_id",
  nullif(x.value ->> 1, r.id))), CAST(NULL AS TEXT), CAST(NULL AS TEXT), CAST(?6 AS TEXT), CAST(?7 AS TEXT), CAST(?8 AS TEXT),
  CAST(?9 AS TEXT), CAST(?10 AS TEXT), CAST(?11 AS TEXT)
FROM (SELECT value FROM json_each(?2) LIMIT -1) x, "contact_kpis" r
WHERE r.space_id = ?1 AND r."contact_id" = x.value ->> 0 AND r."contact_id" IN (SELECT value FROM json_each(?3));
-- values: ["golden","[[\"<contact-3>\",\"<contact-4>\"]]","[\"<contact-3>\"]",29,2,"<moment>","<token>",null,"<id-1>",null,null]

UPDATE "contact_kpis"
SET "contact_id" = nullif(x.value ->> 1, "contact_kpis"."id"), "modified" = CASE WHEN "contact_kpis"."is_deleted" THEN "contact_kpis"."modified" ELSE ?3 END,
  "revision" = CASE WHEN "contact_kpis"."is_deleted" THEN "contact_kpis"."revision" ELSE ?4 END
FROM (SELECT value FROM json_each(?2) LIMIT -1) x
WHERE "space_id" = ?1 AND "contact_kpis"."contact_id" IN (SELECT value FROM json_each(?5)) AND "contact_kpis"."contact_id" = x.value ->> 0;
-- values: ["golden","[[\"<contact-3>\",\"<contact-4>\"]]","<moment>",29,"[\"<contact-3>\"]"]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", … 92 more, 00277287deb3 ) AS j
FROM "contacts" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<contact-4>"]

UPDATE "contacts"
SET "city" = ?3, "folded" = ?4, "modified" = ?5, "revision" = ?6
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<contact-4>","Graz",null,"<moment>",29]

SELECT CASE WHEN EXISTS (
  SELECT 1
  FROM "cloud_object_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f0, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_account_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f1, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_sharing_client_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f2, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_sharing_sales_unit_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f3, CASE WHEN EXISTS (
  SELECT 1
  FROM "profile_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f4, CASE WHEN EXISTS (
  SELECT 1
  FROM "tag_relations" r
  WHERE r.space_id = ?1 AND r."contact_id" IN (SELECT value FROM json_each(?2))
) THEN 1 ELSE 0 END AS f5;
-- values: ["golden","[\"<contact-3>\"]"]

SELECT r.id AS id
FROM "contact_account_relations" r
WHERE r.space_id = ?1 AND (r."contact_id" IN (SELECT value FROM json_each(?2))) AND NOT r."is_deleted";
-- values: ["golden","[\"<contact-3>\",\"<contact-4>\"]"]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", 'is_deleted', json(iif(r."is_deleted", 'true', iif(r."is_deleted" IS NULL, NULL,
  'false'))), 'modified', r."modified", 'created', r."created", 'account_id', r."account_id", 'comment', r."comment",
  'contact_id', r."contact_id", 'is_assistant', json(iif(r."is_assistant", 'true', iif(r."is_assistant" IS NULL,
  NULL, 'false'))), 'is_primary', json(iif(r."is_primary", 'true', iif(r."is_primary" IS NULL, NULL, 'false'))),
  'is_sibling', json(iif(r."is_sibling", 'true', iif(r."is_sibling" IS NULL, NULL, 'false'))), 'position', r."position",
  'relationship', r."relationship", 'revision', r."revision") AS j
FROM "contact_account_relations" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<row-8>"]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  ?4, CAST(?5 AS INTEGER) + row_number() OVER () - 1, 'ContactAccountRelation', r.id, 'updated', json_object('contact_id',
  json_array(r."contact_id", nullif(x.value ->> 1, r.id))), nullif(x.value ->> 1, r.id), nullif(r."contact_id",
  nullif(x.value ->> 1, r.id)), CAST(?6 AS TEXT), CAST(?7 AS TEXT), CAST(?8 AS TEXT), CAST(?9 AS TEXT), CAST(?10 AS TEXT),
  CAST(?11 AS TEXT)
FROM (SELECT value FROM json_each(?2) LIMIT -1) x, "contact_account_relations" r
WHERE r.space_id = ?1 AND r."contact_id" = x.value ->> 0 AND r."contact_id" IN (SELECT value FROM json_each(?3));
-- values: ["golden","[[\"<contact-3>\",\"<contact-4>\"]]","[\"<contact-3>\"]",29,1000000004,"<moment>","<token>",null,"<id-1>",null,null]

UPDATE "contact_account_relations"
SET "contact_id" = nullif(x.value ->> 1, "contact_account_relations"."id"), "modified" = CASE WHEN "contact_account_relations"."is_deleted" THEN "contact_account_relations"."modified" ELSE ?3 END,
  "revision" = CASE WHEN "contact_account_relations"."is_deleted" THEN "contact_account_relations"."revision" ELSE ?4 END
FROM (SELECT value FROM json_each(?2) LIMIT -1) x
WHERE "space_id" = ?1 AND "contact_account_relations"."contact_id" IN (SELECT value FROM json_each(?5)) AND "contact_account_relations"."contact_id" = x.value ->> 0;
-- values: ["golden","[[\"<contact-3>\",\"<contact-4>\"]]","<moment>",29,"[\"<contact-3>\"]"]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", … 92 more, 00277287deb3 ) AS j
FROM "contacts" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<contact-4>"]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", 'is_deleted', json(iif(r."is_deleted", 'true', iif(r."is_deleted" IS NULL, NULL,
  'false'))), 'modified', r."modified", 'created', r."created", 'account_id', r."account_id", 'comment', r."comment",
  'contact_id', r."contact_id", 'is_assistant', json(iif(r."is_assistant", 'true', iif(r."is_assistant" IS NULL,
  NULL, 'false'))), 'is_primary', json(iif(r."is_primary", 'true', iif(r."is_primary" IS NULL, NULL, 'false'))),
  'is_sibling', json(iif(r."is_sibling", 'true', iif(r."is_sibling" IS NULL, NULL, 'false'))), 'position', r."position",
  'relationship', r."relationship", 'revision', r."revision") AS j
FROM "contact_account_relations" r
WHERE r.space_id = ?1 AND r."contact_id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<contact-4>"]

UPDATE "contacts"
SET "account_position" = ?3, "primary_account" = ?4, "primary_account_position" = ?5, "primary_account_relation_id" = ?6,
  "primary_account_relationship" = ?7, "modified" = ?8, "revision" = ?9
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<contact-4>",null,"<account-2>",null,"<row-8>",0,"<moment>",29]

SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', 'false')), 'id', r."id", … 114 more,
  643b81afd326 ) AS j, r.revision AS v
FROM "contacts" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<contact-4>"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?7, ?8, ?9, ?10, ?11), (?1, ?12, ?13, ?14, ?15, ?16)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",-1,1,29,"contact_kpis","",-1,1,29,"contact_account_relations","",0,0,29]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[29,0,\"Contact\",\"<contact-3>\",\"merged_into\",\"{\\\"is_deleted\\\":[false,true],\\\"merged_into\\\":[null,\\\"<contact-4>\\\"]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null],[29,1,\"Contact\",\"<contact-4>\",\"merged_from\",\"{\\\"merged_ids\\\":[[],[\\\"<contact-3>\\\"]]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null],[29,1000000002,\"ContactKPI\",\"<id-2>\",\"deleted\",\"{\\\"is_deleted\\\":[false,true]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null],[29,1000000003,\"Contact\",\"<contact-4>\",\"updated\",\"{\\\"city\\\":[null,\\\"Graz\\\"]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null],[29,2000000004,\"Contact\",\"<contact-4>\",\"updated\",\"{\\\"primary_account\\\":[null,\\\"<account-2>\\\"],\\\"primary_account_relationship\\\":[null,0]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null]]"]
