/**
 * The floor's reads: one hand-written statement for each kind of request, whose rows hold finished JSON.
 * ?1 is the space, ?2 the address of its collections; the others stand with each statement.
 */
import { linkSql, recordJson } from './record-json.js';

/** The index gives a contact's rows in the order of their ids, so that the array needs no sorting. */
const relations = (item: string) => `
  (SELECT json_group_array(${item})
   FROM contact_account_relations m INDEXED BY contact_account_relations_contact_id
   WHERE m.space_id = ?1 AND m.contact_id = r.id AND NOT m.is_deleted)`;

const relationLinks = relations(linkSql('ContactAccountRelation', 'm.id'));

const owner = `
  (SELECT ${recordJson('Client', 'o')} FROM clients o WHERE o.space_id = ?1 AND o.id = r.owner_id)`;

const account = `
  (SELECT ${recordJson('Account', 'a')} FROM accounts a WHERE a.space_id = ?1 AND a.id = m.account_id)`;

const contact = recordJson('Contact', 'r', { account_relations: relationLinks });

const contactExpanded = recordJson('Contact', 'r', {
  owner,
  account_relations: relations(recordJson('ContactAccountRelation', 'm', { account })),
});

/** One more than a page has, to see whether there is another page. */
const rowsWanted = 31;

const page = (record: string, condition = '') => `
  SELECT r.id, r.created, ${record} AS json
  FROM contacts r
  WHERE r.space_id = ?1 AND NOT r.is_deleted ${condition}
  ORDER BY r.created DESC, r.id DESC
  LIMIT ${rowsWanted}`;

export const readStatements = {
  newest: page(contact),
  /** ?3 when the contact that the page begins after was created, ?4 its id. */
  newestAfter: page(contact, 'AND (r.created, r.id) < (?3, ?4)'),
  newestExpanded: page(contactExpanded),
  /** ?3 the contact's id. */
  get: `SELECT ${contact} AS json FROM contacts r WHERE r.space_id = ?1 AND r.id = ?3 AND NOT r.is_deleted`,
} as const;
