/**
 * Finds accounts by filters of boxes, for checks of such filters.
 */

import { idOf } from '../../api/record.js';
import type { CheckContext } from '../../check-context.js';
import { type Json, type JsonObject, readObject, readObjects } from '../../http/json.js';

/** Takes a tab and the id of a saved filter. */
export const accountsByTab = `query ($tab: FilterTabInput, $profile: UUID) {
  accounts(first: 100, filterTab: $tab, profileId: $profile) { nodes { id } }
}`;

/** @returns the ids found, up to 100. @throws ExpectationFailed when the filter is rejected */
export async function findAccounts(
  { graphql }: CheckContext,
  tab: JsonObject | null,
  profile: Json = null,
): Promise<string[]> {
  const { accounts } = await graphql.run(accountsByTab, { tab, profile });
  return readObjects(readObject(accounts, 'accounts').nodes, 'nodes').map(idOf);
}
