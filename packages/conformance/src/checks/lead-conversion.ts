/**
 * Promises about leads and opportunities: how they begin, turn into each other and end.
 */

import { idOf, idsOf } from '../api/record.js';
import { readRecord } from '../api/rest-api.js';
import type { Check } from '../check.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { qualification } from './generated/special-answers.js';

const qualifySpec = 'v100#/paths/~1entities~1Leads~1{id}~1qualify/post';
const leadSpec = 'v100#/components/schemas/Lead';
const unionSpec = 'v100#/paths/~1entities~1LeadOppties/get';

export const leadConversionChecks: readonly Check[] = [
  {
    id: 'lead.status',
    sentence: 'MUST show a lead as open, as lost once it is archived, and as open again after its reactivation',
    spec: leadSpec,
    run: async ({ rest, fixtures }) => {
      const lead = await fixtures.create('Lead');
      expectEqual([lead.status, lead.lost_date], [1, null], 'status and lost_date of a new lead');
      const lost = await fixtures.update('Lead', lead, { is_archived: true });
      expectEqual(lost.status, 2, 'status of an archived lead');
      expectThat(lost.lost_date !== null, 'an archived lead should have a lost_date');
      const again = readRecord(await rest.sendBelow('POST', 'Leads', `${idOf(lead)}/reactivate`));
      expectEqual([again.status, again.is_archived, again.lost_date], [1, false, null], 'a reactivated lead');
    },
  },
  {
    id: 'lead.qualify',
    sentence: 'MUST let a qualified lead keep its id as an opportunity, with what belongs to it',
    spec: qualifySpec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const account_id = await fixtures.idOf('Account');
      const lead = await fixtures.create('Lead', { account_relations: [{ account_id, is_primary: true }] });
      const body = await qualification(context);
      const opportunity = readRecord(await rest.sendBelow('POST', 'Leads', `${idOf(lead)}/qualify`, { body }));
      rest.noteAs('Opportunities', idOf(lead));
      const { id, name, was_qualified, status, account_relations } = opportunity;
      expectEqual([id, name, was_qualified, status], [idOf(lead), lead.name, true, 1], 'the opportunity');
      expectEqual(account_relations, lead.account_relations, 'account_relations');
      expectError(await rest.send('GET', 'Leads', idOf(lead)), 404);
    },
  },
  {
    id: 'lead.events',
    sentence: 'MUST keep an event for the creation of a lead and of an opportunity, for a win and for a loss',
    spec: 'v100#/components/schemas/LeadOpptyKPI',
    run: async ({ rest, fixtures }) => {
      const lead = await fixtures.update('Lead', await fixtures.create('Lead'), { is_archived: true });
      const opportunity = await fixtures.create('Opportunity');
      const kinds = async (id: string) => {
        const { records } = await rest.list('LeadOpptyKPIs', { 'filter[lead_oppty_id]': id });
        return records.map(({ kpi }) => Number(kpi)).sort((a, b) => a - b);
      };
      expectEqual(await kinds(idOf(lead)), [1, 6], 'kpi of the events of a lost lead');
      expectThat((await kinds(idOf(opportunity))).includes(2), 'a new opportunity should have an event with kpi 2');
    },
  },
  {
    id: 'union.members',
    sentence: 'MUST list leads and opportunities together, distinguished by `table_name`, with the members of both',
    spec: unionSpec,
    run: async ({ rest, fixtures }) => {
      const name = fixtures.uniqueText();
      const lead = await fixtures.create('Lead', { name });
      const opportunity = await fixtures.create('Opportunity', { name });
      const { records } = await rest.list('LeadOppties', { 'filter[name]': name, 'order-by': 'created' });
      expectEqual(idsOf(records), [idOf(lead), idOf(opportunity)], 'ids');
      expectEqual(
        records.map(({ table_name }) => table_name),
        ['lead', 'opportunity'],
        'table_name',
      );
      for (const record of records) {
        expectThat('lead_type_id' in record && 'closing_date' in record, 'each record should have the members of both');
      }
    },
  },
  {
    id: 'relation.polymorphic',
    sentence: 'MUST show of the two links of `lead_oppty_id` the fitting one, and null for the other',
    spec: 'v100#/components/schemas/LeadOpptyAccountRelation',
    run: async ({ rest, fixtures }) => {
      const account_id = await fixtures.idOf('Account');
      for (const [name, own, other] of [
        ['Lead', 'lead', 'oppty'],
        ['Opportunity', 'oppty', 'lead'],
      ] as const) {
        const { id = null } = await fixtures.create(name, { account_relations: [{ account_id, is_primary: true }] });
        const [row] = (await rest.list('LeadOpptyAccountRelations', { 'filter[lead_oppty_id]': String(id) })).records;
        expectThat(typeof row?.[own] === 'string' && row[other] === null, `${own} should be set and ${other} null`);
      }
    },
  },
  {
    id: 'relation.shorthand',
    sentence: 'MUST take in `sharing_clients` and `tags` an item `{id}` that names the user or the tag itself',
    spec: 'v100#/components/schemas/AccountCreate',
    run: async ({ rest, fixtures }) => {
      const [client, tag] = [await fixtures.idOf('Client'), await fixtures.idOf('Tag')];
      const account = await fixtures.create('Account', { sharing_clients: [{ id: client }], tags: [{ id: tag }] });
      const expanded = await rest.get('Accounts', idOf(account), { expand: 'sharing_clients,tags' });
      const idsIn = (member: string, name: string) =>
        (expanded[member] as readonly { readonly [name: string]: unknown }[]).map((row) => row[name]);
      expectEqual([idsIn('sharing_clients', 'client_id'), idsIn('tags', 'tag_id')], [[client], [tag]], 'the rows');
    },
  },
  {
    id: 'line-items.value',
    sentence: 'MUST make the value of an opportunity the sum of its line items when `is_value_auto_calculate` is true',
    spec: 'v100#/components/schemas/Opportunity',
    run: async ({ rest, fixtures }) => {
      const product_id = await fixtures.idOf('Product');
      const opportunity = await fixtures.create('Opportunity', {
        is_value_auto_calculate: true,
        product_relations: [
          { product_id, price: 10.5, quantity: 2 },
          { product_id, price: 4, quantity: 1 },
        ],
      });
      const { value } = await rest.get('Opportunities', idOf(opportunity));
      expectEqual((value as { readonly base_value?: unknown } | null)?.base_value, 25, 'value.base_value');
    },
  },
  {
    id: 'document.content',
    sentence:
      'MUST give a stored file back byte for byte, with the type and the size that its record shows, and never in the record',
    spec: 'v100#/paths/~1entities~1CloudObjects~1{id}~1content/get',
    run: async ({ rest, fixtures }) => {
      const content = Buffer.from('Grüße aus Graz').toString('base64');
      const file = await fixtures.create('CloudObject', { content, mime_type: 'text/plain' });
      expectEqual(file.size, Buffer.from(content, 'base64').length, 'size');
      expectThat(!('content' in file), 'the record should not show its content');
      const answer = await rest.sendBelow('GET', 'CloudObjects', `${idOf(file)}/content`);
      expectEqual(answer.text, 'Grüße aus Graz', 'the content');
      expectThat((answer.headers.get('content-type') ?? '').startsWith('text/plain'), 'the type should be text/plain');
    },
  },
];
