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
WHERE r.space_id = $1 AND r."id" = ANY($2::uuid[])
ORDER BY r.id FOR NO KEY UPDATE OF r;
-- values: ["golden",["<contact-3>","<contact-4>"]]

SELECT CASE WHEN EXISTS (
  SELECT 1
  FROM "contacts" r
  WHERE r.space_id = $1 AND r."merged_into" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f0, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_kpis" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f1, CASE WHEN EXISTS (
  SELECT 1
  FROM "emails" r
  WHERE r.space_id = $1 AND r."sender_contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f2, CASE WHEN EXISTS (
  SELECT 1
  FROM "leads" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f3, CASE WHEN EXISTS (
  SELECT 1
  FROM "notes" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f4, CASE WHEN EXISTS (
  SELECT 1
  FROM "opportunities" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f5, CASE WHEN EXISTS (
  SELECT 1
  FROM "projects" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f6, CASE WHEN EXISTS (
  SELECT 1
  FROM "quotes" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f7, CASE WHEN EXISTS (
  SELECT 1
  FROM "activity_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f8, CASE WHEN EXISTS (
  SELECT 1
  FROM "appointment_contact_invitees_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f9, CASE WHEN EXISTS (
  SELECT 1
  FROM "client_favorites" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f10, CASE WHEN EXISTS (
  SELECT 1
  FROM "cloud_object_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f11, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_account_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f12, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_relations" r
  WHERE r.space_id = $1 AND r."contact1_id" = ANY($2::uuid[])
) OR EXISTS (
  SELECT 1
  FROM "contact_relations" r
  WHERE r.space_id = $1 AND r."contact2_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f13, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_sharing_client_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f14, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_sharing_sales_unit_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f15, CASE WHEN EXISTS (
  SELECT 1
  FROM "lead_oppty_contact_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f16, CASE WHEN EXISTS (
  SELECT 1
  FROM "message_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f17, CASE WHEN EXISTS (
  SELECT 1
  FROM "profile_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f18, CASE WHEN EXISTS (
  SELECT 1
  FROM "project_contact_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f19, CASE WHEN EXISTS (
  SELECT 1
  FROM "quote_contact_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f20, CASE WHEN EXISTS (
  SELECT 1
  FROM "tag_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f21;
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
-- values: ["golden",["<contact-3>"],"<moment>",30,"<contact-4>"]

SELECT CASE WHEN EXISTS (
  SELECT 1
  FROM "contacts" r
  WHERE r.space_id = $1 AND r."merged_into" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f0, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_kpis" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f1, CASE WHEN EXISTS (
  SELECT 1
  FROM "emails" r
  WHERE r.space_id = $1 AND r."sender_contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f2, CASE WHEN EXISTS (
  SELECT 1
  FROM "leads" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f3, CASE WHEN EXISTS (
  SELECT 1
  FROM "notes" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f4, CASE WHEN EXISTS (
  SELECT 1
  FROM "opportunities" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f5, CASE WHEN EXISTS (
  SELECT 1
  FROM "projects" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f6, CASE WHEN EXISTS (
  SELECT 1
  FROM "quotes" r
  WHERE r.space_id = $1 AND r."primary_contact" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f7, CASE WHEN EXISTS (
  SELECT 1
  FROM "activity_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f8, CASE WHEN EXISTS (
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
) OR EXISTS (
  SELECT 1
  FROM "contact_relations" r
  WHERE r.space_id = $1 AND r."contact2_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f11, CASE WHEN EXISTS (
  SELECT 1
  FROM "lead_oppty_contact_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f12, CASE WHEN EXISTS (
  SELECT 1
  FROM "message_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f13, CASE WHEN EXISTS (
  SELECT 1
  FROM "project_contact_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f14, CASE WHEN EXISTS (
  SELECT 1
  FROM "quote_contact_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f15;
-- values: ["golden",["<contact-3>"]]

UPDATE "contact_kpis"
SET "is_deleted" = TRUE, "modified" = $2, "revision" = $3
WHERE "space_id" = $1 AND "contact_kpis"."contact_id" = ANY($4::uuid[]) AND NOT "contact_kpis"."is_deleted";
-- values: ["golden","<moment>",30,["<contact-3>"]]

UPDATE "contact_kpis"
SET "contact_id" = nullif(x.c1, "contact_kpis"."id"), "modified" = CASE WHEN "contact_kpis"."is_deleted" THEN "contact_kpis"."modified" ELSE $3 END,
  "revision" = CASE WHEN "contact_kpis"."is_deleted" THEN "contact_kpis"."revision" ELSE $4 END
FROM json_to_recordset($2) AS x(c0 uuid, c1 uuid)
WHERE "space_id" = $1 AND "contact_kpis"."contact_id" = ANY($5::uuid[]) AND "contact_kpis"."contact_id" = x.c0;
-- values: ["golden","[{\"c0\":\"<contact-3>\",\"c1\":\"<contact-4>\"}]","<moment>",30,["<contact-3>"]]

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
ORDER BY r.id FOR NO KEY UPDATE OF r NOWAIT;
-- values: ["golden","<contact-4>"]

UPDATE "contacts"
SET "city" = $3, "folded" = $4, "modified" = $5, "revision" = $6
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<contact-4>","Graz",null,"<moment>",30]

SELECT CASE WHEN EXISTS (
  SELECT 1
  FROM "cloud_object_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f0, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_account_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f1, CASE WHEN EXISTS (
  SELECT 1
  FROM "contact_sharing_client_relations" r
  WHERE r.space_id = $1 AND r."contact_id" = ANY($2::uuid[])
) THEN 1 ELSE 0 END AS f2, CASE WHEN EXISTS (
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

UPDATE "contact_account_relations"
SET "contact_id" = nullif(x.c1, "contact_account_relations"."id"), "modified" = CASE WHEN "contact_account_relations"."is_deleted" THEN "contact_account_relations"."modified" ELSE $3 END,
  "revision" = CASE WHEN "contact_account_relations"."is_deleted" THEN "contact_account_relations"."revision" ELSE $4 END
FROM json_to_recordset($2) AS x(c0 uuid, c1 uuid)
WHERE "space_id" = $1 AND "contact_account_relations"."contact_id" = ANY($5::uuid[]) AND "contact_account_relations"."contact_id" = x.c0;
-- values: ["golden","[{\"c0\":\"<contact-3>\",\"c1\":\"<contact-4>\"}]","<moment>",30,["<contact-3>"]]

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
-- values: ["golden","<contact-4>",null,"<account-2>",null,"<row-8>",0,"<moment>",30]

SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      $2::text || 'ContactTypes/' || r."contact_type_id" AS "contact_type", $2::text || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list",
      $2::text || 'Clients/' || r."owner_id" AS "owner", $2::text || 'CloudObjects/' || r."picture_id" AS "picture",
      $2::text || 'Accounts/' || r."primary_account" AS "primary_account", $2::text || 'ContactSocialRelations/' || r."social_media" AS "social_media",
      $2::text || 'SalesUnits/' || r."unit_id" AS "unit", r."account_position" AS "account_position", (
      SELECT coalesce(json_agg($2::text || 'ContactAccountRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "contact_account_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ) AS "account_relations", r."address" AS "address", r."city" AS "city", r."comments" AS "comments", r."contact_type_id" AS "contact_type_id",
      r."country" AS "country", r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id", (
      SELECT coalesce(json_agg($2::text || 'CloudObjectRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "cloud_object_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ) AS "documents", r."email1" AS "email1", r."email2" AS "email2", r."email3" AS "email3", r."email4" AS "email4",
      r."email5" AS "email5", r."exchange_entity_id" AS "exchange_entity_id", r."first_name" AS "first_name", r."formatted_name" AS "formatted_name",
      r."gapi_entity_id" AS "gapi_entity_id", r."gender" AS "gender", r."is_archived" AS "is_archived", FALSE AS "is_favorite",
      r."is_unsubscribed" AS "is_unsubscribed", r."last_name" AS "last_name", r."middle_name" AS "middle_name",
      r."o365_entity_id" AS "o365_entity_id", r."owner_id" AS "owner_id", r."phone1" AS "phone1", r."phone2" AS "phone2",
      r."phone3" AS "phone3", r."phone4" AS "phone4", r."phone5" AS "phone5", r."picture_id" AS "picture_id", r."position" AS "position",
      (
      SELECT coalesce(json_agg($2::text || 'ContactAccountAccountRoleRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "contact_account_account_role_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_account_relation_id" = r."primary_account_relation_id" AND NOT rm."is_deleted"
    ) AS "primary_account_account_roles", r."primary_account_position" AS "primary_account_position", r."primary_account_relationship" AS "primary_account_relationship",
      r."quick_account_name" AS "quick_account_name", r."revision" AS "revision", r."share_mode" AS "share_mode",
      (
      SELECT coalesce(json_agg($2::text || 'ContactSharingClientRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "contact_sharing_client_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ) AS "sharing_clients", (
      SELECT coalesce(json_agg($2::text || 'ContactSharingSalesUnitRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "contact_sharing_sales_unit_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ) AS "sharing_units", r."state_province" AS "state_province", (
      SELECT coalesce(json_agg($2::text || 'ProfileRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "profile_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ) AS "static_profiles", (
      SELECT coalesce(json_agg($2::text || 'TagRelations/' || rm."id"
      ORDER BY rm.id), '[]'::json)
      FROM "tag_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ) AS "tags", r."title" AS "title", r."unit_id" AS "unit_id", r."zip_code" AS "zip_code"
  ) o
)::text AS j, r.revision AS v
FROM "contacts" r
WHERE r.space_id = $1 AND r.id = $3 AND NOT r.is_deleted AND $2::text IS NOT NULL;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<contact-4>"]
