/**
 * Writes the records of a scheme into a space, all in one transaction.
 */

import type { ServerDeps } from '../../src/http/server-deps.js';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import type { WriteItem } from '../../src/request/write-request.js';
import type { Json, TestSpace } from '../test-space.js';
import { writeAll } from '../write-all.js';
import type { Mergeable, Scheme } from './merge-scheme.js';

/** Records that all graphs share, two of each kind. */
export interface Others {
  readonly users: readonly string[];
  readonly units: readonly string[];
  readonly tags: readonly string[];
  readonly documents: readonly string[];
  readonly folder: string;
  readonly products: readonly string[];
  readonly accountRoles: readonly string[];
  readonly salesRoles: readonly string[];
}

export async function makeOthers(space: TestSpace): Promise<Others> {
  const two = (make: (name: string) => Promise<{ readonly id: string }>) =>
    Promise.all(['one', 'two'].map(async (name) => (await make(name)).id));
  const client = (name: string) =>
    space.create('Clients', { email: `${name}@example.com`, default_unit_id: space.ids.unitId });
  const document = (filename: string) =>
    space.create('CloudObjects', { filename, type: 8, url: 'https://example.com/' });
  return {
    users: await two(client),
    units: await two((name) => space.create('SalesUnits', { name, parent_id: space.ids.unitId })),
    tags: await two((name) => space.create('Tags', { name })),
    documents: await two(document),
    folder: (await space.create('CloudObjectFolders', { name: 'folder' })).id,
    products: await two((name) => space.newProduct({ name })),
    accountRoles: await two((label) => space.create('AccountRoles', { label })),
    salesRoles: await two((name) => space.create('SalesRoles', { name })),
  };
}

/** Read-only members may be written, and references lead to deleted records. */
const freely = 24;

/** Ids of the records that can be merged, in the order of the scheme. */
export type Ids = Readonly<Record<Mergeable, readonly string[]>>;

/** @param graph a number of its own for each graph of a space */
export async function makeGraph(
  deps: ServerDeps,
  space: TestSpace,
  others: Others,
  scheme: Scheme,
  graph: number,
): Promise<Ids> {
  const { ids, items } = graphItems(space, others, scheme, graph);
  await inTransaction(deps, systemCall(space.id), (context) => writeAll(context, items));
  return ids;
}

function graphItems(space: TestSpace, others: Others, scheme: Scheme, graph: number) {
  const items: WriteItem[] = [];
  const create = (entityType: string, body: Json) => {
    items.push({ kind: 'create', entityType, body, validationLevel: freely });
  };
  const remove = (entityType: string, id: string) => {
    items.push({ kind: 'delete', entityType, id, validationLevel: 0 });
  };
  const idsOf = (kind: number, records: readonly unknown[]) => records.map((_, index) => idOf(graph, kind, index));
  const ids = {
    Account: idsOf(1, scheme.accounts),
    Contact: idsOf(2, scheme.contacts),
    Lead: idsOf(3, scheme.leads),
    Opportunity: idsOf(4, scheme.opportunities),
  };
  const owner_id = space.ids.ownerId;
  const account = (place: number) => at(ids.Account, place);

  for (const [index, { city, email1, parent, isUnsubscribed }] of scheme.accounts.entries()) {
    const parent_account_id = parent === null || index === 0 ? null : ids.Account[parent % index];
    const body = { id: ids.Account[index], name: `account ${index}`, owner_id, city, email1, parent_account_id };
    create('Account', { ...body, is_unsubscribed: isUnsubscribed });
  }
  for (const [index, { city, first_name, account_position, accounts }] of scheme.contacts.entries()) {
    const rows = withPrimary(accounts, ({ account: place, position, comment, roles }) => ({
      account_id: account(place),
      position,
      comment,
      account_roles: roles.map((role) => ({ account_role_id: others.accountRoles[role] })),
    }));
    const body = {
      id: ids.Contact[index],
      last_name: `contact ${index}`,
      first_name,
      owner_id,
      city,
      account_position,
    };
    create('Contact', { ...body, account_relations: rows });
  }
  const people = ({ accounts, contacts }: Pick<Scheme['leads'][number], 'accounts' | 'contacts'>) => ({
    account_relations: withPrimary(accounts, (place) => ({ account_id: account(place) })),
    contact_relations: withPrimary(contacts, ({ contact, comment, roles }) => ({
      contact_id: at(ids.Contact, contact),
      comment,
      sales_roles: roles.map((role) => ({ sales_role_id: others.salesRoles[role] })),
    })),
  });
  for (const [index, lead] of scheme.leads.entries()) {
    const { description } = lead;
    create('Lead', { id: ids.Lead[index], name: `lead ${index}`, owner_id, description, ...people(lead) });
  }
  for (const [index, opportunity] of scheme.opportunities.entries()) {
    const { description, isSummed } = opportunity;
    create('Opportunity', {
      id: ids.Opportunity[index],
      name: `opportunity ${index}`,
      ...{ owner_id, description, closing_date: '2026-09-30', step_id: space.ids.stepIds[0], value: { base_value: 7 } },
      is_value_auto_calculate: isSummed,
      product_relations: opportunity.items.map(({ product, quantity }) => ({
        product_id: others.products[product],
        quantity,
        price: 10,
      })),
      ...people(opportunity),
    });
  }
  for (const [index, { opportunity, accounts, isActive }] of scheme.quotes.entries()) {
    create('Quote', {
      id: idOf(graph, 5, index),
      name: `quote ${index}`,
      owner_id,
      oppty_id: at(ids.Opportunity, opportunity),
      is_active_in_opportunity: isActive,
      account_relations: withPrimary(accounts, (place) => ({ account_id: account(place) })),
    });
  }
  for (const [index, { on }] of scheme.tasks.entries()) {
    const id = idOf(graph, 6, index);
    create('Task', { id, subject: `task ${index}`, owner_id });
    for (const { type, place } of on)
      create('ActivityRelation', { activity_id: id, [manyReference[type]]: at(ids[type], place) });
  }
  for (const [index, link] of scheme.links.entries()) {
    const id = idOf(graph, 7, index);
    const { entityType, body } = linkRecord(others, ids, owner_id, link);
    create(entityType, { id, ...body });
    if (link.isDeleted) remove(entityType, id);
  }
  const kinds = [
    ['Account', scheme.accounts],
    ['Contact', scheme.contacts],
    ['Lead', scheme.leads],
    ['Opportunity', scheme.opportunities],
  ] as const;
  for (const [type, records] of kinds) {
    for (const [index, { isDeleted }] of records.entries()) if (isDeleted) remove(type, at(ids[type], index));
  }
  return { ids, items };
}

/** By which of their references records that may belong to any of the types point at one. */
const manyReference = {
  Account: 'account_id',
  Contact: 'contact_id',
  Lead: 'lead_oppty_id',
  Opportunity: 'lead_oppty_id',
} as const;

const shares = { Account: 'Account', Contact: 'Contact', Lead: 'LeadOppty', Opportunity: 'LeadOppty' } as const;

function linkRecord(others: Others, ids: Ids, owner_id: string, { kind, on, other }: Scheme['links'][number]) {
  const { type, place } = on;
  const id = at(ids[type], place);
  const tied = { [manyReference[type]]: id };
  const one = (list: readonly string[]) => at(list, other);
  switch (kind) {
    case 'note':
      return { entityType: 'Note', body: { note: 'a note', owner_id, ...tied } };
    case 'tag': {
      const reference = { Account: 'account_id', Contact: 'contact_id', Lead: 'lead_id', Opportunity: 'oppty_id' }[
        type
      ];
      return { entityType: 'TagRelation', body: { tag_id: one(others.tags), [reference]: id } };
    }
    case 'favourite':
      return { entityType: 'ClientFavorite', body: { owner_id: one(others.users), ...tied } };
    case 'user':
      return {
        entityType: `${shares[type]}SharingClientRelation`,
        body: { client_id: one(others.users), role: 1, ...tied },
      };
    case 'unit':
      return {
        entityType: `${shares[type]}SharingSalesUnitRelation`,
        body: { unit_id: one(others.units), role: 1, ...tied },
      };
    case 'document': {
      const folder = other % 3 === 0 ? { cloud_object_folder_id: others.folder } : {};
      return {
        entityType: 'CloudObjectRelation',
        body: { cloud_object_id: one(others.documents), ...folder, ...tied },
      };
    }
    case 'relation': {
      const [entityType, name] = type === 'Contact' ? ['ContactRelation', 'contact'] : ['AccountRelation', 'account'];
      const list = type === 'Contact' ? ids.Contact : ids.Account;
      // Of two different records.
      const [from, to] = [at(list, place), at(list, place + 1 + (other % (list.length - 1)))];
      return { entityType, body: { [`${name}1_id`]: from, [`${name}2_id`]: to } };
    }
    case 'group': {
      const deal = at([...ids.Lead, ...ids.Opportunity], place);
      const body = { name: 'group', color: 1, group_position: other, lead_oppty_id: deal };
      return { entityType: 'LeadOpptyContactGroupRelation', body };
    }
  }
}

/** Of the rows that a scheme ties a record to, one has the flag. */
function withPrimary<T>(
  { rows, primary }: { readonly rows: readonly T[]; readonly primary: number },
  body: (row: T) => Json,
) {
  return rows.map((row, index) => ({ ...body(row), is_primary: index === primary % rows.length }));
}

function idOf(graph: number, kind: number, index: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
  return `${hex(graph, 8)}-0000-7000-8000-${hex(kind * 0x1000 + index, 12)}`;
}

export function at(list: readonly string[], place: number): string {
  return list[place % list.length] ?? '';
}
