/**
 * Writes a generated space into the database: everything in one transaction, so that it is there whole or not at all.
 */
import type { Call } from '../records/call.js';
import { listRecords } from '../records/list-records.js';
import type { RecordStore } from '../records/record-store.js';
import { inOneWrite, type WriteSession } from '../records/write-session.js';
import { validationBits } from '../request/write-request.js';
import { dataSetId, dataSets } from '../spaces/first-records.js';
import { rootUnitName } from '../spaces/foundation.js';
import type { DemoAccount, DemoContact, DemoOpportunity, DemoRecords, DemoUser, Place } from './demo-records.js';

/** @param call may write in a space that has the records every space begins with */
export async function fillDemoSpace(store: RecordStore, call: Call, records: DemoRecords): Promise<void> {
  const root = required(await idsByName(store, call, 'SalesUnit', 'name'), rootUnitName);
  const steps = await idsByName(store, call, 'Step', 'name');
  const options = await optionIds(store, call);
  await inOneWrite(store, call, async (session) => {
    const unitIds = await createAll(session, 'SalesUnit', records.units, (unit) => ({ ...unit, parent_id: root }));
    const clientIds = await createAll(session, 'Client', records.users, (user) => userBody(user, unitIds));
    await createAll(session, 'Product', records.products, ({ price: _, ...product }) => ({
      ...product,
      allowed_pipelines: 1,
    }));
    const accountIds = await createAll(session, 'Account', records.accounts, (account, earlier) =>
      accountBody(account, { clientIds, accountIds: earlier, options }),
    );
    const known = { clientIds, accountIds, options };
    await createAll(session, 'Contact', records.contacts, (contact) => contactBody(contact, known));
    await createAll(session, 'Opportunity', records.opportunities, (deal) => ({
      ...opportunityBody(deal, known),
      step_id: required(steps, deal.step),
    }));
  });
}

interface KnownIds {
  readonly clientIds: readonly string[];
  readonly accountIds: readonly string[];
  /** By set and option: `industries/Retail`. */
  readonly options: ReadonlyMap<string, string>;
}

type Body = Readonly<Record<string, unknown>>;

/** @param bodyOf gets the ids of the records made before this one */
async function createAll<T>(
  session: WriteSession,
  entityType: string,
  records: readonly T[],
  bodyOf: (record: T, earlier: readonly string[]) => Body,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const record of records) {
    const body = bodyOf(record, ids);
    const { id } = await session.create({ entityType, body, validationLevel: validationBits.readOnlyWritable });
    ids.push(id);
  }
  return ids;
}

function userBody({ unit, ...user }: DemoUser, unitIds: readonly string[]): Body {
  return { ...user, default_unit_id: at(unitIds, unit) };
}

function accountBody(account: DemoAccount, known: KnownIds): Body {
  const { owner, industry, customerType, parent, ...members } = account;
  return {
    ...members,
    owner_id: at(known.clientIds, owner),
    industry_id: required(known.options, `industries/${industry}`),
    customer_type_id: required(known.options, `customerTypes/${customerType}`),
    ...(parent === undefined ? {} : { parent_account_id: at(known.accountIds, parent) }),
  };
}

function contactBody({ owner, accounts, ...members }: DemoContact, known: KnownIds): Body {
  const account_relations = accounts.map(({ account, position, relationship }, index) => ({
    account_id: at(known.accountIds, account),
    is_primary: index === 0,
    position,
    relationship,
  }));
  return {
    ...members,
    owner_id: at(known.clientIds, owner),
    ...(accounts.length === 0 ? { position: 'Consultant' } : { account_relations }),
  };
}

function opportunityBody(deal: DemoOpportunity, known: KnownIds): Body {
  const { owner, account, value, step: _, reasonOfClose, leadSource, ...members } = deal;
  return {
    ...members,
    owner_id: at(known.clientIds, owner),
    account_relations: [{ account_id: at(known.accountIds, account), is_primary: true }],
    value: { base_value: value },
    lead_source_id: required(known.options, `leadSources/${leadSource}`),
    ...(reasonOfClose === undefined
      ? {}
      : { reason_of_close_id: required(known.options, `reasonsOfClose/${reasonOfClose}`) }),
  };
}

async function optionIds(store: RecordStore, call: Call): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [name, set] of Object.entries(dataSets)) {
    const options = await idsByName(store, call, 'Data', 'option_name', dataSetId(store.catalog, set));
    for (const [option, id] of options) ids.set(`${name}/${option}`, id);
  }
  return ids;
}

async function idsByName(
  store: RecordStore,
  call: Call,
  entityType: string,
  member: string,
  dataSet?: string,
): Promise<ReadonlyMap<string, string>> {
  const { texts } = await listRecords(store, call, {
    entityType,
    filter:
      dataSet === undefined
        ? null
        : { kind: 'condition', path: ['data_set_id'], operator: 'eq', operands: [dataSet], at: 'data_set_id' },
    sort: [],
    window: { kind: 'cursor', first: 100 },
    includeDeleted: false,
    selection: { kind: 'rest', expand: {}, only: { [member]: {} } },
    withTotal: false,
  });
  return new Map(
    texts.map((text) => {
      const record: Record<string, string> = JSON.parse(text);
      return [record[member] ?? '', record.id ?? ''];
    }),
  );
}

function required(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the space has no "${name}" to point at`);
  return id;
}

function at(ids: readonly string[], place: Place): string {
  const id = ids[place];
  if (id === undefined) throw new Error(`there is no record ${place} to point at`);
  return id;
}
