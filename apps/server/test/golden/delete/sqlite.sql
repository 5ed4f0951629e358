SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', iif(r."is_delete_protected" IS NULL,
  NULL, 'false'))), 'id', r."id", 'is_deleted', json(iif(r."is_deleted", 'true', iif(r."is_deleted" IS NULL, NULL,
  'false'))), 'modified', r."modified", 'created', r."created", 'account_position', r."account_position", 'address',
  r."address", 'city', r."city", 'comments', r."comments", 'contact_type_id', r."contact_type_id", 'country', r."country",
  'currency_exchange_rates_list_id', r."currency_exchange_rates_list_id", 'email1', r."email1", 'email2', r."email2",
  'email3', r."email3", 'email4', r."email4", 'email5', r."email5", 'exchange_entity_id', r."exchange_entity_id",
  'first_name', r."first_name", 'formatted_name', r."formatted_name", 'gapi_entity_id', r."gapi_entity_id", 'gender',
  r."gender", 'is_archived', json(iif(r."is_archived", 'true', iif(r."is_archived" IS NULL, NULL, 'false'))), 'is_unsubscribed',
  json(iif(r."is_unsubscribed", 'true', iif(r."is_unsubscribed" IS NULL, NULL, 'false'))), 'last_name', r."last_name",
  'merged_into', r."merged_into", 'middle_name', r."middle_name", 'o365_entity_id', r."o365_entity_id", 'owner_id',
  r."owner_id", 'phone1', r."phone1", 'phone2', r."phone2", 'phone3', r."phone3", 'phone4', r."phone4", 'phone5',
  r."phone5", 'picture_id', r."picture_id", 'position', r."position", 'primary_account', r."primary_account", 'primary_account_position',
  r."primary_account_position", 'primary_account_relation_id', r."primary_account_relation_id", 'primary_account_relationship',
  r."primary_account_relationship", 'quick_account_name', r."quick_account_name", 'revision', r."revision", 'share_mode',
  r."share_mode", 'social_media', r."social_media", 'state_province', r."state_province", 'title', r."title", 'unit_id',
  r."unit_id", 'zip_code', r."zip_code") AS j
FROM "contacts" r
WHERE r.space_id = ?1 AND r."id" = ?2 AND NOT r."is_deleted";
-- values: ["golden","<contact-1>"]

UPDATE "spaces"
SET "revision" = "revision" + 1
WHERE "space_id" = ?1
RETURNING "revision" AS v, "metadata_revision" AS m;
-- values: ["golden"]

UPDATE "contacts"
SET "is_deleted" = ?3, "modified" = ?4, "revision" = ?5
WHERE "space_id" = ?1 AND "id" = ?2;
-- values: ["golden","<contact-1>",1,"<moment>",27]

UPDATE "contact_account_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "contact_account_account_role_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_account_relation_id" IN (
  SELECT p1."id"
  FROM "contact_account_relations" p1
  WHERE p1.space_id = ?1 AND p1."contact_id" = ?2 AND p1."is_deleted" AND p1."revision" = ?4
) AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "cloud_object_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "contact_sharing_client_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "contact_sharing_sales_unit_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "profile_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]

UPDATE "tag_relations"
SET "is_deleted" = TRUE, "modified" = ?3, "revision" = ?4
WHERE "space_id" = ?1 AND "contact_id" = ?2 AND NOT "is_deleted";
-- values: ["golden","<contact-1>","<moment>",27]
