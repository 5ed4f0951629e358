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

INSERT INTO "contacts" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "account_position",
  "address", "city", "comments", "contact_type_id", "country", "currency_exchange_rates_list_id", "email1", "email2",
  "email3", "email4", "email5", "exchange_entity_id", "first_name", "formatted_name", "gapi_entity_id", "gender",
  "is_archived", "is_unsubscribed", "last_name", "merged_into", "middle_name", "o365_entity_id", "owner_id", "phone1",
  "phone2", "phone3", "phone4", "phone5", "picture_id", "position", "primary_account", "primary_account_position",
  "primary_account_relation_id", "primary_account_relationship", "quick_account_name", "revision", "share_mode",
  "social_media", "state_province", "title", "unit_id", "zip_code", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
  $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45,
  $46, $47, $48, $49, $50);
-- values: ["golden",false,"<id-1>",false,"<moment>","<moment>",null,null,null,null,"<id-2>",null,null,null,null,null,null,null,null,null,"Lindqvist",null,0,false,false,"Lindqvist",null,null,null,"<owner>",null,null,null,null,null,null,null,"<account-1>",null,"<id-3>",0,null,33,0,null,null,null,"<unit>",null,null]

INSERT INTO "contact_account_relations" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created",
  "account_id", "comment", "contact_id", "is_assistant", "is_primary", "is_sibling", "position", "relationship",
  "revision", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);
-- values: ["golden",false,"<id-1>",false,"<moment>","<moment>","<account-1>",null,"<id-2>",false,true,false,null,0,33,null]

INSERT INTO "contact_kpis" ("space_id", "is_delete_protected", "id", "is_deleted", "modified", "created", "client_id",
  "contact_id", "kpi", "owner_id", "revision", "unit_id", "folded")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);
-- values: ["golden",false,"<id-1>",false,"<moment>","<moment>","<owner>","<id-2>",1,"<owner>",33,"<unit>",null]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."last_name" AS "lastName", r."city" AS "city", (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT coalesce(json_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT json_build_array(p.id) AS "c", (
                SELECT row_to_json(o)
                FROM (
                  SELECT (
                    SELECT (
                      SELECT row_to_json(o)
                      FROM (
                        SELECT rno."name" AS "name"
                      ) o
                    )
                    FROM "accounts" rno
                    WHERE rno.space_id = $1 AND rno.id = rn."account_id"
                  ) AS "account"
                ) o
              ) AS "n"
            ) o
          )
          ORDER BY p.seg, p.id ASC, p.id), '[]'::json)
          FROM (
            SELECT rq."id" AS id, 0 AS seg
            FROM "contact_account_relations" rq
            WHERE rq.space_id = $1 AND NOT rq."is_deleted" AND rq."contact_id" = r."id"
            ORDER BY rq."id" ASC
            LIMIT $3
          ) p
          JOIN "contact_account_relations" rn
          ON rn.space_id = $1 AND rn.id = p.id
        ) AS "rows", (
          SELECT row_to_json(o)
          FROM (
            SELECT 30 AS "limit", (1 = 0) AS "backward", NULL AS "keepLast", (1 = 0) AS "hasAfter", (1 = 0) AS "hasBefore"
          ) o
        ) AS "walk"
      ) o
    ) AS "accountRelations"
  ) o
)::text AS j, json_build_array(p.id)::text AS c
FROM (
  SELECT q."id" AS id, 0 AS seg
  FROM "contacts" q
  WHERE q.space_id = $1 AND NOT q."is_deleted" AND q."id" IN ($4, $5)
  ORDER BY q."id" ASC
) p
JOIN "contacts" r
ON r.space_id = $1 AND r.id = p.id
WHERE $2::text IS NOT NULL
ORDER BY p.seg, p.id ASC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",31,"<id-1>","<contact-2>"]
