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

INSERT INTO "contacts" ("space_id", "is_delete_protected", "id", "is_deleted", … 46 more, 8d40e4be417d )
VALUES ($1, $2, $3, $4, … 46 more, bc2d8ad4681c );
-- values: ["golden",false,"<id-1>",false,"<moment>","<moment>",null,null,null,null,"<id-2>",null,null,null,null,null,null,null,null,null,"Lindqvist",null,0,false,false,"Lindqvist",null,null,null,"<owner>",null,null,null,null,null,null,null,"<account-1>",null,"<id-3>",0,null,32,0,null,null,null,"<unit>",null,null]

INSERT INTO "contact_account_relations" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created",
  "account_id", "comment", "contact_id", "is_assistant", "is_primary", "is_sibling", "position", "relationship",
  "revision", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
-- values: ["golden",false,"<id-3>",false,"<moment>","<moment>","<account-1>",null,"<id-1>",false,true,false,null,0,32,null]

INSERT INTO "contact_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "contact_id", "kpi", "owner_id", "revision", "unit_id", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);
-- values: ["golden",false,"<id-4>",false,"<moment>","<moment>","<owner>","<id-1>",1,"<owner>",32,"<unit>",null]

SELECT row_to_json(o) AS j, json_build_array(p.id) AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."id" IN ($3, $4)
  ORDER BY q."id" ASC
) p
JOIN "contacts" r
ON r.space_id = $1 AND r.id = p.id
CROSS JOIN LATERAL (
  SELECT r."last_name" AS "lastName", r."city" AS "city", (
    SELECT row_to_json(o)
    FROM (
      SELECT CASE WHEN (SELECT rqy.id FROM "contact_account_relations" rqy WHERE rqy.space_id = $1 ORDER BY rqy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT json_build_array(p.id) AS "c", (
              SELECT row_to_json(o)
              FROM (
                SELECT (
                  SELECT row_to_json(o)
                  FROM "accounts" rno
                  CROSS JOIN LATERAL (SELECT rno."name" AS "name") o
                  WHERE rno.space_id = $1 AND rno.id = rn."account_id"
                ) AS "account"
              ) o
            ) AS "n"
          ) o
        )
        FROM (
          SELECT rq."id" AS id, 0 AS seg
          FROM "contact_account_relations" rq
          WHERE rq.space_id = $1 AND NOT rq."is_deleted" AND rq."contact_id" = r."id"
          ORDER BY rq."id" ASC
          LIMIT 31
        ) p
        JOIN "contact_account_relations" rn
        ON rn.space_id = $1 AND rn.id = p.id
        ORDER BY p.seg, p.id ASC, p.id
      )) END AS "rows", (
        SELECT row_to_json(o)
        FROM (SELECT 30 AS "limit", (1 = 0) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter", (1 = 0) AS "hasBefore") o
      ) AS "bounds"
    ) o
  ) AS "accountRelations"
) o
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<id-1>","<contact-2>"]

INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision")
VALUES ($1, $2, $3, $4, $5, $6), ($1, $7, $8, $9, $10, $11), ($1, $12, $13, $14, $15, $16)
ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE
SET "living" = "collections"."living" + excluded."living", "deleted" = "collections"."deleted" + excluded."deleted",
  "revision" = excluded."revision";
-- values: ["golden","contacts","",1,0,32,"contact_account_relations","",1,0,32,"contact_kpis","",1,0,32]

INSERT INTO "changes" ("space_id", "revision", "position", "entity_type", "record_id", "act", "members", "owner_id",
  "other_owner_id", "changed_at", "token", "client_id", "request_id", "idempotency_key", "skip_key") SELECT $1,
  x.c0, x.c1, x.c2, x.c3, x.c4, x.c5, x.c6, x.c7, x.c8, x.c9, x.c10, x.c11, x.c12, x.c13
FROM json_to_recordset($2) AS x(c0 bigint, c1 bigint, c2 text, c3 uuid, c4 text, c5 text, c6 uuid, c7 uuid, c8 timestamp(6),
  c9 text, c10 uuid, c11 text, c12 text, c13 text);
-- values: ["golden","[{\"c0\":32,\"c1\":0,\"c2\":\"Contact\",\"c3\":\"<id-1>\",\"c4\":\"created\",\"c5\":\"{\\\"last_name\\\":[null,\\\"Lindqvist\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"gender\\\":[null,0],\\\"is_archived\\\":[null,false],\\\"is_unsubscribed\\\":[null,false],\\\"share_mode\\\":[null,0],\\\"contact_type_id\\\":[null,\\\"<id-2>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"formatted_name\\\":[null,\\\"Lindqvist\\\"],\\\"primary_account\\\":[null,\\\"<account-1>\\\"],\\\"primary_account_relationship\\\":[null,0]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-5>\"},{\"c0\":32,\"c1\":1,\"c2\":\"ContactAccountRelation\",\"c3\":\"<id-3>\",\"c4\":\"created\",\"c5\":\"{\\\"account_id\\\":[null,\\\"<account-1>\\\"],\\\"is_primary\\\":[null,true],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false],\\\"created\\\":[null,\\\"<moment>\\\"],\\\"is_assistant\\\":[null,false],\\\"is_sibling\\\":[null,false],\\\"relationship\\\":[null,0]}\",\"c6\":\"<id-1>\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-5>\"},{\"c0\":32,\"c1\":2,\"c2\":\"ContactKPI\",\"c3\":\"<id-4>\",\"c4\":\"created\",\"c5\":\"{\\\"created\\\":[null,\\\"<moment>\\\"],\\\"kpi\\\":[null,1],\\\"contact_id\\\":[null,\\\"<id-1>\\\"],\\\"client_id\\\":[null,\\\"<owner>\\\"],\\\"owner_id\\\":[null,\\\"<owner>\\\"],\\\"unit_id\\\":[null,\\\"<unit>\\\"],\\\"is_delete_protected\\\":[null,false],\\\"is_deleted\\\":[null,false]}\",\"c8\":\"<moment>\",\"c9\":\"<token>\",\"c11\":\"<id-5>\"}]"]
