SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", … 92 more, 00277287deb3 ) AS j
FROM "contacts" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<contact-2>"]

SELECT (SELECT t.id FROM "contact_types" t WHERE t.space_id = ?1 AND NOT t."is_deleted" ORDER BY t.id LIMIT 1) AS f0,
  (SELECT t."default_unit_id" FROM "clients" t WHERE t.space_id = ?1 AND t.id = ?2) AS f1, (
  SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END
  FROM "clients" t
  WHERE t.space_id = ?1 AND t.id = ?3
) AS f2, (SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END FROM "accounts" t WHERE t.space_id = ?1 AND t.id = ?4) AS f3;
-- values: ["golden","<owner>","<owner>","<account-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "city" = ?3, "folded" = ?4, "modified" = ?5, "revision" = ?6
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<contact-2>","York",null,"<moment>",28]

INSERT INTO "contacts" ("space_id", "is_delete_protected", "id", "is_deleted", … 46 more, 8d40e4be417d ) SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, … 46 more, 8a0c692ca083
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[0,\"<id-1>\",0,\"<moment>\",\"<moment>\",null,null,null,null,\"<id-2>\",null,null,null,null,null,null,null,null,null,\"Lindqvist\",null,0,0,0,\"Lindqvist\",null,null,null,\"<owner>\",null,null,null,null,null,null,null,\"<account-1>\",null,\"<id-3>\",0,null,28,0,null,null,null,\"<unit>\",null,null],[0,\"<id-4>\",0,\"<moment>\",\"<moment>\",null,null,null,null,\"<id-2>\",null,null,null,null,null,null,null,null,null,\"Mbeki\",null,0,0,0,\"Mbeki\",null,null,null,\"<owner>\",null,null,null,null,null,null,null,null,null,null,null,null,28,0,null,null,null,\"<unit>\",null,null]]"]

INSERT INTO "contact_account_relations" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created",
  "account_id", "comment", "contact_id", "is_assistant", "is_primary", "is_sibling", "position", "relationship",
  "revision", "folded")
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16);
-- values: ["golden",0,"<id-3>",0,"<moment>","<moment>","<account-1>",null,"<id-1>",0,1,0,null,0,28,null]

INSERT INTO "contact_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "contact_id", "kpi", "owner_id", "revision", "unit_id", "folded") SELECT ?1, x.value ->> 0, x.value ->> 1, x.value ->> 2,
  x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7, x.value ->> 8, x.value ->> 9, x.value ->> 10,
  x.value ->> 11
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[0,\"<id-5>\",0,\"<moment>\",\"<moment>\",\"<owner>\",\"<id-1>\",1,\"<owner>\",28,\"<unit>\",null],[0,\"<id-6>\",0,\"<moment>\",\"<moment>\",\"<owner>\",\"<id-4>\",1,\"<owner>\",28,\"<unit>\",null]]"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?7, ?8, ?9, ?10, ?11), (?1, ?12, ?13, ?14, ?15, ?16)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",2,0,28,"contact_account_relations","",1,0,28,"contact_kpis","",2,0,28]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[28,0,\"Contact\",\"<contact-2>\",\"updated\",\"{\\\"city\\\":[\\\"Leeds\\\",\\\"York\\\"]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-7>\",null,null],[28,1,\"Contact\",\"<id-1>\",\"created\",\"{\\\"last_name\\\":[null,\\\"Lindqvist\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"gender\\\":[null,0],\\\"is_archived\\\":[null,false],\\\"is_unsubscribed\\\":[null,false],\\\"share_mode\\\":[null,0],\\\"contact_type_id\\\":[null,\\\"<id-2>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"formatted_name\\\":[null,\\\"Lindqvist\\\"],\\\"primary_account\\\":[null,\\\"<account-1>\\\"],\\\"primary_account_relationship\\\":[null,0]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-7>\",null,null],[28,2,\"Contact\",\"<id-4>\",\"created\",\"{\\\"last_name\\\":[null,\\\"Mbeki\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"gender\\\":[null,0],\\\"is_archived\\\":[null,false],\\\"is_unsubscribed\\\":[null,false],\\\"share_mode\\\":[null,0],\\\"contact_type_id\\\":[null,\\\"<id-2>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"formatted_name\\\":[null,\\\"Mbeki\\\"]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-7>\",null,null],[28,3,\"ContactAccountRelation\",\"<id-3>\",\"created\",\"{\\\"account_id\\\":[null,\\\"<account-1>\\\"],\\\"is_primary\\\":[null,true],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"is_assistant\\\":[null,false],\\\"is_sibling\\\":[null,false],\\\"relationship\\\":[null,0]}\",\"<id-1>\",null,\"<moment>\",\"<token>\",null,\"<id-7>\",null,null],[28,4,\"ContactKPI\",\"<id-5>\",\"created\",\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,1],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-7>\",null,null],[28,5,\"ContactKPI\",\"<id-6>\",\"created\",\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,1],\\\"contact_id\\\":[null,\\\"<id-4>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-7>\",null,null]]"]
