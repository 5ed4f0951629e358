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
-- values: ["golden","<contact-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = $1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "is_deleted" = $3, "modified" = $4, "revision" = $5
WHERE "space_id" = $1 AND "id" = $2;
-- values: ["golden","<contact-1>",true,"<moment>",27]

UPDATE "contact_account_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "contact_account_account_role_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_account_relation_id" IN (
  SELECT p1."id"
  FROM "contact_account_relations" p1
  WHERE p1.space_id = $1 AND p1."contact_id" = $2 AND p1."is_deleted" AND p1."revision" = $4
) AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "cloud_object_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "contact_sharing_client_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "contact_sharing_sales_unit_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "profile_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "tag_relations"
SET "is_deleted" = TRUE, "modified" = $3, "revision" = $4
WHERE "space_id" = $1 AND "contact_id" = $2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]
