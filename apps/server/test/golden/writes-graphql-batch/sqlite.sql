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

INSERT INTO "contacts" ("space_id", "is_delete_protected", "id", "is_deleted", … 46 more, 8d40e4be417d )
VALUES (?1, ?2, ?3, ?4, … 46 more, b1a8b5c62e33 );
-- values: ["golden",0,"<id-1>",0,"<moment>","<moment>",null,null,null,null,"<id-2>",null,null,null,null,null,null,null,null,null,"Lindqvist",null,0,0,0,"Lindqvist",null,null,null,"<owner>",null,null,null,null,null,null,null,"<account-1>",null,"<id-3>",0,null,32,0,null,null,null,"<unit>",null,null]

INSERT INTO "contact_account_relations" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created",
  "account_id", "comment", "contact_id", "is_assistant", "is_primary", "is_sibling", "position", "relationship",
  "revision", "folded")
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16);
-- values: ["golden",0,"<id-3>",0,"<moment>","<moment>","<account-1>",null,"<id-1>",0,1,0,null,0,32,null]

INSERT INTO "contact_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "contact_id", "kpi", "owner_id", "revision", "unit_id", "folded")
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);
-- values: ["golden",0,"<id-4>",0,"<moment>","<moment>","<owner>","<id-1>",1,"<owner>",32,"<unit>",null]

SELECT json_object('lastName', r."last_name", 'city', r."city", 'accountRelations', json_object('rows', CASE WHEN (
  SELECT rqy.id
  FROM "contact_account_relations" rqy
  WHERE rqy.space_id = ?1
  ORDER BY rqy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(json_object('c', json_array(p.id), 'n', json_object('account', (
    SELECT json_object('name', rno."name")
    FROM "accounts" rno
    WHERE rno.space_id = ?1 AND rno.id = rn."account_id"
  )))
  ORDER BY p.seg, p.id ASC, p.id)
  FROM (
    SELECT rq."id" AS id, 0 AS seg
    FROM "contact_account_relations" rq
    WHERE rq.space_id = ?1 AND NOT rq."is_deleted" AND rq."contact_id" = r."id"
    ORDER BY rq."id" ASC
    LIMIT 31
  ) p
  CROSS JOIN "contact_account_relations" rn
  ON rn.space_id = ?1 AND rn.id = p.id
) END, 'bounds', json_object('limit', 30, 'backward', iif(1 = 0, json('true'), json('false')), 'keepLast', NULL,
  'hasAfter', iif(1 = 0, json('true'), json('false')), 'hasBefore', iif(1 = 0, json('true'), json('false'))))) AS j,
  json_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND q."id" IN (?3, ?4)
  ORDER BY q."id" ASC
) p
CROSS JOIN "contacts" r
ON r.space_id = ?1 AND r.id = p.id
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>","<contact-2>"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES (?1, ?2, ?3, ?4, ?5, ?6), (?1, ?7, ?8, ?9, ?10, ?11), (?1, ?12, ?13, ?14, ?15, ?16)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",1,0,32,"contact_account_relations","",1,0,32,"contact_kpis","",1,0,32]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT ?1,
  x.value ->> 0, x.value ->> 1, x.value ->> 2, x.value ->> 3, x.value ->> 4, x.value ->> 5, x.value ->> 6, x.value ->> 7,
  x.value ->> 8, x.value ->> 9, x.value ->> 10, x.value ->> 11, x.value ->> 12, x.value ->> 13
FROM (SELECT value FROM json_each(?2) LIMIT -1) x;
-- values: ["golden","[[32,0,\"Contact\",\"<id-1>\",\"created\",\"{\\\"last_name\\\":[null,\\\"Lindqvist\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"gender\\\":[null,0],\\\"is_archived\\\":[null,false],\\\"is_unsubscribed\\\":[null,false],\\\"share_mode\\\":[null,0],\\\"contact_type_id\\\":[null,\\\"<id-2>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"formatted_name\\\":[null,\\\"Lindqvist\\\"],\\\"primary_account\\\":[null,\\\"<account-1>\\\"],\\\"primary_account_relationship\\\":[null,0]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-5>\",null,null],[32,1,\"ContactAccountRelation\",\"<id-3>\",\"created\",\"{\\\"account_id\\\":[null,\\\"<account-1>\\\"],\\\"is_primary\\\":[null,true],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"is_assistant\\\":[null,false],\\\"is_sibling\\\":[null,false],\\\"relationship\\\":[null,0]}\",\"<id-1>\",null,\"<moment>\",\"<token>\",null,\"<id-5>\",null,null],[32,2,\"ContactKPI\",\"<id-4>\",\"created\",\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,1],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",null,null,\"<moment>\",\"<token>\",null,\"<id-5>\",null,null]]"]
