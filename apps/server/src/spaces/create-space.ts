/**
 * Makes a space: its entry in the directory and the records that users need before they can make the first one of their own.
 */
import type { Catalog } from '@headwater/catalog';
import { isSpaceId } from '../auth/space-id.js';
import { UniqueViolation } from '../db/translate-error.js';
import type { RecordStore } from '../records/record-store.js';
import { syncFields } from '../records/sync-fields.js';
import { inOneWrite, type WriteSession } from '../records/write-session.js';
import { validationBits } from '../request/write-request.js';
import { currencySymbol, dataSetId, dataSets, firstCurrencies, rootUnitName, salesSteps } from './first-records.js';
import { enterSpace } from './space-directory.js';
import { systemCall } from './system-call.js';

/** A space that cannot be made; the message says why. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError';
}

export interface NewSpace {
  /** Stands in addresses: a slug or a uuid. */
  readonly id: string;
  /** For people; the id when left out. */
  readonly name?: string;
  /** ISO 4217 code; USD when left out. */
  readonly currency?: string;
  /** The first user. */
  readonly administrator?: { readonly email?: string; readonly firstName?: string; readonly lastName?: string };
}

export const defaultAdministrator = { email: 'admin@example.com', firstName: 'Space', lastName: 'Administrator' };

/**
 * One transaction, so that no half-made space is left behind, and of two attempts at the same time one is refused.
 * @throws SpaceError when the id or currency is not usable or the space exists
 */
export async function createSpace(store: RecordStore, space: NewSpace): Promise<void> {
  const { id, name = id, currency = 'USD' } = space;
  if (!isSpaceId(id)) {
    throw new SpaceError(`"${id}" cannot name a space: use 1 to 63 of the characters a-z, 0-9, _ and -`);
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new SpaceError(`"${currency}" is not a currency: give three capital letters, such as USD`);
  }
  const administrator = { ...defaultAdministrator, ...space.administrator };
  try {
    await inOneWrite(store, systemCall(id), async (session) => {
      await enterSpace(store.db.dialect, session.transaction, id, name);
      await writeFirstRecords(session, store.catalog, currency, administrator);
    });
  } catch (error) {
    if (error instanceof UniqueViolation) throw new SpaceError(`the space "${id}" exists already`, { cause: error });
    throw error;
  }
  await syncFields(store, id);
}

async function writeFirstRecords(
  session: WriteSession,
  catalog: Catalog,
  currency: string,
  administrator: typeof defaultAdministrator,
): Promise<void> {
  const create = async (entityType: string, body: Readonly<Record<string, unknown>>): Promise<string> =>
    (await session.create({ entityType, body, validationLevel: 0 })).id;
  /** What all else stands on: nobody may delete it. */
  const createProtected = async (entityType: string, body: Readonly<Record<string, unknown>>): Promise<string> => {
    const { readOnlyWritable } = validationBits;
    const protectedBody = { ...body, is_delete_protected: true };
    return (await session.create({ entityType, body: protectedBody, validationLevel: readOnlyWritable })).id;
  };

  const unit = await createProtected('SalesUnit', { name: rootUnitName });
  await create('Client', {
    email: administrator.email,
    first_name: administrator.firstName,
    last_name: administrator.lastName,
    default_unit_id: unit,
  });
  for (const code of firstCurrencies(currency)) {
    const isBase = code === currency;
    await (isBase ? createProtected : create)('Currency', { code, symbol: currencySymbol(code), is_base: isBase });
  }
  await create('AccountType', { name: 'Standard' });
  await create('ContactType', { name: 'Standard' });
  const pipeline = await create('Pipeline', { name: 'Sales' });
  for (const [index, step] of salesSteps.entries()) {
    await create('Step', { ...step, pipeline_id: pipeline, sort_order: index + 1 });
  }
  await create('OpportunityType', { name: 'Standard', pipeline_id: pipeline });
  for (const set of Object.values(dataSets)) {
    for (const [index, option] of set.options.entries()) {
      await create('Data', { data_set_id: dataSetId(catalog, set), option_name: option, sort_order: index + 1 });
    }
  }
}
