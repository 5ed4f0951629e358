SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", … 92 more, 00277287deb3 ) AS j
FROM "contacts" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<contact-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "is_deleted" = ?3, "modified" = ?4, "revision" = ?5
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<contact-1>",1,"<moment>",26]

UPDATE "contact_account_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "contact_account_account_role_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_account_relation_id" IN (
  SELECT p1."id"
  FROM "contact_account_relations" p1
  WHERE p1.space_id = ?1 AND p1."contact_id" = ?2 AND p1."is_deleted" AND p1."revision" = ?4
) AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_account_relation_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "cloud_object_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "account_id" AS o0, "activity_id" AS o1, "contact_id" AS o2, "custom_entity_id" AS o3,
  "lead_oppty_id" AS o4, "message_id" AS o5, "project_id" AS o6, "quote_id" AS o7;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "contact_sharing_client_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "contact_sharing_sales_unit_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "profile_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "account_id" AS o0, "contact_id" AS o1, "custom_entity_id" AS o2, "lead_oppty_id" AS o3,
  "project_id" AS o4, "quote_id" AS o5;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "tag_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "account_id" AS o0, "appointment_id" AS o1, "contact_id" AS o2, "custom_entity_id" AS o3,
  "email_id" AS o4, "lead_id" AS o5, "oppty_id" AS o6, "project_id" AS o7, "task_id" AS o8;
-- values: ["golden","<contact-1>","<moment>",26]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?7, ?8, ?9, ?10, ?11), (?1, ?12, ?13, ?14, ?15, ?16), (?1, ?17, ?18, ?19,
  ?20, ?21), (?1, ?22, ?23, ?24, ?25, ?26), (?1, ?27, ?28, ?29, ?30, ?31), (?1, ?32, ?33, ?34, ?35, ?36), (?1, ?37,
  ?38, ?39, ?40, ?41)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",-1,1,26,"contact_account_relations","",-2,2,26,"contact_account_account_role_relations","",0,0,26,"cloud_object_relations","",0,0,26,"contact_sharing_client_relations","",0,0,26,"contact_sharing_sales_unit_relations","",0,0,26,"profile_relations","",0,0,26,"tag_relations","",0,0,26]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[26,0,\"Contact\",\"<contact-1>\",\"deleted\",\"{\\\"is_deleted\\\":[false,true]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null],[26,1,\"ContactAccountRelation\",\"<row-3>\",\"deleted\",\"{\\\"is_deleted\\\":[false,true]}\",\"<contact-1>\",null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null],[26,2,\"ContactAccountRelation\",\"<row-4>\",\"deleted\",\"{\\\"is_deleted\\\":[false,true]}\",\"<contact-1>\",null,\"<moment>\",\"<token>\",null,\"<id-1>\",null,null]]"]
