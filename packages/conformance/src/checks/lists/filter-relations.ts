/**
 * Promises about filters through relations, and about filters that are wrong.
 */

import { idOf, idsOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectSameItems, expectThat } from '../../expectation.js';
import type { Query } from '../../http/query.js';

const spec = 'v100#/components/parameters/Filter';

/** A parent with two children, an account without a parent; contacts of the parent, of both and of none. */
async function relatedAccounts({ fixtures }: CheckContext) {
  const tag = fixtures.uniqueText();
  const parent = idOf(await fixtures.create('Account', { name: `${tag}-parent`, city: tag }));
  const first = idOf(await fixtures.create('Account', { name: `${tag}-first`, city: tag, parent_account_id: parent }));
  const second = idOf(
    await fixtures.create('Account', { name: `${tag}-second`, city: tag, parent_account_id: parent }),
  );
  const of = (...ids: readonly string[]) => ids.map((account_id, index) => ({ account_id, is_primary: index === 0 }));
  const ofFirst = idOf(await fixtures.create('Contact', { city: tag, account_relations: of(first) }));
  const ofBoth = idOf(await fixtures.create('Contact', { city: tag, account_relations: of(second, first) }));
  const ofNone = idOf(await fixtures.create('Contact', { city: tag }));
  return { tag, parent, first, second, ofFirst, ofBoth, ofNone };
}

async function expectFound(
  { rest }: CheckContext,
  collection: string,
  query: Query,
  ids: readonly string[],
): Promise<void> {
  const page = await rest.list(collection, query);
  expectSameItems(idsOf(page.records), ids, `${collection} found by ${JSON.stringify(query)}`);
}

export const filterRelationChecks: readonly Check[] = [
  {
    id: 'filter.relation.to-one',
    sentence: 'MUST filter by members of a to-one relation with a dotted path',
    spec,
    run: async (context) => {
      const { tag, parent, first, second } = await relatedAccounts(context);
      const query = { 'filter[city]': tag };
      await expectFound(context, 'Accounts', { ...query, 'filter[parent_account.name]': `${tag}-parent` }, [
        first,
        second,
      ]);
      const without = { ...query, 'filter-op[parent_account.name]': 'null' };
      await expectFound(context, 'Accounts', without, [parent]);
    },
  },
  {
    id: 'filter.relation.id',
    sentence: 'MUST filter by the id member of a relation, also for null',
    spec,
    run: async (context) => {
      const { tag, parent, first, second } = await relatedAccounts(context);
      const query = { 'filter[city]': tag };
      await expectFound(context, 'Accounts', { ...query, 'filter[parent_account_id]': parent }, [first, second]);
      await expectFound(context, 'Accounts', { ...query, 'filter-op[parent_account_id]': 'null' }, [parent]);
    },
  },
  {
    id: 'filter.relation.to-many',
    sentence: 'MUST match a record when some item of a to-many relation matches, and list it once',
    spec,
    run: async (context) => {
      const { tag, first, ofFirst, ofBoth } = await relatedAccounts(context);
      const query = { 'filter[city]': tag };
      await expectFound(context, 'Contacts', { ...query, 'filter[account_relations.account_id]': first }, [
        ofFirst,
        ofBoth,
      ]);
      const byName = {
        'filter[account_relations.account.name]': tag,
        'filter-op[account_relations.account.name]': 'starts',
      };
      await expectFound(context, 'Contacts', { ...query, ...byName }, [ofFirst, ofBoth]);
      await expectFound(context, 'Contacts', { ...query, 'filter[account_relations.account.name]': `${tag}-second` }, [
        ofBoth,
      ]);
    },
  },
  {
    id: 'filter.relation.empty',
    sentence: 'MUST tell records with items of a to-many relation from those without by `empty` and `not-empty`',
    spec: 'v100#/components/parameters/FilterOp',
    run: async (context) => {
      const { tag, ofFirst, ofBoth, ofNone } = await relatedAccounts(context);
      const query = { 'filter[city]': tag };
      await expectFound(context, 'Contacts', { ...query, 'filter-op[account_relations]': 'empty' }, [ofNone]);
      await expectFound(context, 'Contacts', { ...query, 'filter-op[account_relations]': 'not-empty' }, [
        ofFirst,
        ofBoth,
      ]);
    },
  },
  {
    id: 'filter.clients.email',
    sentence: 'MUST find a user by `filter[email]` on Clients',
    spec: 'v100#/paths/~1entities~1Clients/get',
    run: async (context) => {
      const { rest, fixtures } = context;
      const id = await fixtures.idOf('Client');
      const { email } = await rest.get('Clients', id);
      const { records } = await rest.list('Clients', { 'filter[email]': String(email), first: 100 });
      expectThat(idsOf(records).includes(id), `the user with ${String(email)} should be found`);
      const others = records.filter((record) => record.email !== email);
      expectEqual(others, [], 'users with another address');
      await expectFound(context, 'Clients', { 'filter[email]': `${fixtures.uniqueText()}@example.com` }, []);
    },
  },
  {
    id: 'filter.rejected.field',
    sentence: 'MUST reject a filter on an unknown field or relation with 400 and code 117, naming it',
    spec: 'v100#/components/responses/BadRequest',
    run: async ({ rest }) => {
      for (const name of ['nmae', 'owner.nmae', 'no_relation.name', 'name.deeper', '__proto__']) {
        const query = { [`filter[${name}]`]: 'x' };
        expectParameterRejected(await rest.send('GET', 'Accounts', undefined, { query }), name);
        const alone = { [`filter-op[${name}]`]: 'null' };
        expectParameterRejected(await rest.send('GET', 'Accounts', undefined, { query: alone }), name);
      }
    },
  },
  {
    id: 'filter.rejected.operator',
    sentence: 'MUST reject an unknown operator with 400 and code 117 instead of dropping the filter',
    spec: 'v100#/components/schemas/FilterOperator',
    run: async ({ rest }) => {
      for (const operator of ['like', 'EQ', '', 'toString']) {
        const query = { 'filter[name]': 'x', 'filter-op[name]': operator };
        expectParameterRejected(await rest.send('GET', 'Accounts', undefined, { query }), 'name');
      }
    },
  },
  {
    id: 'filter.rejected.operand',
    sentence:
      "MUST reject an operand that is not of the field's type, or a wrong number of them, with 400 and code 117",
    spec: 'v100#/components/responses/BadRequest',
    run: async ({ rest }) => {
      const cases: readonly (readonly [string, string, readonly string[]])[] = [
        ['account_class', 'eq', ['many']],
        ['is_unsubscribed', 'eq', ['maybe']],
        ['created', 'gte', ['yesterday']],
        ['created', 'gte', ['2021-02-30']],
        ['owner_id', 'eq', ['not-a-uuid']],
        ['account_class', 'between', ['1']],
        ['account_class', 'between', ['1', '2', '3']],
        ['account_class', 'gt', ['1', '2']],
        ['account_class', 'contains', ['1']],
      ];
      for (const [field, operator, values] of cases) {
        const query = { [`filter[${field}]`]: values, [`filter-op[${field}]`]: operator };
        expectParameterRejected(await rest.send('GET', 'Accounts', undefined, { query }), field);
      }
    },
  },
  {
    id: 'filter.rejected.hint',
    sentence: 'SHOULD name the field that was probably meant',
    spec: 'v100#/components/responses/BadRequest',
    run: async ({ rest }) => {
      const answer = await rest.send('GET', 'Accounts', undefined, { query: { 'filter[contry]': 'x' } });
      expectParameterRejected(answer, 'country');
    },
  },
];
