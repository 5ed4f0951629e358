/**
 * Promises about `expand`, which puts records in the place of links.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readObject, readObjects, readText } from '../../http/json.js';
import { linkedContact } from '../linked-contact.js';

const spec = 'v100#/components/parameters/Expand';

export const expandChecks: readonly Check[] = [
  {
    id: 'expand.to-one',
    sentence: 'MUST put the related record in the place of its link, as a get of it answers it',
    spec,
    run: async (context) => {
      const { account, parent } = await linkedContact(context);
      const { records } = await context.rest.list('Accounts', {
        'filter[id]': idOf(account),
        expand: 'parent_account,owner',
      });
      expectEqual(records[0]?.parent_account, parent, 'parent_account');
      expectEqual(records[0]?.parent_account_id, idOf(parent), 'parent_account_id');
      const owner = await context.rest.get('Clients', readText(account.owner_id, 'owner_id'));
      expectEqual(records[0]?.owner, owner, 'owner');
    },
  },
  {
    id: 'expand.alias',
    sentence: 'MUST take `sales_unit` for `unit` in expand, load-only, filters and orders, and answer it as `unit`',
    spec,
    run: async (context) => {
      const { account } = await linkedContact(context);
      const unit = await context.rest.get('SalesUnits', readText(account.unit_id, 'unit_id'));
      const of = { 'filter[id]': idOf(account) };
      const name = readText(unit.name, 'name of the unit');
      const query = { ...of, 'filter[sales_unit.name]': name, 'order-by': 'sales_unit.name', expand: 'sales_unit' };
      const [expanded] = (await context.rest.list('Accounts', query)).records;
      expectEqual(expanded, { ...account, unit }, 'the account');
      const cut = await context.rest.list('Accounts', { ...of, 'load-only': 'sales_unit.name' });
      expectEqual(cut.records, [{ id: idOf(account), unit: { id: idOf(unit), name } }], 'the account, cut');
    },
  },
  {
    id: 'expand.to-many',
    sentence: 'MUST put an array of records in the place of the links of a to-many relation',
    spec,
    run: async (context) => {
      const { account, contact, query } = await linkedContact(context);
      const { records } = await context.rest.list('Contacts', { ...query, expand: 'account_relations' });
      const [row] = readObjects(records[0]?.account_relations, 'account_relations');
      expectEqual([row?.account_id, row?.contact_id, row?.is_primary], [idOf(account), idOf(contact), true], 'the row');
      readText(row?.account, 'account of the row, which is not expanded');
    },
  },
  {
    id: 'expand.nested',
    sentence: 'MUST expand level by level along dots, `a.b` implying `a`',
    spec,
    run: async (context) => {
      const { account, parent, query } = await linkedContact(context);
      const expand = 'account_relations.account.parent_account,owner.default_unit';
      const { records } = await context.rest.list('Contacts', { ...query, expand });
      const [row] = readObjects(records[0]?.account_relations, 'account_relations');
      const expanded = readObject(row?.account, 'account_relations.account');
      expectEqual(expanded, { ...account, parent_account: parent }, 'account_relations.account');
      const owner = readObject(records[0]?.owner, 'owner');
      expectEqual(
        readObject(owner.default_unit, 'owner.default_unit').id,
        owner.default_unit_id,
        'id of owner.default_unit',
      );
    },
  },
  {
    id: 'expand.unset',
    sentence: 'MUST leave an unset relation null and an empty one `[]` when they are expanded',
    spec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Contact'));
      const { records } = await rest.list('Contacts', {
        'filter[id]': id,
        expand: 'primary_account,account_relations.account',
      });
      expectEqual([records[0]?.primary_account, records[0]?.account_relations], [null, []], 'expanded members');
    },
  },
  {
    id: 'expand.get',
    sentence: 'MUST expand in a single get as in a list',
    spec,
    run: async (context) => {
      const { contact, query } = await linkedContact(context);
      const expand = 'account_relations.account,owner,primary_account';
      const { records } = await context.rest.list('Contacts', { ...query, expand });
      const got = await context.rest.get('Contacts', idOf(contact), { expand });
      expectEqual(got, records[0], 'the record got');
      expectEqual(readObject(got.owner, 'owner').id, contact.owner_id, 'id of the expanded owner');
    },
  },
  {
    id: 'expand.writes',
    sentence: 'MUST answer links, not expanded records, to a write',
    spec: 'v100#/paths/~1entities~1Contacts/post',
    run: async (context) => {
      const { contact } = await linkedContact(context);
      readText(contact.owner, 'owner in the answer to a create');
      const updated = await context.rest.update('Contacts', idOf(contact), { title: 'Dr' });
      readText(updated.primary_account, 'primary_account in the answer to an update');
    },
  },
  {
    id: 'expand.rejected',
    sentence: 'MUST reject an unknown relation, a plain member or a depth over 5 in `expand` with 400 and code 117',
    spec,
    run: async ({ rest }) => {
      const tooDeep = Array.from({ length: 6 }, () => 'parent_account').join('.');
      for (const expand of ['ownr', 'owner.no_relation', 'name', 'owner_id', tooDeep]) {
        const answer = await rest.send('GET', 'Accounts', undefined, { query: { expand } });
        expectParameterRejected(answer, 'expand');
      }
      expectStatus(
        await rest.send('GET', 'Accounts', undefined, { query: { expand: tooDeep.slice(0, -15), first: 1 } }),
        200,
      );
    },
  },
  {
    id: 'expand.ordered-rows',
    sentence: 'MUST answer the steps of a pipeline in their order when `steps` is expanded',
    spec: 'v100#/components/schemas/Pipeline',
    run: async ({ rest, fixtures }) => {
      const pipeline_id = idOf(await fixtures.create('Pipeline'));
      await fixtures.createAll(
        'Step',
        [3, 1, 2].map((sort_order) => ({ pipeline_id, sort_order })),
      );
      const { steps } = await rest.get('Pipelines', pipeline_id, { expand: 'steps' });
      expectEqual(
        readObjects(steps, 'steps').map((step) => step.sort_order),
        [1, 2, 3],
        'sort_order of the steps',
      );
    },
  },
];
