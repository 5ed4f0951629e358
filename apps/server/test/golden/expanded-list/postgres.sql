SELECT (
  SELECT row_to_json(o)
  FROM (
    SELECT r."id" AS "id", (
      SELECT (SELECT row_to_json(o) FROM (SELECT ro."id" AS "id", ro."name" AS "name") o)
      FROM "contact_types" ro
      WHERE ro.space_id = $1 AND ro.id = r."contact_type_id"
    ) AS "contact_type", (
      SELECT (SELECT row_to_json(o) FROM (SELECT ro."id" AS "id", ro."email" AS "email") o)
      FROM "clients" ro
      WHERE ro.space_id = $1 AND ro.id = r."owner_id"
    ) AS "owner", (
      SELECT coalesce(json_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT rm."id" AS "id", (
            SELECT (SELECT row_to_json(o) FROM (SELECT rmo."id" AS "id", rmo."name" AS "name") o)
            FROM "accounts" rmo
            WHERE rmo.space_id = $1 AND rmo.id = rm."account_id"
          ) AS "account", rm."is_primary" AS "is_primary"
        ) o
      )
      ORDER BY rm.id), '[]'::json)
      FROM "contact_account_relations" rm
      WHERE rm.space_id = $1 AND rm."contact_id" = r."id" AND NOT rm."is_deleted"
    ) AS "account_relations", r."last_name" AS "last_name"
  ) o
)::text AS j, json_build_array(r.id)::text AS c
FROM "contacts" r
WHERE r.space_id = $1 AND NOT r."is_deleted" AND $2::text IS NOT NULL
ORDER BY r."id" ASC
LIMIT $3;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/",3]
