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

INSERT INTO "contacts" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "account_position",
  "address", "city", "comments", "contact_type_id", "country", "currency_exchange_rates_list_id", "email1", "email2",
  "email3", "email4", "email5", "exchange_entity_id", "first_name", "formatted_name", "gapi_entity_id", "gender",
  "is_archived", "is_unsubscribed", "last_name", "merged_into", "middle_name", "o365_entity_id", "owner_id", "phone1",
  "phone2", "phone3", "phone4", "phone5", "picture_id", "position", "primary_account", "primary_account_position",
  "primary_account_relation_id", "primary_account_relationship", "quick_account_name", "revision", "share_mode",
  "social_media", "state_province", "title", "unit_id", "zip_code", "folded")
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
  ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40, ?41, ?42, ?43, ?44, ?45,
  ?46, ?47, ?48, ?49, ?50);
-- values: ["golden",0,"<id-1>",0,"<moment>","<moment>","Head",null,null,null,"<id-2>",null,null,null,null,null,null,null,null,"Ada","Ada Ünal",null,0,0,0,"Ünal",null,null,null,"<owner>",null,null,null,null,null,null,null,"<account-1>","Head","<id-3>",0,null,25,0,null,null,null,"<unit>",null,"{\"formatted_name\":\"ada ünal\",\"last_name\":\"ünal\"}"]

INSERT INTO "contact_account_relations" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created",
  "account_id", "comment", "contact_id", "is_assistant", "is_primary", "is_sibling", "position", "relationship",
  "revision", "folded")
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16);
-- values: ["golden",0,"<id-3>",0,"<moment>","<moment>","<account-1>",null,"<id-1>",0,1,0,"Head",0,25,null]

INSERT INTO "contact_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "contact_id", "kpi", "owner_id", "revision", "unit_id", "folded")
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);
-- values: ["golden",0,"<id-4>",0,"<moment>","<moment>","<owner>","<id-1>",1,"<owner>",25,"<unit>",null]

SELECT json_object('account_relations', (
  SELECT json_group_array(?2 || 'ContactAccountRelations/' || rm."id")
  FROM "contact_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'primary_account_account_roles', (
  SELECT json_group_array(?2 || 'ContactAccountAccountRoleRelations/' || rm."id")
  FROM "contact_account_account_role_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_account_relation_id" = r."primary_account_relation_id" AND NOT rm."is_deleted"
)) AS j, r.revision AS v
FROM "contacts" r
WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted AND ?2 IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?7, ?8, ?9, ?10, ?11), (?1, ?12, ?13, ?14, ?15, ?16)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",1,0,25,"contact_account_relations","",1,0,25,"contact_kpis","",1,0,25]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[25,0,\"Contact\",\"<id-1>\",\"created\",\"{\\\"first_name\\\":[null,\\\"Ada\\\"],\\\"last_name\\\":[null,\\\"Ünal\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"gender\\\":[null,0],\\\"is_archived\\\":[null,false],\\\"is_unsubscribed\\\":[null,false],\\\"share_mode\\\":[null,0],\\\"contact_type_id\\\":[null,\\\"<id-2>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"account_position\\\":[null,\\\"Head\\\"],\\\"formatted_name\\\":[null,\\\"Ada Ünal\\\"],\\\"primary_account\\\":[null,\\\"<account-1>\\\"],\\\"primary_account_position\\\":[null,\\\"Head\\\"],\\\"primary_account_relationship\\\":[null,0]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-5>\",null,null],[25,1,\"ContactAccountRelation\",\"<id-3>\",\"created\",\"{\\\"account_id\\\":[null,\\\"<account-1>\\\"],\\\"is_primary\\\":[null,true],\\\"position\\\":[null,\\\"Head\\\"],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"is_assistant\\\":[null,false],\\\"is_sibling\\\":[null,false],\\\"relationship\\\":[null,0]}\",\"<id-1>\",null,\"<moment>\",\"<token>\",null,\"<id-5>\",null,null],[25,2,\"ContactKPI\",\"<id-4>\",\"created\",\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,1],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-5>\",null,null]]"]
