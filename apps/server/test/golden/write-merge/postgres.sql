SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", … 44 more, 7ce7f3c9e367
  ) o
)::text AS j
FROM "contacts" r
WHERE r.space_id = $1 AND r."id" = ANY($2::uuid[])
ORDER BY r.id FOR NO KEY UPDATE OF r;
-- values: ["golden",["<contact-3>","<contact-4>"]]

SELECT CASE WHEN EXISTS (SELECT 1 FROM "contacts" r WHERE r.space_id = $1 AND r."merged_into" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f0,
  CASE WHEN EXISTS (SELECT 1 FROM "contact_kpis" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f1,
  CASE WHEN EXISTS (SELECT 1 FROM "emails" r WHERE r.space_id = $1 AND r."sender_contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f2,
  CASE WHEN EXISTS (SELECT 1 FROM "leads" r WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f3,
  … 18 more, e990c7ef6548;
-- values: ["golden",["<contact-3>"]]

SELECT r.id AS id
FROM "contact_kpis" r
WHERE r.space_id = $1 AND (r."contact_id" = ANY($2::uuid[]))
ORDER BY r.id FOR NO KEY UPDATE OF r;
-- values: ["golden",["<contact-3>"]]

SELECT r.id AS id
FROM "contact_account_relations" r
WHERE r.space_id = $1 AND (r."contact_id" = ANY($2::uuid[]))
ORDER BY r.id FOR NO KEY UPDATE OF r;
-- values: ["golden",["<contact-3>"]]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = $1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4, "merged_into" = $5
WHERE "space_id" = $1 AND "id" = ANY($2::uuid[]);
-- values: ["golden",["<contact-3>"],"<moment>",29,"<contact-4>"]

SELECT CASE WHEN EXISTS (SELECT 1 FROM "contacts" r WHERE r.space_id = $1 AND r."merged_into" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f0,
  CASE WHEN EXISTS (SELECT 1 FROM "contact_kpis" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f1,
  CASE WHEN EXISTS (SELECT 1 FROM "emails" r WHERE r.space_id = $1 AND r."sender_contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f2,
  CASE WHEN EXISTS (SELECT 1 FROM "leads" r WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f3,
  CASE WHEN EXISTS (SELECT 1 FROM "notes" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f4,
  CASE WHEN EXISTS (SELECT 1 FROM "opportunities" r WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f5,
  CASE WHEN EXISTS (SELECT 1 FROM "projects" r WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f6,
  CASE WHEN EXISTS (SELECT 1 FROM "quotes" r WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f7,
  CASE WHEN EXISTS (SELECT 1 FROM "activity_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f8,
  CASE WHEN EXISTS (
  SELECT 1
  FROM "appointment_contact_invitees_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f9, CASE WHEN EXISTS (
  SELECT 1
  FROM "client_favorites" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f10, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_relations" r
  WHERE r.space_id = $1 AND r."contact1_id" = ANY($2::uuid[])
) OR EXISTS (SELECT 1 FROM "contact_relations" r WHERE r.space_id = $1 AND r."contact2_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f11,
  CASE WHEN EXISTS (SELECT 1 FROM "lead_oppty_contact_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f12,
  CASE WHEN EXISTS (SELECT 1 FROM "message_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f13,
  CASE WHEN EXISTS (SELECT 1 FROM "project_contact_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f14,
  CASE WHEN EXISTS (SELECT 1 FROM "quote_contact_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f15;
-- values: ["golden",["<contact-3>"]]

UPDATE "contact_kpis"
SET "is_deleted" = TRUE, "modified" = $2, "revision" = $3
WHERE "space_id" = $1 AND "contact_kpis"."contact_id" = ANY($4::uuid[]) AND NOT "contact_kpis"."is_deleted"
RETURNING "id" AS id, "is_deleted" AS d;
-- values: ["golden","<moment>",29,["<contact-3>"]]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  $4, ($5)::bigint + row_number() OVER () - 1, 'ContactKPI'::text COLLATE "C", r.id, 'updated'::text COLLATE "C",
  (SELECT row_to_json(o) FROM (SELECT json_build_array(r."contact_id", nullif(x.c1, r.id)) AS "contact_id") o)::text,
  (NULL)::uuid, (NULL)::uuid, ($6)::timestamp(6), ($7)::text COLLATE "C", ($8)::uuid, ($9)::text COLLATE "C", ($10)::text COLLATE "C",
  ($11)::text COLLATE "C"
FROM json_to_recordset($2) AS x(c0 uuid, c1 uuid), "contact_kpis" r
WHERE r.space_id = $1 AND r."contact_id" = x.c0 AND r."contact_id" = ANY($3::uuid[]);
-- values: ["golden","[{\"c0\":\"<contact-3>\",\"c1\":\"<contact-4>\"}]",["<contact-3>"],29,2,"<moment>","<token>",null,"<id-1>",null,null]

UPDATE "contact_kpis"
SET "contact_id" = nullif(x.c1, "contact_kpis"."id"), "modified" = CASE WHEN "contact_kpis"."is_deleted" THEN "contact_kpis"."modified" ELSE $3 END,
  "revision" = CASE WHEN "contact_kpis"."is_deleted" THEN "contact_kpis"."revision" ELSE $4 END
FROM json_to_recordset($2) AS x(c0 uuid, c1 uuid)
WHERE "space_id" = $1 AND "contact_kpis"."contact_id" = ANY($5::uuid[]) AND "contact_kpis"."contact_id" = x.c0;
-- values: ["golden","[{\"c0\":\"<contact-3>\",\"c1\":\"<contact-4>\"}]","<moment>",29,["<contact-3>"]]

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
-- values: ["golden","<contact-4>"]

UPDATE "contacts"
SET "city" = $3, "folded" = $4, "modified" = $5, "revision" = $6
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<contact-4>","Graz",null,"<moment>",29]

SELECT CASE WHEN EXISTS (SELECT 1 FROM "cloud_object_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f0,
  CASE WHEN EXISTS (SELECT 1 FROM "contact_account_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f1,
  CASE WHEN EXISTS (SELECT 1 FROM "contact_sharing_client_relations" r WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])) THEN 1 ELSE 0 END AS f2,
  CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_sharing_sales_unit_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f3, CASE WHEN EXISTS (
  SELECT 1
  FROM "profile_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f4, CASE WHEN EXISTS (
  SELECT 1
  FROM "tag_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f5;
-- values: ["golden",["<contact-3>"]]

SELECT r.id AS id
FROM "contact_account_relations" r
WHERE r.space_id = $1 AND (r."contact_id" = ANY($2::uuid[])) AND NOT r."is_deleted";
-- values: ["golden",["<contact-3>","<contact-4>"]]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      r."account_id" AS "account_id", r."comment" AS "comment", r."contact_id" AS "contact_id", r."is_assistant" AS "is_assistant",
      r."is_primary" AS "is_primary", r."is_sibling" AS "is_sibling", r."position" AS "position", r."relationship" AS "relationship",
      r."revision" AS "revision"
  ) o
)::text AS j
FROM "contact_account_relations" r
WHERE r.space_id = $1 AND r."id" = $2 AND NOT r."is_deleted";
-- values: ["golden","<row-8>"]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  $4, ($5)::bigint + row_number() OVER () - 1, 'ContactAccountRelation'::text COLLATE "C", r.id, 'updated'::text COLLATE "C",
  (SELECT row_to_json(o) FROM (SELECT json_build_array(r."contact_id", nullif(x.c1, r.id)) AS "contact_id") o)::text,
  nullif(x.c1, r.id), nullif(r."contact_id", nullif(x.c1, r.id)), ($6)::timestamp(6), ($7)::text COLLATE "C", ($8)::uuid,
  ($9)::text COLLATE "C", ($10)::text COLLATE "C", ($11)::text COLLATE "C"
FROM json_to_recordset($2) AS x(c0 uuid, c1 uuid), "contact_account_relations" r
WHERE r.space_id = $1 AND r."contact_id" = x.c0 AND r."contact_id" = ANY($3::uuid[]);
-- values: ["golden","[{\"c0\":\"<contact-3>\",\"c1\":\"<contact-4>\"}]",["<contact-3>"],29,1000000004,"<moment>","<token>",null,"<id-1>",null,null]

UPDATE "contact_account_relations"
SET "contact_id" = nullif(x.c1, "contact_account_relations"."id"), "modified" = CASE WHEN "contact_account_relations"."is_deleted" THEN "contact_account_relations"."modified" ELSE $3 END,
  "revision" = CASE WHEN "contact_account_relations"."is_deleted" THEN "contact_account_relations"."revision" ELSE $4 END
FROM json_to_recordset($2) AS x(c0 uuid, c1 uuid)
WHERE "space_id" = $1 AND "contact_account_relations"."contact_id" = ANY($5::uuid[]) AND "contact_account_relations"."contact_id" = x.c0;
-- values: ["golden","[{\"c0\":\"<contact-3>\",\"c1\":\"<contact-4>\"}]","<moment>",29,["<contact-3>"]]

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
-- values: ["golden","<contact-4>"]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      r."account_id" AS "account_id", r."comment" AS "comment", r."contact_id" AS "contact_id", r."is_assistant" AS "is_assistant",
      r."is_primary" AS "is_primary", r."is_sibling" AS "is_sibling", r."position" AS "position", r."relationship" AS "relationship",
      r."revision" AS "revision"
  ) o
)::text AS j
FROM "contact_account_relations" r
WHERE r.space_id = $1 AND r."contact_id" = $2 AND NOT r."is_deleted";
-- values: ["golden","<contact-4>"]

UPDATE "contacts"
SET "account_position" = $3, "primary_account" = $4, "primary_account_position" = $5, "primary_account_relation_id" = $6,
  "primary_account_relationship" = $7, "modified" = $8, "revision" = $9
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<contact-4>",null,"<account-2>",null,"<row-8>",0,"<moment>",29]

SELECT row_to_json(o) AS j, r.revision AS v
FROM "contacts" r
CROSS JOIN LATERAL (
  SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
    'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", … 55 more, 353033730ce2
) o
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<contact-4>"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES ($1, $2, $3, $4, $5, $6), ($1, $7, $8, $9, $10, $11), ($1, $12, $13, $14, $15, $16)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",-1,1,29,"contact_kpis","",-1,1,29,"contact_account_relations","",0,0,29]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  x.c0, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13
FROM json_to_recordset($2) AS x(c0 bigint, c1 bigint, c2 text, c3 uuid, c4 text, c5 text, c6 uuid, c7 uuid, c8 timestamp(6),
  c9 text, c10 uuid, c11 text, c12 text, c13 text);
-- values: ["golden","[{\"c0\":29,\"c1\":0,\"c2\":\"Contact\",\"c3\":\"<contact-3>\",\"c4\":\"merged_into\",\"c5\":\"{\\\"is_deleted\\\":[false,true],\\\"merged_into\\\":[null,\\\"<contact-4>\\\"]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"},{\"c0\":29,\"c1\":1,\"c2\":\"Contact\",\"c3\":\"<contact-4>\",\"c4\":\"merged_from\",\"c5\":\"{\\\"merged_ids\\\":[[],[\\\"<contact-3>\\\"]]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"},{\"c0\":29,\"c1\":1000000002,\"c2\":\"ContactKPI\",\"c3\":\"<id-2>\",\"c4\":\"deleted\",\"c5\":\"{\\\"is_deleted\\\":[false,true]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"},{\"c0\":29,\"c1\":1000000003,\"c2\":\"Contact\",\"c3\":\"<contact-4>\",\"c4\":\"updated\",\"c5\":\"{\\\"city\\\":[null,\\\"Graz\\\"]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"},{\"c0\":29,\"c1\":2000000004,\"c2\":\"Contact\",\"c3\":\"<contact-4>\",\"c4\":\"updated\",\"c5\":\"{\\\"primary_account\\\":[null,\\\"<account-2>\\\"],\\\"primary_account_relationship\\\":[null,0]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-1>\"}]"]
