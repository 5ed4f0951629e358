/**
 * The bodies that make generated customers and deals. Knows no database.
 */
import type {
  DemoAccount,
  DemoContact,
  DemoFile,
  DemoLead,
  DemoOpportunity,
  DemoProduct,
  DemoUser,
  Place,
} from './demo-records.js';
import type { FirstIds, PlacedIds } from './known-ids.js';

export type Body = Readonly<Record<string, unknown>>;

export interface Known {
  readonly first: FirstIds;
  readonly placed: PlacedIds;
}

/** `type` of a file that is kept at another place. */
const externalFile = 8;

export function userBody({ unit, ...user }: DemoUser, { placed }: Known): Body {
  const unit_id = placed.at('units', unit);
  return { ...user, default_unit_id: unit_id, unit_membership: [{ unit_id }] };
}

export function productBody({ price: _, ...product }: DemoProduct): Body {
  return { ...product, allowed_pipelines: 1 };
}

export function fileBody(file: DemoFile): Body {
  return { ...file, type: externalFile };
}

export function accountBody(account: DemoAccount, { first, placed }: Known): Body {
  const { owner, industry, customerType, parent, tags, ...members } = account;
  return {
    ...members,
    owner_id: placed.at('users', owner),
    industry_id: first.options(`industries/${industry}`),
    customer_type_id: first.options(`customerTypes/${customerType}`),
    tags: tagRows(placed, tags),
    ...(parent === undefined ? {} : { parent_account_id: placed.at('accounts', parent) }),
  };
}

export function contactBody({ owner, accounts, tags, ...members }: DemoContact, { placed }: Known): Body {
  const account_relations = accounts.map(({ account, position, relationship }, index) => ({
    account_id: placed.at('accounts', account),
    is_primary: index === 0,
    position,
    relationship,
  }));
  return {
    ...members,
    owner_id: placed.at('users', owner),
    tags: tagRows(placed, tags),
    ...(accounts.length === 0 ? { position: 'Consultant' } : { account_relations }),
  };
}

export function opportunityBody(deal: DemoOpportunity, { first, placed }: Known): Body {
  const { owner, account, contacts, items, step, reasonOfClose, leadSource, tags, files, ...members } = deal;
  return {
    ...members,
    owner_id: placed.at('users', owner),
    step_id: first.steps(step),
    account_relations: [{ account_id: placed.at('accounts', account), is_primary: true }],
    contact_relations: contacts.map((contact, index) => {
      return { contact_id: placed.at('contacts', contact), is_primary: index === 0 };
    }),
    product_relations: items.map(({ product, ...item }, index) => {
      return { ...item, product_id: placed.at('products', product), sort_order: index + 1 };
    }),
    value: { base_value: items.reduce((sum, { amount }) => sum + amount, 0) },
    is_value_auto_calculate: items.length > 1,
    documents: files.map((file) => ({ cloud_object_id: placed.at('files', file) })),
    tags: tagRows(placed, tags),
    lead_source_id: first.options(`leadSources/${leadSource}`),
    ...closing(first, reasonOfClose),
  };
}

export function leadBody(lead: DemoLead, { first, placed }: Known): Body {
  const { owner, account, contact, step, reasonOfClose, leadSource, tags, ...members } = lead;
  const account_relations =
    account === undefined ? [] : [{ account_id: placed.at('accounts', account), is_primary: true }];
  const contact_relations =
    contact === undefined ? [] : [{ contact_id: placed.at('contacts', contact), is_primary: true }];
  return {
    ...members,
    owner_id: placed.at('users', owner),
    step_id: first.steps(step),
    account_relations,
    contact_relations,
    tags: tagRows(placed, tags),
    lead_source_id: first.options(`leadSources/${leadSource}`),
    ...closing(first, reasonOfClose),
  };
}

function closing(first: FirstIds, reason: string | undefined): Body {
  return reason === undefined ? {} : { reason_of_close_id: first.options(`reasonsOfClose/${reason}`) };
}

function tagRows(placed: PlacedIds, tags: readonly Place[]): Body[] {
  return tags.map((tag) => ({ tag_id: placed.at('tags', tag) }));
}
