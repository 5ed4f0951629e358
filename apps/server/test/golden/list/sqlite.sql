SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', 'false')), 'id', r."id", 'is_deleted',
  json(iif(r."is_deleted", 'true', 'false')), 'modified', r."modified", 'created', r."created", 'contact_type',
  ?2 || 'ContactTypes/' || r."contact_type_id", 'currency_exchange_rates_list', ?2 || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id",
  'owner', ?2 || 'Clients/' || r."owner_id", 'picture', ?2 || 'CloudObjects/' || r."picture_id", 'primary_account',
  ?2 || 'Accounts/' || r."primary_account", 'social_media', ?2 || 'ContactSocialRelations/' || r."social_media",
  'unit', ?2 || 'SalesUnits/' || r."unit_id", 'account_position', r."account_position", 'account_relations', CASE WHEN (
  SELECT rmy.id
  FROM "contact_account_relations" rmy
  WHERE rmy.space_id = ?1
  ORDER BY rmy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(?2 || 'ContactAccountRelations/' || rm."id")
  FROM "contact_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
) END, 'address', r."address", 'city', r."city", 'comments', r."comments", 'contact_type_id', r."contact_type_id",
  'country', r."country", 'currency_exchange_rates_list_id', r."currency_exchange_rates_list_id", 'documents', CASE WHEN (
  SELECT rmy.id
  FROM "cloud_object_relations" rmy
  WHERE rmy.space_id = ?1
  ORDER BY rmy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(?2 || 'CloudObjectRelations/' || rm."id")
  FROM "cloud_object_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
) END, 'email1', r."email1", 'email2', r."email2", 'email3', r."email3", 'email4', r."email4", 'email5', r."email5",
  'exchange_entity_id', r."exchange_entity_id", 'first_name', r."first_name", 'formatted_name', r."formatted_name",
  'gapi_entity_id', r."gapi_entity_id", 'gender', r."gender", 'is_archived', json(iif(r."is_archived", 'true', iif(r."is_archived" IS NULL,
  NULL, 'false'))), 'is_favorite', json(iif(FALSE, 'true', 'false')), 'is_unsubscribed', json(iif(r."is_unsubscribed",
  'true', iif(r."is_unsubscribed" IS NULL, NULL, 'false'))), 'last_name', r."last_name", 'middle_name', r."middle_name",
  'o365_entity_id', r."o365_entity_id", 'owner_id', r."owner_id", 'phone1', r."phone1", 'phone2', r."phone2", 'phone3',
  r."phone3", 'phone4', r."phone4", 'phone5', r."phone5", 'picture_id', r."picture_id", 'position', r."position",
  'primary_account_account_roles', CASE WHEN (
  SELECT rmy.id
  FROM "contact_account_account_role_relations" rmy
  WHERE rmy.space_id = ?1
  ORDER BY rmy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(?2 || 'ContactAccountAccountRoleRelations/' || rm."id")
  FROM "contact_account_account_role_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_account_relation_id" = r."primary_account_relation_id" AND NOT rm."is_deleted"
) END, 'primary_account_position', r."primary_account_position", 'primary_account_relationship', r."primary_account_relationship",
  'quick_account_name', r."quick_account_name", 'revision', r."revision", 'share_mode', r."share_mode", 'sharing_clients',
  CASE WHEN (SELECT rmy.id FROM "contact_sharing_client_relations" rmy WHERE rmy.space_id = ?1 ORDER BY rmy.id LIMIT 1) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(?2 || 'ContactSharingClientRelations/' || rm."id")
  FROM "contact_sharing_client_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
) END, 'sharing_units', CASE WHEN (
  SELECT rmy.id
  FROM "contact_sharing_sales_unit_relations" rmy
  WHERE rmy.space_id = ?1
  ORDER BY rmy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(?2 || 'ContactSharingSalesUnitRelations/' || rm."id")
  FROM "contact_sharing_sales_unit_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
) END, 'state_province', r."state_province", 'static_profiles', CASE WHEN (
  SELECT rmy.id
  FROM "profile_relations" rmy
  WHERE rmy.space_id = ?1
  ORDER BY rmy.id
  LIMIT 1
) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(?2 || 'ProfileRelations/' || rm."id")
  FROM "profile_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
) END, 'tags', CASE WHEN (SELECT rmy.id FROM "tag_relations" rmy WHERE rmy.space_id = ?1 ORDER BY rmy.id LIMIT 1) IS NULL THEN json_array() ELSE (
  SELECT json_group_array(?2 || 'TagRelations/' || rm."id")
  FROM "tag_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
) END, 'title', r."title", 'unit_id', r."unit_id", 'zip_code', r."zip_code") AS j, json_array(r.id) AS c
FROM "contacts" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND ?2 IS NOT NULL
ORDER BY r."id" ASC
LIMIT 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
