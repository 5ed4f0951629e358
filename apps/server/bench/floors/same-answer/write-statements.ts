/**
 * The floor's writes, on the service's own tables with all their indexes. ?1 is the space.
 */

/** Members of a create body. */
export const createMembers = [
  ...['owner_id', 'contact_type_id', 'first_name', 'middle_name', 'last_name', 'title', 'gender', 'position'],
  ...['quick_account_name', 'address', 'city', 'state_province', 'zip_code', 'country', 'comments'],
  ...['email1', 'email2', 'phone1', 'phone2', 'is_unsubscribed'],
] as const;

/** Place of the first member among the bound values; ?2 to ?5 are id, moment, revision and full name. */
const firstMember = 6;

export const writeStatements = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  nextRevision: 'UPDATE spaces SET revision = revision + 1 WHERE space_id = ?1 RETURNING revision',
  createContact: `
    INSERT INTO contacts (
      space_id, id, created, modified, revision, formatted_name, is_deleted, is_delete_protected, is_archived, share_mode,
      unit_id, ${createMembers.join(', ')})
    VALUES (
      ?1, ?2, ?3, ?3, ?4, ?5, 0, 0, 0, 0,
      (SELECT default_unit_id FROM clients WHERE space_id = ?1 AND id = ?${firstMember}),
      ${createMembers.map((_, index) => `?${firstMember + index}`).join(', ')})`,
  /** What the interface wants kept of each new contact. ?2 id, ?3 moment, ?4 revision, ?5 the contact's id. */
  createEvent: `
    INSERT INTO contact_kpis (
      space_id, id, created, modified, revision, is_deleted, is_delete_protected, kpi, contact_id, client_id, owner_id, unit_id)
    SELECT ?1, ?2, ?3, ?3, ?4, 0, 0, 1, c.id, c.owner_id, c.owner_id, c.unit_id
    FROM contacts c
    WHERE c.space_id = ?1 AND c.id = ?5`,
  /** ?2 id, ?3 moment, ?4 revision, ?5 position, ?6 comments. */
  updateContact: `
    UPDATE contacts SET modified = ?3, revision = ?4, position = ?5, comments = ?6
    WHERE space_id = ?1 AND id = ?2 AND NOT is_deleted`,
} as const;
