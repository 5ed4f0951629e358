SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", … 44 more, 7ce7f3c9e367
  ) o
)::text AS j
FROM "contacts" r
WHERE r.space_id = $1 AND r."id" = $2 AND NOT r."is_deleted"
ORDER BY r.id FOR NO KEY UPDATE OF r;
-- values: ["golden","<contact-2>"]

SELECT (SELECT t.id FROM "contact_types" t WHERE t.space_id = $1 AND NOT t."is_deleted" ORDER BY t.id LIMIT 1) AS f0,
  (SELECT t."default_unit_id" FROM "clients" t WHERE t.space_id = $1 AND t.id = $2) AS f1, (
  SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END
  FROM "clients" t
  WHERE t.space_id = $1 AND t.id = $3
) AS f2, (SELECT CASE WHEN t."is_deleted" THEN 'deleted' ELSE 'present' END FROM "accounts" t WHERE t.space_id = $1 AND t.id = $4) AS f3,
  (SELECT s."revision" FROM "spaces" s WHERE s.space_id = $1) AS seen_at;
-- values: ["golden","<owner>","<owner>","<account-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = $1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "city" = $3, "folded" = $4, "modified" = $5, "revision" = $6
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<contact-2>","York",null,"<moment>",28]

INSERT INTO "contacts" ("space_id", "is_delete_protected", "id", "is_deleted", … 46 more, 8d40e4be417d ) SELECT $1,
  x.c0, x.c1, x.c2, … 46 more, a11a9b93b4e7
FROM json_to_recordset($2) AS x(c0 boolean, c1 uuid, c2 boolean, c3 timestamp(6), … 45 more, 39f861c1d0ca );
-- values: ["golden","[{\"c0\":false,\"c1\":\"<id-1>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c9\":\"<id-2>\",\"c19\":\"Lindqvist\",\"c21\":0,\"c22\":false,\"c23\":false,\"c24\":\"Lindqvist\",\"c28\":\"<owner>\",\"c36\":\"<account-1>\",\"c38\":\"<id-3>\",\"c39\":0,\"c41\":28,\"c42\":0,\"c46\":\"<unit>\"},{\"c0\":false,\"c1\":\"<id-4>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c9\":\"<id-2>\",\"c19\":\"Mbeki\",\"c21\":0,\"c22\":false,\"c23\":false,\"c24\":\"Mbeki\",\"c28\":\"<owner>\",\"c41\":28,\"c42\":0,\"c46\":\"<unit>\"}]"]

INSERT INTO "contact_account_relations" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created",
  "account_id", "comment", "contact_id", "is_assistant", "is_primary", "is_sibling", "position", "relationship",
  "revision", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
-- values: ["golden",false,"<id-3>",false,"<moment>","<moment>","<account-1>",null,"<id-1>",false,true,false,null,0,28,null]

INSERT INTO "contact_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "contact_id", "kpi", "owner_id", "revision", "unit_id", "folded") SELECT $1, x.c0, x.c1, x.c2, x.c3, x.c4, x.c5,
  x.c6, x.c7, x.c8, x.c9, x.c10, x.c11::json
FROM json_to_recordset($2) AS x(c0 boolean, c1 uuid, c2 boolean, c3 timestamp(6), c4 timestamp(6), c5 uuid, c6 uuid,
  c7 bigint, c8 uuid, c9 bigint, c10 uuid, c11 text);
-- values: ["golden","[{\"c0\":false,\"c1\":\"<id-5>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":\"<id-1>\",\"c7\":1,\"c8\":\"<owner>\",\"c9\":28,\"c10\":\"<unit>\"},{\"c0\":false,\"c1\":\"<id-6>\",\"c2\":false,\"c3\":\"<moment>\",\"c4\":\"<moment>\",\"c5\":\"<owner>\",\"c6\":\"<id-4>\",\"c7\":1,\"c8\":\"<owner>\",\"c9\":28,\"c10\":\"<unit>\"}]"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES ($1, $2, $3, $4, $5, $6), ($1, $7, $8, $9, $10, $11), ($1, $12, $13, $14, $15, $16)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",2,0,28,"contact_account_relations","",1,0,28,"contact_kpis","",2,0,28]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  x.c0, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13
FROM json_to_recordset($2) AS x(c0 bigint, c1 bigint, c2 text, c3 uuid, c4 text, c5 text, c6 uuid, c7 uuid, c8 timestamp(6),
  c9 text, c10 uuid, c11 text, c12 text, c13 text);
-- values: ["golden","[{\"c0\":28,\"c1\":0,\"c2\":\"Contact\",\"c3\":\"<contact-2>\",\"c4\":\"updated\",\"c5\":\"{\\\"city\\\":[\\\"Leeds\\\",\\\"York\\\"]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-7>\"},{\"c0\":28,\"c1\":1,\"c2\":\"Contact\",\"c3\":\"<id-1>\",\"c4\":\"created\",\"c5\":\"{\\\"last_name\\\":[null,\\\"Lindqvist\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"gender\\\":[null,0],\\\"is_archived\\\":[null,false],\\\"is_unsubscribed\\\":[null,false],\\\"share_mode\\\":[null,0],\\\"contact_type_id\\\":[null,\\\"<id-2>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"formatted_name\\\":[null,\\\"Lindqvist\\\"],\\\"primary_account\\\":[null,\\\"<account-1>\\\"],\\\"primary_account_relationship\\\":[null,0]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-7>\"},{\"c0\":28,\"c1\":2,\"c2\":\"Contact\",\"c3\":\"<id-4>\",\"c4\":\"created\",\"c5\":\"{\\\"last_name\\\":[null,\\\"Mbeki\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"gender\\\":[null,0],\\\"is_archived\\\":[null,false],\\\"is_unsubscribed\\\":[null,false],\\\"share_mode\\\":[null,0],\\\"contact_type_id\\\":[null,\\\"<id-2>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"formatted_name\\\":[null,\\\"Mbeki\\\"]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-7>\"},{\"c0\":28,\"c1\":3,\"c2\":\"ContactAccountRelation\",\"c3\":\"<id-3>\",\"c4\":\"created\",\"c5\":\"{\\\"account_id\\\":[null,\\\"<account-1>\\\"],\\\"is_primary\\\":[null,true],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"is_assistant\\\":[null,false],\\\"is_sibling\\\":[null,false],\\\"relationship\\\":[null,0]}\",\"c6\":\"<id-1>\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-7>\"},{\"c0\":28,\"c1\":4,\"c2\":\"ContactKPI\",\"c3\":\"<id-5>\",\"c4\":\"created\",\"c5\":\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,1],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-7>\"},{\"c0\":28,\"c1\":5,\"c2\":\"ContactKPI\",\"c3\":\"<id-6>\",\"c4\":\"created\",\"c5\":\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,1],\\\"contact_id\\\":[null,\\\"<id-4>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-7>\"}]"]
