/**
 * What a merge makes of the records of a space, worked out in memory: slowly, record by record, and knowing by name what ties records
 * together. Times and revisions are left as they were.
 */
import type { Catalog } from '@headwater/catalog';
import type { Dump } from '../space-dump.js';
import type { Mergeable } from './merge-scheme.js';

export interface ExpectedMerge {
  readonly type: Mergeable;
  readonly master: string;
  readonly secondaries: readonly string[];
  /** Members that the master is given. */
  readonly given: Readonly<Record<string, unknown>>;
}

type Item = Record<string, unknown>;
type Items = ReadonlyMap<string, ReadonlyMap<string, Item>>;

/** A record that goes: what takes its place, and how late it goes. */
interface Gone {
  readonly successor: string;
  readonly rank: number;
}

interface LinkType {
  /** What ties are made of; the first ones are in every one of them. */
  readonly ends: readonly string[];
  readonly amounts?: readonly string[];
  /** Of the rows that share this end one has the flag. */
  readonly primaryOf?: string;
}

const owners = ['account_id', 'contact_id', 'lead_oppty_id'];

const linkTypes: Readonly<Record<string, LinkType>> = {
  AccountRelation: { ends: ['account1_id', 'account2_id'] },
  ContactRelation: { ends: ['contact1_id', 'contact2_id'] },
  AccountSharingClientRelation: { ends: ['account_id', 'client_id'] },
  AccountSharingSalesUnitRelation: { ends: ['account_id', 'unit_id'] },
  ContactSharingClientRelation: { ends: ['contact_id', 'client_id'] },
  ContactSharingSalesUnitRelation: { ends: ['contact_id', 'unit_id'] },
  LeadOpptySharingClientRelation: { ends: ['lead_oppty_id', 'client_id'] },
  LeadOpptySharingSalesUnitRelation: { ends: ['lead_oppty_id', 'unit_id'] },
  ActivityRelation: { ends: ['activity_id', ...owners] },
  ClientFavorite: { ends: ['owner_id', ...owners] },
  CloudObjectRelation: { ends: ['cloud_object_id', ...owners, 'cloud_object_folder_id'] },
  TagRelation: { ends: ['tag_id', 'account_id', 'contact_id', 'lead_id', 'oppty_id'] },
  ContactAccountRelation: { ends: ['contact_id', 'account_id'], primaryOf: 'contact_id' },
  LeadOpptyAccountRelation: { ends: ['lead_oppty_id', 'account_id'], primaryOf: 'lead_oppty_id' },
  LeadOpptyContactRelation: { ends: ['lead_oppty_id', 'contact_id'], primaryOf: 'lead_oppty_id' },
  QuoteAccountRelation: { ends: ['quote_id', 'account_id'], primaryOf: 'quote_id' },
  OpptyProductRelation: { ends: ['oppty_id', 'quote_id', 'product_id'], amounts: ['price', 'quantity', 'amount'] },
  ContactAccountAccountRoleRelation: { ends: ['contact_account_relation_id', 'account_role_id'] },
  LeadOpptyContactSalesRoleRelation: { ends: ['lead_oppty_contact_relation_id', 'sales_role_id'] },
};

/** What the primary row of a parent shows in it: by parent type, row type and reference. */
const shownByPrimary = [
  [
    'Contact',
    'ContactAccountRelation',
    'contact_id',
    { primary_account: 'account_id', primary_account_position: 'position' },
  ],
  ['Contact', 'ContactAccountRelation', 'contact_id', { primary_account_relation_id: 'id' }],
  ['Contact', 'ContactAccountRelation', 'contact_id', { primary_account_relationship: 'relationship' }],
  ['Lead', 'LeadOpptyAccountRelation', 'lead_oppty_id', { primary_account: 'account_id' }],
  ['Lead', 'LeadOpptyContactRelation', 'lead_oppty_id', { primary_contact: 'contact_id' }],
  ['Opportunity', 'LeadOpptyAccountRelation', 'lead_oppty_id', { primary_account: 'account_id' }],
  ['Opportunity', 'LeadOpptyContactRelation', 'lead_oppty_id', { primary_contact: 'contact_id' }],
  ['Quote', 'QuoteAccountRelation', 'quote_id', { primary_account: 'account_id' }],
] as const;

export function expectMerge(catalog: Catalog, before: Dump, merge: ExpectedMerge): Items {
  const items: Items = new Map(
    [...before].map(([type, records]) => [type, new Map([...records].map(([id, record]) => [id, { ...record }]))]),
  );
  const of = (type: string) => items.get(type) ?? new Map<string, Item>();
  const found = (id: string) => of(merge.type).get(id) ?? {};
  const master = found(merge.master);
  const wasMaster = { ...master };
  const secondaries = merge.secondaries.map(found);
  const activeBefore = [master, ...secondaries].map((record) => record.active_quote_id ?? null);
  unmarkMovedQuotes(of('Quote'), merge.secondaries);
  for (const [type, reference] of eventTypes) undoEvents(of(type), reference, merge.secondaries);
  fill(catalog, merge, master, secondaries);
  Object.assign(master, merge.given);
  if ([wasMaster, ...secondaries].some((record) => record.is_unsubscribed === true)) master.is_unsubscribed = true;
  reassign(items, new Map(merge.secondaries.map((id, index) => [id, { successor: merge.master, rank: index + 1 }])));
  for (const record of secondaries) Object.assign(record, { is_deleted: true, merged_into: merge.master });
  if (isAboveItself(of('Account'), master)) master.parent_account_id = null;
  if (merge.type === 'Opportunity') nameActiveQuote(of('Quote'), master, activeBefore);
  derive(items, new Map([[merge.master, wasMaster]]));
  return items;
}

function isAboveItself(accounts: ReadonlyMap<string, Item>, { id, parent_account_id }: Item): boolean {
  for (let at = parent_account_id; at; at = accounts.get(String(at))?.parent_account_id) if (at === id) return true;
  return false;
}

function unmarkMovedQuotes(quotes: ReadonlyMap<string, Item>, gone: readonly string[]): void {
  for (const quote of quotes.values()) {
    if (quote.is_deleted !== true && gone.includes(String(quote.oppty_id))) quote.is_active_in_opportunity = false;
  }
}

/** By type, what leads to the record of an event. */
const eventTypes = [
  ['AccountKPI', 'account_id'],
  ['ContactKPI', 'contact_id'],
  ['LeadOpptyKPI', 'lead_oppty_id'],
] as const;

function undoEvents(events: ReadonlyMap<string, Item>, reference: string, gone: readonly string[]): void {
  for (const event of events.values()) if (gone.includes(String(event[reference]))) event.is_deleted = true;
}

function nameActiveQuote(quotes: ReadonlyMap<string, Item>, master: Item, before: readonly unknown[]): void {
  const active = before.find((id) => id !== null) ?? null;
  master.active_quote_id = active;
  const quote = quotes.get(String(active));
  if (quote) quote.is_active_in_opportunity = true;
}

const systemMembers = ['id', 'created', 'modified', 'revision', 'is_deleted', 'is_delete_protected'];

function fillable(catalog: Catalog, type: string): string[] {
  const fields = catalog.existing(type).fields.filter(({ kind, readOnly }) => kind !== 'rows' && !readOnly);
  return fields.map(({ name }) => name).filter((name) => !systemMembers.includes(name));
}

function isUnset(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function fill(catalog: Catalog, merge: ExpectedMerge, master: Item, others: readonly Item[]): void {
  const merged = new Set<unknown>([merge.master, ...merge.secondaries]);
  for (const name of fillable(catalog, merge.type)) {
    if (!isUnset(master[name]) || name in merge.given) continue;
    const giver = others.find((other) => !isUnset(other[name]) && !merged.has(other[name]));
    if (giver) master[name] = giver[name];
  }
}

/** Replaces ids wherever they stand, and makes one of what ties the same records together then. */
function reassign(items: Items, gone: ReadonlyMap<string, Gone>): void {
  const below = new Map<string, Gone>();
  for (const [type, records] of items) {
    const link = linkTypes[type];
    if (link) for (const [id, one] of unite(link, [...records.values()], gone)) below.set(id, one);
    for (const record of records.values()) replaceIds(record, gone);
  }
  if (below.size > 0) reassign(items, below);
}

/** Members that name records without referring to them: what they show is worked out again as long as the record lives. */
const noReferences = ['id', 'primary_account_relation_id'];

function replaceIds(record: Item, gone: ReadonlyMap<string, Gone>): void {
  for (const [name, value] of Object.entries(record)) {
    const successor = gone.get(String(value))?.successor;
    if (successor !== undefined && !noReferences.includes(name))
      record[name] = successor === record.id ? null : successor;
  }
}

interface Tie {
  readonly record: Item;
  readonly ranks: readonly number[];
  readonly ends: Record<string, unknown>;
}

/** @returns the rows that became one with others */
function unite(link: LinkType, records: readonly Item[], gone: ReadonlyMap<string, Gone>): Map<string, Gone> {
  const masters = new Set([...gone.values()].map(({ successor }) => successor));
  const concerns = (id: unknown) => gone.has(String(id)) || masters.has(String(id));
  const ties = records
    .filter((record) => record.is_deleted !== true && link.ends.some((end) => concerns(record[end])))
    .map(
      (record): Tie => ({
        record,
        ranks: link.ends.map((end) => gone.get(String(record[end]))?.rank ?? 0),
        ends: Object.fromEntries(
          link.ends.map((end) => [end, gone.get(String(record[end]))?.successor ?? record[end] ?? null]),
        ),
      }),
    )
    .sort((a, b) => inOrder(a.ranks, b.ranks) || (String(a.record.id) < String(b.record.id) ? -1 : 1));
  const stays = new Map<Tie, Tie | null>();
  for (const tie of ties) {
    const ids = Object.values(tie.ends).filter((id) => id !== null);
    const isLoop = tie.ranks.some((rank) => rank > 0) && new Set(ids).size < ids.length;
    const same = ties.find(
      (other) => stays.get(other) === other && inOrder(other.ranks, tie.ranks) < 0 && agree(link, other, tie),
    );
    stays.set(tie, isLoop ? null : (same ?? tie));
    if (same && !isLoop) giveAll(same, tie);
  }
  if (link.primaryOf !== undefined) leaveOnePrimary(link.primaryOf, stays);
  const below = new Map<string, Gone>();
  for (const [tie, stay] of stays) {
    if (stay === tie) continue;
    tie.record.is_deleted = true;
    if (stay) below.set(String(tie.record.id), { successor: String(stay.record.id), rank: below.size + 1 });
  }
  return below;
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((rank, place) => rank !== b[place]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function agree(link: LinkType, a: Tie, b: Tie): boolean {
  const ends = link.ends.every((end) => a.ends[end] === null || b.ends[end] === null || a.ends[end] === b.ends[end]);
  return ends && (link.amounts ?? []).every((name) => a.record[name] === b.record[name]);
}

/** The row that stays takes over what it lacks. */
function giveAll(stay: Tie, tie: Tie): void {
  for (const [name, value] of Object.entries({ ...tie.record, ...tie.ends })) {
    if (systemMembers.includes(name) || !isUnset(stay.record[name]) || isUnset(value)) continue;
    stay.record[name] = value;
    if (name in stay.ends) stay.ends[name] = value;
  }
}

function leaveOnePrimary(end: string, stays: ReadonlyMap<Tie, Tie | null>): void {
  for (const parent of new Set([...stays.keys()].map((tie) => tie.ends[end]))) {
    const ties = [...stays].filter(([tie]) => tie.ends[end] === parent);
    const [, holder] = ties.find(([tie]) => tie.record.is_primary === true) ?? [];
    if (!holder) continue;
    for (const [tie, stay] of ties) if (stay === tie) tie.record.is_primary = tie === holder;
  }
}

/** What records show of their rows. */
function derive(items: Items, before: ReadonlyMap<string, Item>): void {
  const living = (type: string) =>
    [...(items.get(type)?.values() ?? [])].filter(({ is_deleted }) => is_deleted !== true);
  const contacts = living('Contact');
  for (const contact of contacts) {
    const primary = living('ContactAccountRelation').find(
      (row) => row.contact_id === contact.id && row.is_primary === true,
    );
    const names = [contact.first_name, contact.middle_name, contact.last_name].filter((name) => !isUnset(name));
    contact.formatted_name = names.join(' ');
    if (!primary) continue;
    // A title that was kept until there was an account is the one there.
    const hadAccount = (before.get(String(contact.id)) ?? contact).primary_account !== null;
    if (!hadAccount && isNull(primary.position)) primary.position = contact.account_position ?? null;
    contact.account_position = primary.position;
  }
  for (const [type, rowType, reference, members] of shownByPrimary) {
    const rows = living(rowType).filter(({ is_primary }) => is_primary === true);
    for (const record of living(type)) {
      const row = rows.find((one) => one[reference] === record.id);
      for (const [name, member] of Object.entries(members)) record[name] = row?.[member] ?? null;
    }
  }
  for (const opportunity of living('Opportunity')) {
    if (opportunity.is_value_auto_calculate !== true) continue;
    const rows = living('OpptyProductRelation').filter(({ oppty_id }) => oppty_id === opportunity.id);
    const sum = String(rows.reduce((total, row) => total + Number(row.amount), 0));
    opportunity.value = { ...(opportunity.value as object), base_value: sum, value_foreign: sum };
  }
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined;
}
