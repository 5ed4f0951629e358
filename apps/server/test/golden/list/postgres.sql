SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      $2::text || 'ContactTypes/' || r."contact_type_id" AS "contact_type", $2::text || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list",
      $2::text || 'Clients/' || r."owner_id" AS "owner", $2::text || 'CloudObjects/' || r."picture_id" AS "picture",
      $2::text || 'Accounts/' || r."primary_account" AS "primary_account", $2::text || 'ContactSocialRelations/' || r."social_media" AS "social_media",
      $2::text || 'SalesUnits/' || r."unit_id" AS "unit", r."account_position" AS "account_position", CASE WHEN (
      SELECT rmy.id
      FROM "contact_account_relations" rmy
      WHERE rmy.space_id = $1
      ORDER BY rmy.id
      LIMIT 1
    ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
      SELECT $2::text || 'ContactAccountRelations/' || rm."id"
      FROM "contact_account_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
      ORDER BY rm.id
    )) END AS "account_relations", r."address" AS "address", r."city" AS "city", r."comments" AS "comments", r."contact_type_id" AS "contact_type_id",
      r."country" AS "country", r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id", CASE WHEN (
      SELECT rmy.id
      FROM "cloud_object_relations" rmy
      WHERE rmy.space_id = $1
      ORDER BY rmy.id
      LIMIT 1
    ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
      SELECT $2::text || 'CloudObjectRelations/' || rm."id"
      FROM "cloud_object_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
      ORDER BY rm.id
    )) END AS "documents", r."email1" AS "email1", r."email2" AS "email2", r."email3" AS "email3", r."email4" AS "email4",
      r."email5" AS "email5", r."exchange_entity_id" AS "exchange_entity_id", r."first_name" AS "first_name", r."formatted_name" AS "formatted_name",
      r."gapi_entity_id" AS "gapi_entity_id", r."gender" AS "gender", r."is_archived" AS "is_archived", FALSE AS "is_favorite",
      r."is_unsubscribed" AS "is_unsubscribed", r."last_name" AS "last_name", r."middle_name" AS "middle_name",
      r."o365_entity_id" AS "o365_entity_id", r."owner_id" AS "owner_id", r."phone1" AS "phone1", r."phone2" AS "phone2",
      r."phone3" AS "phone3", r."phone4" AS "phone4", r."phone5" AS "phone5", r."picture_id" AS "picture_id", r."position" AS "position",
      CASE WHEN (SELECT rmy.id FROM "contact_account_account_role_relations" rmy WHERE rmy.space_id = $1 ORDER BY rmy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
      SELECT $2::text || 'ContactAccountAccountRoleRelations/' || rm."id"
      FROM "contact_account_account_role_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_account_relation_id" = r."primary_account_relation_id" AND NOT rm."is_deleted"
      ORDER BY rm.id
    )) END AS "primary_account_account_roles", r."primary_account_position" AS "primary_account_position", r."primary_account_relationship" AS "primary_account_relationship",
      r."quick_account_name" AS "quick_account_name", r."revision" AS "revision", r."share_mode" AS "share_mode",
      CASE WHEN (SELECT rmy.id FROM "contact_sharing_client_relations" rmy WHERE rmy.space_id = $1 ORDER BY rmy.id LIMIT 1) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
      SELECT $2::text || 'ContactSharingClientRelations/' || rm."id"
      FROM "contact_sharing_client_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
      ORDER BY rm.id
    )) END AS "sharing_clients", CASE WHEN (
      SELECT rmy.id
      FROM "contact_sharing_sales_unit_relations" rmy
      WHERE rmy.space_id = $1
      ORDER BY rmy.id
      LIMIT 1
    ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
      SELECT $2::text || 'ContactSharingSalesUnitRelations/' || rm."id"
      FROM "contact_sharing_sales_unit_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
      ORDER BY rm.id
    )) END AS "sharing_units", r."state_province" AS "state_province", CASE WHEN (
      SELECT rmy.id
      FROM "profile_relations" rmy
      WHERE rmy.space_id = $1
      ORDER BY rmy.id
      LIMIT 1
    ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
      SELECT $2::text || 'ProfileRelations/' || rm."id"
      FROM "profile_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
      ORDER BY rm.id
    )) END AS "static_profiles", CASE WHEN (
      SELECT rmy.id
      FROM "tag_relations" rmy
      WHERE rmy.space_id = $1
      ORDER BY rmy.id
      LIMIT 1
    ) IS NULL THEN '[]'::json ELSE array_to_json(ARRAY(
      SELECT $2::text || 'TagRelations/' || rm."id"
      FROM "tag_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
      ORDER BY rm.id
    )) END AS "tags", r."title" AS "title", r."unit_id" AS "unit_id", r."zip_code" AS "zip_code"
  ) o
) AS j, json_build_array(r.id) AS c
FROM "contacts" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND $2::text IS NOT NULL
ORDER BY r."id" ASC
LIMIT 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
