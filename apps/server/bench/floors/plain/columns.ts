/**
 * The plain tables of the floors: their columns and what each holds. A contact has the 45 members of the interface that are values; links
 * and lists of related records are not among them.
 */

export type ColumnKind = 'id' | 'text' | 'moment' | 'integer' | 'boolean';

export type Columns = Readonly<Record<string, ColumnKind>>;

const record = { id: 'id', created: 'moment', modified: 'moment', revision: 'integer' } as const;

export const contactColumns = {
  ...record,
  is_deleted: 'boolean',
  is_delete_protected: 'boolean',
  first_name: 'text',
  middle_name: 'text',
  last_name: 'text',
  formatted_name: 'text',
  title: 'text',
  gender: 'integer',
  owner_id: 'id',
  unit_id: 'id',
  contact_type_id: 'id',
  account_position: 'text',
  position: 'text',
  primary_account_position: 'text',
  primary_account_relationship: 'integer',
  quick_account_name: 'text',
  address: 'text',
  city: 'text',
  state_province: 'text',
  zip_code: 'text',
  country: 'text',
  comments: 'text',
  picture_id: 'id',
  currency_exchange_rates_list_id: 'id',
  email1: 'text',
  email2: 'text',
  email3: 'text',
  email4: 'text',
  email5: 'text',
  phone1: 'text',
  phone2: 'text',
  phone3: 'text',
  phone4: 'text',
  phone5: 'text',
  exchange_entity_id: 'text',
  gapi_entity_id: 'text',
  o365_entity_id: 'text',
  is_archived: 'boolean',
  is_favorite: 'boolean',
  is_unsubscribed: 'boolean',
  share_mode: 'integer',
} as const satisfies Columns;

export const userColumns = {
  id: 'id',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  position: 'text',
  phone: 'text',
  timezone: 'text',
  default_unit_id: 'id',
} as const satisfies Columns;

export const accountColumns = {
  id: 'id',
  owner_id: 'id',
  name: 'text',
  address: 'text',
  city: 'text',
  state_province: 'text',
  zip_code: 'text',
  country: 'text',
  comments: 'text',
  phone1: 'text',
  phone2: 'text',
  email1: 'text',
  home_page: 'text',
  account_class: 'integer',
} as const satisfies Columns;

/** Between a contact and an account. */
export const relationColumns = {
  contact_id: 'id',
  account_id: 'id',
  is_primary: 'boolean',
  position: 'text',
  relationship: 'integer',
} as const satisfies Columns;

export const tables = {
  users: userColumns,
  accounts: accountColumns,
  contacts: contactColumns,
  contact_accounts: relationColumns,
} as const satisfies Readonly<Record<string, Columns>>;

export type TableName = keyof typeof tables;

/** Which record a column names. */
export const references: Readonly<Record<string, TableName>> = {
  owner_id: 'users',
  contact_id: 'contacts',
  account_id: 'accounts',
};

/** What the benchmark's requests are found by, and nothing else. */
export const indexes = [
  'CREATE INDEX contacts_created ON contacts (created, id)',
  'CREATE INDEX contacts_last_name ON contacts (last_name, id)',
  'CREATE INDEX contacts_city_name ON contacts (city, lower(last_name), id)',
  'CREATE INDEX contact_accounts_contact ON contact_accounts (contact_id)',
] as const;

export const contactMembers = Object.keys(contactColumns);
