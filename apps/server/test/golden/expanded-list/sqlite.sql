SELECT json_object('is_delete_protected', json(iif(r."is_delete_protected", 'true', 'false')), 'id', r."id", 'is_deleted',
  json(iif(r."is_deleted", 'true', 'false')), 'modified', r."modified", 'created', r."created", 'contact_type',
  (
  SELECT json_object('is_delete_protected', json(iif(ro."is_delete_protected", 'true', 'false')), 'id', ro."id",
    'is_deleted', json(iif(ro."is_deleted", 'true', 'false')), 'modified', ro."modified", 'created', ro."created",
    'can_change_readonly', json(iif(ro."can_change_readonly", 'true', iif(ro."can_change_readonly" IS NULL, NULL,
    'false'))), 'form_edit', json(ro."form_edit"), 'form_edit_api', json(ro."form_edit_api"), 'has_draft', json(iif(FALSE,
    'true', 'false')), 'is_published', json(iif(TRUE, 'true', 'false')), 'is_readonly', json(iif(ro."is_readonly",
    'true', iif(ro."is_readonly" IS NULL, NULL, 'false'))), 'name', ro."name", 'revision', ro."revision", 'settings',
    ro."settings")
  FROM "contact_types" ro
  WHERE ro.space_id = ?1 AND ro.id = r."contact_type_id"
), 'currency_exchange_rates_list', ?2 || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id", 'owner',
  (
  SELECT json_object('is_delete_protected', json(iif(ro."is_delete_protected", 'true', 'false')), 'id', ro."id",
    'is_deleted', json(iif(ro."is_deleted", 'true', 'false')), 'modified', ro."modified", 'created', ro."created",
    'default_unit', ?2 || 'SalesUnits/' || ro."default_unit_id", 'master_right', ?2 || 'MasterRights/' || ro."master_right_id",
    'account_favorite', (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND rom."account_id" IS NOT NULL AND NOT rom."is_deleted"
  ), 'appointment_favorite', (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND (
      SELECT romh.id
      FROM "appointments" romh
      WHERE romh.space_id = ?1 AND romh.id = rom."activity_id"
    ) IS NOT NULL AND NOT rom."is_deleted"
  ), 'contact_favorite', (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND rom."contact_id" IS NOT NULL AND NOT rom."is_deleted"
  ), 'default_unit_id', ro."default_unit_id", 'email', ro."email", 'first_name', ro."first_name", 'formatted_name',
    ro."formatted_name", 'last_name', ro."last_name", 'lead_favorite', (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND (
      SELECT romh.id
      FROM "leads" romh
      WHERE romh.space_id = ?1 AND romh.id = rom."lead_oppty_id"
    ) IS NOT NULL AND NOT rom."is_deleted"
  ), 'master_right_id', ro."master_right_id", 'middle_name', ro."middle_name", 'name', ro."name", 'opportunity_favorite',
    (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND (
      SELECT romh.id
      FROM "opportunities" romh
      WHERE romh.space_id = ?1 AND romh.id = rom."lead_oppty_id"
    ) IS NOT NULL AND NOT rom."is_deleted"
  ), 'phone', ro."phone", 'picture_url', ro."picture_url", 'position', ro."position", 'profile_favorite', (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND rom."profile_id" IS NOT NULL AND NOT rom."is_deleted"
  ), 'report_favorite', (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND rom."report_id" IS NOT NULL AND NOT rom."is_deleted"
  ), 'revision', ro."revision", 'task_favorite', (
    SELECT json_group_array(?2 || 'ClientFavorites/' || rom."id")
    FROM "client_favorites" rom
    WHERE rom.space_id = ?1 AND rom."owner_id" = ro."id" AND (
      SELECT romh.id
      FROM "tasks" romh
      WHERE romh.space_id = ?1 AND romh.id = rom."activity_id"
    ) IS NOT NULL AND NOT rom."is_deleted"
  ), 'timezone', ro."timezone", 'type', ro."type", 'unit_manager_ids', (
    SELECT json_group_array(d.id
    ORDER BY d.id, d.id)
    FROM (
      SELECT DISTINCT rom."unit_id" AS id
      FROM "sales_unit_client_relations" rom
      WHERE rom.space_id = ?1 AND rom."client_id" = ro."id" AND NOT rom."is_deleted" AND rom."unit_id" IS NOT NULL AND rom."unit_role" = 2
    ) d
  ), 'unit_member_ids', (
    SELECT json_group_array(d.id
    ORDER BY d.id, d.id)
    FROM (
      SELECT DISTINCT rom."unit_id" AS id
      FROM "sales_unit_client_relations" rom
      WHERE rom.space_id = ?1 AND rom."client_id" = ro."id" AND NOT rom."is_deleted" AND rom."unit_id" IS NOT NULL AND rom."unit_role" = 1
    ) d
  ), 'unit_membership', (
    SELECT json_group_array(?2 || 'SalesUnitClientRelations/' || rom."id")
    FROM "sales_unit_client_relations" rom
    WHERE rom.space_id = ?1 AND rom."client_id" = ro."id" AND NOT rom."is_deleted"
  ))
  FROM "clients" ro
  WHERE ro.space_id = ?1 AND ro.id = r."owner_id"
), 'picture', ?2 || 'CloudObjects/' || r."picture_id", 'primary_account', ?2 || 'Accounts/' || r."primary_account",
  'social_media', ?2 || 'ContactSocialRelations/' || r."social_media", 'unit', ?2 || 'SalesUnits/' || r."unit_id",
  'account_position', r."account_position", 'account_relations', (
  SELECT json_group_array(json_object('is_delete_protected', json(iif(rm."is_delete_protected", 'true', 'false')),
    'id', rm."id", 'is_deleted', json(iif(rm."is_deleted", 'true', 'false')), 'modified', rm."modified", 'created',
    rm."created", 'account', (
    SELECT json_object('is_delete_protected', json(iif(rmo."is_delete_protected", 'true', 'false')), 'id', rmo."id",
      'is_deleted', json(iif(rmo."is_deleted", 'true', 'false')), 'modified', rmo."modified", 'created', rmo."created",
      'account_type', ?2 || 'AccountTypes/' || rmo."account_type_id", 'currency_exchange_rates_list', ?2 || 'CurrencyExchangeRatesLists/' || rmo."currency_exchange_rates_list_id",
      'customer_type', ?2 || 'Data/' || rmo."customer_type_id", 'industry', ?2 || 'Data/' || rmo."industry_id",
      'owner', ?2 || 'Clients/' || rmo."owner_id", 'parent_account', ?2 || 'Accounts/' || rmo."parent_account_id",
      'parent_account_relation_type', ?2 || 'ParentAccountRelationTypes/' || rmo."parent_account_relation_type_id",
      'picture', ?2 || 'CloudObjects/' || rmo."picture_id", 'social_media', ?2 || 'AccountSocialRelations/' || rmo."social_media",
      'unit', ?2 || 'SalesUnits/' || rmo."unit_id", 'account_class', rmo."account_class", 'account_type_id', rmo."account_type_id",
      'address', rmo."address", 'city', rmo."city", 'comments', rmo."comments", 'country', rmo."country", 'currency_exchange_rates_list_id',
      rmo."currency_exchange_rates_list_id", 'customer_type_id', rmo."customer_type_id", 'documents', (
      SELECT json_group_array(?2 || 'CloudObjectRelations/' || rmom."id")
      FROM "cloud_object_relations" rmom
      WHERE rmom.space_id = ?1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
    ), 'email1', rmo."email1", 'email2', rmo."email2", 'email3', rmo."email3", 'email4', rmo."email4", 'email5',
      rmo."email5", 'formatted_name', rmo."formatted_name", 'health', json(rmo."health"), 'health_category', rmo."health_category",
      'health_status', rmo."health_status", 'home_page', rmo."home_page", 'industry_id', rmo."industry_id", 'is_archived',
      json(iif(rmo."is_archived", 'true', iif(rmo."is_archived" IS NULL, NULL, 'false'))), 'is_favorite', json(iif(FALSE,
      'true', 'false')), 'is_unsubscribed', json(iif(rmo."is_unsubscribed", 'true', iif(rmo."is_unsubscribed" IS NULL,
      NULL, 'false'))), 'name', rmo."name", 'owner_id', rmo."owner_id", 'parent_account_id', rmo."parent_account_id",
      'parent_account_relation_type_id', rmo."parent_account_relation_type_id", 'phone1', rmo."phone1", 'phone2',
      rmo."phone2", 'phone3', rmo."phone3", 'phone4', rmo."phone4", 'phone5', rmo."phone5", 'picture_id', rmo."picture_id",
      'quick_parent_account_name', rmo."quick_parent_account_name", 'revision', rmo."revision", 'share_mode', rmo."share_mode",
      'sharing_clients', (
      SELECT json_group_array(?2 || 'AccountSharingClientRelations/' || rmom."id")
      FROM "account_sharing_client_relations" rmom
      WHERE rmom.space_id = ?1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
    ), 'sharing_units', (
      SELECT json_group_array(?2 || 'AccountSharingSalesUnitRelations/' || rmom."id")
      FROM "account_sharing_sales_unit_relations" rmom
      WHERE rmom.space_id = ?1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
    ), 'state_province', rmo."state_province", 'static_profiles', (
      SELECT json_group_array(?2 || 'ProfileRelations/' || rmom."id")
      FROM "profile_relations" rmom
      WHERE rmom.space_id = ?1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
    ), 'tags', (
      SELECT json_group_array(?2 || 'TagRelations/' || rmom."id")
      FROM "tag_relations" rmom
      WHERE rmom.space_id = ?1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
    ), 'unit_id', rmo."unit_id", 'zip_code', rmo."zip_code")
    FROM "accounts" rmo
    WHERE rmo.space_id = ?1 AND rmo.id = rm."account_id"
  ), 'contact', ?2 || 'Contacts/' || rm."contact_id", 'account_id', rm."account_id", 'account_roles', (
    SELECT json_group_array(?2 || 'ContactAccountAccountRoleRelations/' || rmm."id")
    FROM "contact_account_account_role_relations" rmm
    WHERE rmm.space_id = ?1 AND rmm."contact_account_relation_id" = rm."id" AND NOT rmm."is_deleted"
  ), 'comment', rm."comment", 'contact_id', rm."contact_id", 'is_assistant', json(iif(rm."is_assistant", 'true',
    iif(rm."is_assistant" IS NULL, NULL, 'false'))), 'is_primary', json(iif(rm."is_primary", 'true', 'false')),
    'is_sibling', json(iif(rm."is_sibling", 'true', iif(rm."is_sibling" IS NULL, NULL, 'false'))), 'position', rm."position",
    'relationship', rm."relationship", 'revision', rm."revision"))
  FROM "contact_account_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'address', r."address", 'city', r."city", 'comments', r."comments", 'contact_type_id', r."contact_type_id", 'country',
  r."country", 'currency_exchange_rates_list_id', r."currency_exchange_rates_list_id", 'documents', (
  SELECT json_group_array(?2 || 'CloudObjectRelations/' || rm."id")
  FROM "cloud_object_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'email1', r."email1", 'email2', r."email2", 'email3', r."email3", 'email4', r."email4", 'email5', r."email5",
  'exchange_entity_id', r."exchange_entity_id", 'first_name', r."first_name", 'formatted_name', r."formatted_name",
  'gapi_entity_id', r."gapi_entity_id", 'gender', r."gender", 'is_archived', json(iif(r."is_archived", 'true', iif(r."is_archived" IS NULL,
  NULL, 'false'))), 'is_favorite', json(iif(FALSE, 'true', 'false')), 'is_unsubscribed', json(iif(r."is_unsubscribed",
  'true', iif(r."is_unsubscribed" IS NULL, NULL, 'false'))), 'last_name', r."last_name", 'middle_name', r."middle_name",
  'o365_entity_id', r."o365_entity_id", 'owner_id', r."owner_id", 'phone1', r."phone1", 'phone2', r."phone2", 'phone3',
  r."phone3", 'phone4', r."phone4", 'phone5', r."phone5", 'picture_id', r."picture_id", 'position', r."position",
  'primary_account_account_roles', (
  SELECT json_group_array(?2 || 'ContactAccountAccountRoleRelations/' || rm."id")
  FROM "contact_account_account_role_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_account_relation_id" = r."primary_account_relation_id" AND NOT rm."is_deleted"
), 'primary_account_position', r."primary_account_position", 'primary_account_relationship', r."primary_account_relationship",
  'quick_account_name', r."quick_account_name", 'revision', r."revision", 'share_mode', r."share_mode", 'sharing_clients',
  (
  SELECT json_group_array(?2 || 'ContactSharingClientRelations/' || rm."id")
  FROM "contact_sharing_client_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'sharing_units', (
  SELECT json_group_array(?2 || 'ContactSharingSalesUnitRelations/' || rm."id")
  FROM "contact_sharing_sales_unit_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'state_province', r."state_province", 'static_profiles', (
  SELECT json_group_array(?2 || 'ProfileRelations/' || rm."id")
  FROM "profile_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'tags', (
  SELECT json_group_array(?2 || 'TagRelations/' || rm."id")
  FROM "tag_relations" rm
  WHERE rm.space_id = ?1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
), 'title', r."title", 'unit_id', r."unit_id", 'zip_code', r."zip_code") AS j, json_array(r.id) AS c
FROM "contacts" r
WHERE r.space_id = ?1 AND NOT r."is_deleted" AND ?2 IS NOT NULL
ORDER BY r."id" ASC
LIMIT 3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/"]
