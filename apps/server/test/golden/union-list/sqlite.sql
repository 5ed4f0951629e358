SELECT CASE p."table_name" WHEN 'lead' THEN (
  SELECT json_object('id', r."id", 'lead_type', ?2 || 'LeadTypes/' || r."lead_type_id", 'closing_date', NULL, 'name',
    r."name", 'table_name', 'lead', 'tags', CASE WHEN (
    SELECT rmy.id
    FROM "tag_relations" rmy
    WHERE rmy.space_id = ?1
    ORDER BY rmy.id
    LIMIT 1
  ) IS NULL THEN json_array() ELSE (
    SELECT json_group_array(?2 || 'TagRelations/' || rm."id")
    FROM "tag_relations" rm
    WHERE rm.space_id = ?1 AND rm."lead_id" = r."id" AND NOT rm."is_deleted"
  ) END)
  FROM "leads" r
  WHERE r.space_id = ?1 AND r.id = p."id"
) WHEN 'opportunity' THEN (
  SELECT json_object('id', r."id", 'lead_type', NULL, 'closing_date', r."closing_date", 'name', r."name", 'table_name',
    'opportunity', 'tags', CASE WHEN (SELECT rmy.id FROM "tag_relations" rmy WHERE rmy.space_id = ?1 ORDER BY rmy.id LIMIT 1) IS NULL THEN json_array() ELSE (
    SELECT json_group_array(?2 || 'TagRelations/' || rm."id")
    FROM "tag_relations" rm
    WHERE rm.space_id = ?1 AND rm."oppty_id" = r."id" AND NOT rm."is_deleted"
  ) END)
  FROM "opportunities" r
  WHERE r.space_id = ?1 AND r.id = p."id"
) END AS j, json_array(p.k0, p.id) AS c
FROM (
  SELECT q."id" AS id, q."table_name" AS table_name, q."name" AS k0, 0 AS seg
  FROM "lead_oppties" q
  WHERE q.space_id = ?1 AND NOT q."is_deleted" AND q."owner_id" = ?3
  ORDER BY q."name" DESC, q."id" DESC
  LIMIT 4
) p
WHERE ?2 IS NOT NULL
ORDER BY p.seg, p.k0 DESC, p.id DESC;
-- values: ["golden","<origin>/api/v100/rest/spaces/golden/entities/","<owner>"]
