/**
 * Removes what the change log has kept for long enough, in all spaces. First the log of a space begins later, so that no reader takes the
 * rest for all of it, then the rows go, some at a time. Several processes may sweep at once.
 */
import type { Database } from '../../db/database.js';
import { reachableSpaceIds } from '../../db/spaces.js';
import { setLoggedFrom } from '../../sql/tables/spaces.js';
import { deleteChanges, deleteOldDeliveries, selectOutdated, selectUnkept } from '../../sql/tables/sweep-changes.js';
import { deleteStatesOfDeleted } from '../../sql/tables/webhooks.js';

/** Rows of one transaction. */
const maxRows = 1_000;

/**
 * @param before changes that are older go; the newest ones of a space stay
 * @param signal when aborted, it stops behind the transaction that it is at
 */
export async function sweepChanges(db: Database, before: Date, signal?: AbortSignal): Promise<void> {
  const moment = `${before.toISOString().slice(0, -1)}000`;
  const failures: unknown[] = [];
  for (const space of await reachableSpaceIds(db)) {
    // What hinders one space is not to hinder those behind it, hour after hour.
    await sweepSpace(db, space, moment, signal).catch((error) => failures.push(error));
    if (signal?.aborted) break;
  }
  if (failures.length > 0) throw failures[0];
}

async function sweepSpace(db: Database, space: string, before: string, signal?: AbortSignal): Promise<void> {
  let isOpen = true;
  while (isOpen && !signal?.aborted) isOpen = (await removeSome(db, space)) || (await beginLater(db, space, before));
  for (isOpen = true; isOpen && !signal?.aborted; ) isOpen = await removeDeliveries(db, space);
}

/** @returns whether there were any */
async function removeSome(db: Database, space: string): Promise<boolean> {
  const [last] = await db.read(selectUnkept(db.dialect, space, maxRows));
  if (!last) return false;
  const place = { revision: Number(last.v), position: Number(last.p) };
  await db.write((transaction) => transaction.run(deleteChanges(db.dialect, space, place)));
  return true;
}

/** In a transaction of its own: those who write wait for no row that is removed. @returns whether there is more to remove */
async function beginLater(db: Database, space: string, before: string): Promise<boolean> {
  const [outdated] = await db.read(selectOutdated(db.dialect, space, before, maxRows));
  if (outdated?.v === null || outdated === undefined) return false;
  const revision = Number(outdated.v);
  await db.write((transaction) => transaction.run(setLoggedFrom(db.dialect, space, revision)));
  return true;
}

/** @returns whether there may be more */
async function removeDeliveries(db: Database, space: string): Promise<boolean> {
  return db.write(async (transaction) => {
    await transaction.run(deleteStatesOfDeleted(db.dialect, space));
    const removed = await transaction.run(deleteOldDeliveries(db.dialect, space, maxRows));
    return removed.length === maxRows;
  });
}
