SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."is_delete_protected" AS "is_delete_protected", r."id" AS "id", r."is_deleted" AS "is_deleted", to_char(r."modified",
      'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(r."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
      (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT ro."is_delete_protected" AS "is_delete_protected", ro."id" AS "id", ro."is_deleted" AS "is_deleted",
            to_char(ro."modified", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(ro."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
            ro."can_change_readonly" AS "can_change_readonly", ro."form_edit" AS "form_edit", ro."form_edit_api" AS "form_edit_api",
            FALSE AS "has_draft", TRUE AS "is_published", ro."is_readonly" AS "is_readonly", ro."name" AS "name",
            ro."revision" AS "revision", ro."settings" AS "settings"
        ) o
      )
      FROM "contact_types" ro
      WHERE ro.space_id = $1 AND ro.id = r."contact_type_id"
    ) AS "contact_type", $2::text || 'CurrencyExchangeRatesLists/' || r."currency_exchange_rates_list_id" AS "currency_exchange_rates_list",
      (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT ro."is_delete_protected" AS "is_delete_protected", ro."id" AS "id", ro."is_deleted" AS "is_deleted",
            to_char(ro."modified", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(ro."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
            $2::text || 'SalesUnits/' || ro."default_unit_id" AS "default_unit", $2::text || 'MasterRights/' || ro."master_right_id" AS "master_right",
            (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND rom."account_id" IS NOT NULL AND NOT rom."is_deleted"
          ) AS "account_favorite", (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND (
              SELECT romh.id
              FROM "appointments" romh
              WHERE romh.space_id = $1 AND romh.id = rom."activity_id"
            ) IS NOT NULL AND NOT rom."is_deleted"
          ) AS "appointment_favorite", (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND rom."contact_id" IS NOT NULL AND NOT rom."is_deleted"
          ) AS "contact_favorite", ro."default_unit_id" AS "default_unit_id", ro."email" AS "email", ro."first_name" AS "first_name",
            ro."formatted_name" AS "formatted_name", ro."last_name" AS "last_name", (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND (
              SELECT romh.id
              FROM "leads" romh
              WHERE romh.space_id = $1 AND romh.id = rom."lead_oppty_id"
            ) IS NOT NULL AND NOT rom."is_deleted"
          ) AS "lead_favorite", ro."master_right_id" AS "master_right_id", ro."middle_name" AS "middle_name", ro."name" AS "name",
            (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND (
              SELECT romh.id
              FROM "opportunities" romh
              WHERE romh.space_id = $1 AND romh.id = rom."lead_oppty_id"
            ) IS NOT NULL AND NOT rom."is_deleted"
          ) AS "opportunity_favorite", ro."phone" AS "phone", ro."picture_url" AS "picture_url", ro."position" AS "position",
            (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND rom."profile_id" IS NOT NULL AND NOT rom."is_deleted"
          ) AS "profile_favorite", (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND rom."report_id" IS NOT NULL AND NOT rom."is_deleted"
          ) AS "report_favorite", ro."revision" AS "revision", (
            SELECT coalesce(json_agg($2::text || 'ClientFavorites/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "client_favorites" rom
            WHERE rom.space_id = $1 AND rom."owner_id" = ro."id" AND (
              SELECT romh.id
              FROM "tasks" romh
              WHERE romh.space_id = $1 AND romh.id = rom."activity_id"
            ) IS NOT NULL AND NOT rom."is_deleted"
          ) AS "task_favorite", ro."timezone" AS "timezone", ro."type" AS "type", (
            SELECT coalesce(json_agg(d.id
            ORDER BY d.id, d.id), '[]'::json)
            FROM (
              SELECT DISTINCT rom."unit_id" AS id
              FROM "sales_unit_client_relations" rom
              WHERE rom.space_id = $1 AND rom."client_id" = ro."id" AND NOT rom."is_deleted" AND rom."unit_id" IS NOT NULL AND rom."unit_role" = 2
            ) d
          ) AS "unit_manager_ids", (
            SELECT coalesce(json_agg(d.id
            ORDER BY d.id, d.id), '[]'::json)
            FROM (
              SELECT DISTINCT rom."unit_id" AS id
              FROM "sales_unit_client_relations" rom
              WHERE rom.space_id = $1 AND rom."client_id" = ro."id" AND NOT rom."is_deleted" AND rom."unit_id" IS NOT NULL AND rom."unit_role" = 1
            ) d
          ) AS "unit_member_ids", (
            SELECT coalesce(json_agg($2::text || 'SalesUnitClientRelations/' || rom."id"
            ORDER BY rom.id), '[]'::json)
            FROM "sales_unit_client_relations" rom
            WHERE rom.space_id = $1 AND rom."client_id" = ro."id" AND NOT rom."is_deleted"
          ) AS "unit_membership"
        ) o
      )
      FROM "clients" ro
      WHERE ro.space_id = $1 AND ro.id = r."owner_id"
    ) AS "owner", $2::text || 'CloudObjects/' || r."picture_id" AS "picture", $2::text || 'Accounts/' || r."primary_account" AS "primary_account",
      $2::text || 'ContactSocialRelations/' || r."social_media" AS "social_media", $2::text || 'SalesUnits/' || r."unit_id" AS "unit",
      r."account_position" AS "account_position", (
      SELECT coalesce(json_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT rm."is_delete_protected" AS "is_delete_protected", rm."id" AS "id", rm."is_deleted" AS "is_deleted",
            to_char(rm."modified", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(rm."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
            (
            SELECT (
              SELECT row_to_json(o)
              FROM (
                SELECT rmo."is_delete_protected" AS "is_delete_protected", rmo."id" AS "id", rmo."is_deleted" AS "is_deleted",
                  to_char(rmo."modified", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "modified", to_char(rmo."created", 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "created",
                  $2::text || 'AccountTypes/' || rmo."account_type_id" AS "account_type", $2::text || 'CurrencyExchangeRatesLists/' || rmo."currency_exchange_rates_list_id" AS "currency_exchange_rates_list",
                  $2::text || 'Data/' || rmo."customer_type_id" AS "customer_type", $2::text || 'Data/' || rmo."industry_id" AS "industry",
                  $2::text || 'Clients/' || rmo."owner_id" AS "owner", $2::text || 'Accounts/' || rmo."parent_account_id" AS "parent_account",
                  $2::text || 'ParentAccountRelationTypes/' || rmo."parent_account_relation_type_id" AS "parent_account_relation_type",
                  $2::text || 'CloudObjects/' || rmo."picture_id" AS "picture", $2::text || 'AccountSocialRelations/' || rmo."social_media" AS "social_media",
                  $2::text || 'SalesUnits/' || rmo."unit_id" AS "unit", rmo."account_class" AS "account_class",
                  rmo."account_type_id" AS "account_type_id", rmo."address" AS "address", rmo."city" AS "city",
                  rmo."comments" AS "comments", rmo."country" AS "country", rmo."currency_exchange_rates_list_id" AS "currency_exchange_rates_list_id",
                  rmo."customer_type_id" AS "customer_type_id", (
                  SELECT coalesce(json_agg($2::text || 'CloudObjectRelations/' || rmom."id"
                  ORDER BY rmom.id), '[]'::json)
                  FROM "cloud_object_relations" rmom
                  WHERE rmom.space_id = $1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
                ) AS "documents", rmo."email1" AS "email1", rmo."email2" AS "email2", rmo."email3" AS "email3",
                  rmo."email4" AS "email4", rmo."email5" AS "email5", rmo."formatted_name" AS "formatted_name",
                  rmo."health" AS "health", rmo."health_category" AS "health_category", rmo."health_status" AS "health_status",
                  rmo."home_page" AS "home_page", rmo."industry_id" AS "industry_id", rmo."is_archived" AS "is_archived",
                  FALSE AS "is_favorite", rmo."is_unsubscribed" AS "is_unsubscribed", rmo."name" AS "name", rmo."owner_id" AS "owner_id",
                  rmo."parent_account_id" AS "parent_account_id", rmo."parent_account_relation_type_id" AS "parent_account_relation_type_id",
                  rmo."phone1" AS "phone1", rmo."phone2" AS "phone2", rmo."phone3" AS "phone3", rmo."phone4" AS "phone4",
                  rmo."phone5" AS "phone5", rmo."picture_id" AS "picture_id", rmo."quick_parent_account_name" AS "quick_parent_account_name",
                  rmo."revision" AS "revision", rmo."share_mode" AS "share_mode", (
                  SELECT coalesce(json_agg($2::text || 'AccountSharingClientRelations/' || rmom."id"
                  ORDER BY rmom.id), '[]'::json)
                  FROM "account_sharing_client_relations" rmom
                  WHERE rmom.space_id = $1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
                ) AS "sharing_clients", (
                  SELECT coalesce(json_agg($2::text || 'AccountSharingSalesUnitRelations/' || rmom."id"
                  ORDER BY rmom.id), '[]'::json)
                  FROM "account_sharing_sales_unit_relations" rmom
                  WHERE rmom.space_id = $1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
                ) AS "sharing_units", rmo."state_province" AS "state_province", (
                  SELECT coalesce(json_agg($2::text || 'ProfileRelations/' || rmom."id"
                  ORDER BY rmom.id), '[]'::json)
                  FROM "profile_relations" rmom
                  WHERE rmom.space_id = $1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
                ) AS "static_profiles", (
                  SELECT coalesce(json_agg($2::text || 'TagRelations/' || rmom."id"
                  ORDER BY rmom.id), '[]'::json)
                  FROM "tag_relations" rmom
                  WHERE rmom.space_id = $1 AND rmom."account_id" = rmo."id" AND NOT rmom."is_deleted"
                ) AS "tags", rmo."unit_id" AS "unit_id", rmo."zip_code" AS "zip_code"
              ) o
            )
            FROM "accounts" rmo
            WHERE rmo.space_id = $1 AND rmo.id = rm."account_id"
          ) AS "account", $2::text || 'Contacts/' || rm."contact_id" AS "contact", rm."account_id" AS "account_id",
            (
            SELECT coalesce(json_agg($2::text || 'ContactAccountAccountRoleRelations/' || rmm."id"
            ORDER BY rmm.id), '[]'::json)
            FROM "contact_account_account_role_relations" rmm
            WHERE rmm.space_id = $1 AND rmm."contact_account_relation_id" = rm."id" AND NOT rmm."is_deleted"
          ) AS "account_roles", rm."comment" AS "comment", rm."contact_id" AS "contact_id", rm."is_assistant" AS "is_assistant",
            rm."is_primary" AS "is_primary", rm."is_sibling" AS "is_sibling", rm."position" AS "position", rm."relationship" AS "relationship",
            rm."revision" AS "revision"
        ) o
      )
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
)::text AS j, json_build_array(r.id)::text AS c
FROM "contacts" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND $2::text IS NOT NULL
ORDER BY r."id" ASC
LIMIT $3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",3]
