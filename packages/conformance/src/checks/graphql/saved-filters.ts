/**
 * Promises of GraphQL about filters that are saved.
 */

import { idOf, idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectSameItems, expectThat } from '../../expectation.js';
import { type Json, type JsonObject, readObject, readObjects } from '../../http/json.js';
import { accountsByTab, findAccounts } from './accounts-by-tab.js';
import { expectArgumentRejected } from './errors.js';
import { tabOf } from './tabs.js';

export const graphqlSavedFilterChecks: readonly Check[] = [
  {
    id: 'graphql.saved-filter.run',
    sentence: 'MUST find by a saved filter what its tab finds, and with both what meets both',
    spec: 'graphql#Mutation.saveFilter',
    run: async (context) => {
      const { fixtures } = context;
      const city = fixtures.uniqueText();
      const made = await fixtures.createAll('Account', [
        { city, country: 'AT' },
        { city, country: 'DE' },
        { country: 'AT' },
      ]);
      const [first = '', second = ''] = idsOf(made);
      const id = (await saveFilter(context, tabOf('Account', [['city', 'Is', city]]))).id ?? null;
      expectSameItems(await findAccounts(context, null, id), [first, second], 'ids found by the saved filter');
      const both = await findAccounts(context, tabOf('Account', [['country', 'Is', 'AT']]), id);
      expectSameItems(both, [first], 'ids found by the saved filter and another');
    },
  },
  {
    id: 'graphql.saved-filter.stored',
    sentence: 'MUST show, list, change and delete a saved filter',
    spec: 'graphql#Query.savedFilter',
    run: async (context) => {
      const { graphql, fixtures } = context;
      const city = fixtures.uniqueText();
      await fixtures.create('Account', { city });
      const other = idOf(await fixtures.create('Account', { city: `${city}x` }));
      const saved = await saveFilter(context, tabOf('Account', [['city', 'Is', city]]));
      const id = idOf(saved);
      const shown = await graphql.run(
        'query ($id: UUID!) { savedFilter(id: $id) { id name entity problem tab { mainBox { entity } } } }',
        { id },
      );
      const wanted = {
        id,
        name: saved.name,
        entity: 'Account',
        problem: null,
        tab: { mainBox: { entity: 'Account' } },
      };
      expectEqual(shown.savedFilter, wanted, 'the saved filter');
      expectThat((await listedFilters(context)).includes(id), 'the saved filter should be listed');
      const change =
        'mutation ($id: UUID!, $tab: FilterTabInput, $revision: Int) { changeFilter(id: $id, tab: $tab, revision: $revision) { id } }';
      const tab = tabOf('Account', [['city', 'Is', `${city}x`]]);
      await graphql.run(change, { id, tab, revision: saved.revision });
      expectSameItems(await findAccounts(context, null, id), [other], 'ids found after the change');
      const stale = await graphql.send(change, { id, tab: tabOf('Account', []), revision: saved.revision });
      expectEqual(readObject(stale.json, 'the body').data ?? null, null, 'data of a change to a stale revision');
      expectEqual(
        await graphql.run('mutation ($id: UUID!) { deleteSavedFilter(id: $id) }', { id }),
        { deleteSavedFilter: id },
        'the answer to the delete',
      );
      expectArgumentRejected(await graphql.send(accountsByTab, { tab: null, profile: id }), 'profileId');
    },
  },
];

async function saveFilter({ graphql, fixtures }: CheckContext, tab: JsonObject): Promise<JsonObject> {
  const query =
    'mutation ($name: String!, $tab: FilterTabInput!) { saveFilter(name: $name, tab: $tab) { id name revision } }';
  const saved = readObject((await graphql.run(query, { name: fixtures.uniqueText(), tab })).saveFilter, 'saveFilter');
  graphql.note('Profiles', saved.id);
  return saved;
}

async function listedFilters({ graphql }: CheckContext): Promise<string[]> {
  const query = `query ($after: String) {
    savedFilters(entity: "Account", first: 100, after: $after) { items { id } hasNextPage endCursor }
  }`;
  const ids: string[] = [];
  for (let after: Json = null; ; ) {
    const page = readObject((await graphql.run(query, { after })).savedFilters, 'savedFilters');
    ids.push(...readObjects(page.items, 'items').map(idOf));
    if (page.hasNextPage !== true) return ids;
    after = page.endCursor ?? null;
  }
}
