SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", … 44 more, 7ce7f3c9e367
  ) o
)::text AS j
FROM "contacts" r
WHERE r.space_id = $1 AND r."id" = $2 AND NOT r."is_deleted"
ORDER BY r.id FOR NO KEY UPDATE OF r NOWAIT;
-- values: ["golden","<contact-1>"]

UPDATE "contacts"
SET "is_deleted" = $3, "modified" = $4, "revision" = $5
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<contact-1>",true,"<moment>",26]

UPDATE "contact_account_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "contact_account_account_role_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_account_relation_id" IN (
  SELECT p1."id"
  FROM "contact_account_relations" p1
  WHERE p1.space_id = $1 AND p1."contact_id" = $2 AND p1."is_deleted" AND p1."revision" = $4
) AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_account_relation_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "cloud_object_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "account_id" AS o0, "activity_id" AS o1, "contact_id" AS o2, "custom_entity_id" AS o3,
  "lead_oppty_id" AS o4, "message_id" AS o5, "project_id" AS o6, "quote_id" AS o7;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "contact_sharing_client_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "contact_sharing_sales_unit_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "contact_id" AS o0;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "profile_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "account_id" AS o0, "contact_id" AS o1, "custom_entity_id" AS o2, "lead_oppty_id" AS o3,
  "project_id" AS o4, "quote_id" AS o5;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "tag_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted"
RETURNING "id" AS id, "is_deleted" AS d, "account_id" AS o0, "appointment_id" AS o1, "contact_id" AS o2, "custom_entity_id" AS o3,
  "email_id" AS o4, "lead_id" AS o5, "oppty_id" AS o6, "project_id" AS o7, "task_id" AS o8;
-- values: ["golden","<contact-1>","<moment>",26]

UPDATE "spaces"
SET "revision" = $2
WHERE "space_id" = $1;
-- values: ["golden",26]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES ($1, $2, $3, $4, $5, $6), ($1, $7, $8, $9, $10, $11), ($1, $12, $13, $14, $15, $16), ($1, $17, $18, $19,
  $20, $21), ($1, $22, $23, $24, $25, $26), ($1, $27, $28, $29, $30, $31), ($1, $32, $33, $34, $35, $36), ($1, $37,
  $38, $39, $40, $41)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",-1,1,26,"contact_account_relations","",-2,2,26,"contact_account_account_role_relations","",0,0,26,"cloud_object_relations","",0,0,26,"contact_sharing_client_relations","",0,0,26,"contact_sharing_sales_unit_relations","",0,0,26,"profile_relations","",0,0,26,"tag_relations","",0,0,26]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  x.c0, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13
FROM json_to_recordset($2) AS x(c0 bigint, c1 bigint, c2 text, c3 uuid, c4 text, c5 text, c6 uuid, c7 uuid, c8 timestamp(6),
  c9 text, c10 uuid, c11 text, c12 text, c13 text);
-- values: ["golden","[{\"c0\":26,\"c1\":0,\"c2\":\"Contact\",\"c3\":\"<contact-1>\",\"c4\":\"deleted\",\"c5\":\"{\\\"is_deleted\\\":[false,true]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"},{\"c0\":26,\"c1\":1,\"c2\":\"ContactAccountRelation\",\"c3\":\"<row-3>\",\"c4\":\"deleted\",\"c5\":\"{\\\"is_deleted\\\":[false,true]}\",\"c6\":\"<contact-1>\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"},{\"c0\":26,\"c1\":2,\"c2\":\"ContactAccountRelation\",\"c3\":\"<row-4>\",\"c4\":\"deleted\",\"c5\":\"{\\\"is_deleted\\\":[false,true]}\",\"c6\":\"<contact-1>\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"}]"]
