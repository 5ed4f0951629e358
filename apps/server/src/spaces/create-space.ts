/**
 * Makes a space: its entry in the directory and the records that users need before they can make the first one of their own.
 */
import { isSpaceId } from '../auth/space-id.js';
import { UniqueViolation } from '../db/translate-error.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { inTransaction } from '../records/write/run-write.js';
import { type Administrator, baseRecords } from './base-records.js';
import { migrateSpace } from './migrate-spaces.js';
import { enterSpace } from './space-directory.js';
import { writeSeedRecords } from './write-seed-records.js';

/** A space that cannot be made; the message says why. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError';
}

export interface NewSpace {
  /** A part of addresses: a slug or a uuid. */
  readonly id: string;
  /** For people; the id when left out. */
  readonly name?: string;
  /** ISO 4217 code; USD when left out. */
  readonly currency?: string;
  /** The first user. */
  readonly administrator?: Partial<Administrator>;
}

export const defaultAdministrator = { email: 'admin@example.com', firstName: 'Space', lastName: 'Administrator' };

/**
 * One transaction, so that no half-made space is left behind, and of two attempts at the same time one is rejected.
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
    await inTransaction(store, systemCall(id), async (context) => {
      await enterSpace(store.db.dialect, context.transaction, id, name);
      await migrateSpace(store, context);
      await writeSeedRecords(context, baseRecords(currency, administrator));
    });
  } catch (error) {
    if (error instanceof UniqueViolation) throw new SpaceError(`the space "${id}" exists already`, { cause: error });
    throw error;
  }
}
