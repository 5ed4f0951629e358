/**
 * Writes the records of a scheme: into a space of a running server and, as plain objects, for the oracle.
 */
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import type { Thing, Value } from './oracle.js';
import type { Scheme } from './scheme.js';

export interface Fixture {
  readonly opportunities: readonly Thing[];
  /** Ids that conditions may ask for, by the kind of record. */
  readonly ids: {
    readonly user: readonly string[];
    readonly account: readonly string[];
    readonly row: readonly string[];
  };
}

/** Writes the records into the space over HTTP. */
export async function makeFixture(space: TestSpace, scheme: Scheme): Promise<Fixture> {
  const withReadOnly = { 'validation-level': 24 };
  const steps = new Map(space.ids.stepIds.map((id, index) => [id, thing(id, { sort_order: index + 1 })]));
  const users: Thing[] = [];
  for (const [index, { first_name, position }] of scheme.users.entries()) {
    const body = { email: `user${index}@example.com`, default_unit_id: space.ids.unitId, first_name, position };
    const { id } = await space.create('Clients', body);
    users.push(thing(id, { id, email: body.email, first_name, position }));
  }
  const ownerId = users[0]?.id ?? '';
  const accounts: Thing[] = [];
  for (const { name, city, parent, isDeleted } of scheme.accounts) {
    const above = parent === null ? null : (accounts[parent] ?? null);
    const body = { name, city, owner_id: ownerId, parent_account_id: above?.id ?? null };
    const { id } = await space.create('Accounts', body, withReadOnly);
    if (isDeleted) await space.delete('Accounts', id);
    accounts.push({ ...thing(id, { id, name, city }), isDeleted, one: { parent_account: above } });
  }
  const made: Thing[] = [];
  const rowIds: string[] = [];
  for (const [index, one] of scheme.opportunities.entries()) {
    const owner = users[one.user % users.length] ?? null;
    const stepId = space.ids.stepIds[index % 3] ?? '';
    const rows = one.accounts.map(({ account }, position) => ({
      account_id: accounts[account]?.id ?? '',
      is_primary: position === 0,
    }));
    const record = await space.create('Opportunities', opportunityBody(space, one, owner, stepId, rows), withReadOnly);
    const stored = (await space.list('LeadOpptyAccountRelations', { 'filter[lead_oppty_id]': record.id })).data;
    const rowThings = stored.map((row) => rowThing(row, accounts));
    rowIds.push(...rowThings.map((row) => row.id));
    // The first row is the primary one and stays, so that the flag does not move.
    for (const [position, { isDeleted }] of one.accounts.entries()) {
      const row = rowThings[position];
      if (!row || position === 0 || !isDeleted) continue;
      await space.delete('LeadOpptyAccountRelations', row.id);
      row.isDeleted = true;
    }
    if (one.isDeleted) await space.delete('Opportunities', record.id);
    const primary = rowThings.find((row) => row.values.is_primary === true)?.one.account ?? null;
    made.push({
      ...thing(record.id, opportunityValues(space, one, record, owner)),
      isDeleted: one.isDeleted,
      one: { owner, primary_account: primary, step: steps.get(stepId) ?? null, reason_of_close: null },
      many: { account_relations: rowThings.map((row) => ({ ...row, isDeleted: row.isDeleted || one.isDeleted })) },
    });
  }
  return {
    opportunities: made,
    ids: { user: users.map(({ id }) => id), account: accounts.map(({ id }) => id), row: rowIds },
  };
}

type OpportunityScheme = Scheme['opportunities'][number];

function opportunityBody(
  space: TestSpace,
  one: OpportunityScheme,
  owner: Thing | null,
  step_id: string,
  account_relations: readonly Json[],
): Json {
  const { name, description, quick_account_name, ranking, was_qualified, closing_date, won_date, created } = one;
  const { baseCurrencyId, foreignCurrencyId } = space.ids;
  const value =
    one.foreign === null
      ? { base_value: one.base_value, currency_id: baseCurrencyId }
      : { base_value: one.base_value, value_foreign: one.foreign, currency_id: foreignCurrencyId };
  const plain = { name, description, quick_account_name, ranking, was_qualified, closing_date, won_date, created };
  return { ...plain, owner_id: owner?.id ?? null, step_id, value, account_relations };
}

function opportunityValues(
  space: TestSpace,
  one: OpportunityScheme,
  record: TestRecord,
  owner: Thing | null,
): Record<string, Value> {
  const { name, description, quick_account_name, ranking, closing_date, won_date, created, base_value } = one;
  return {
    id: record.id,
    ...{ name, description, quick_account_name, ranking, closing_date, won_date, created },
    // What is left out or null takes its default.
    was_qualified: one.was_qualified ?? false,
    formatted_name: name,
    table_name: 'opportunity',
    is_favorite: false,
    owner_id: owner?.id ?? null,
    reason_of_close_id: null,
    product_sections: null,
    value: base_value,
    'value.value_foreign': one.foreign ?? base_value,
    'value.currency_id': one.foreign === null ? space.ids.baseCurrencyId : space.ids.foreignCurrencyId,
  };
}

function rowThing(row: TestRecord, accounts: readonly Thing[]): Thing {
  const account = accounts.find(({ id }) => id === row.account_id) ?? null;
  return {
    ...thing(row.id, { id: row.id, is_primary: row.is_primary === true, account_id: account?.id ?? null }),
    one: { account },
  };
}

function thing(id: string, values: Record<string, Value>): Thing {
  return { id, isDeleted: false, values, one: {}, many: {} };
}
