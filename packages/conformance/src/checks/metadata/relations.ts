/**
 * Promises about what a space ties together: lookups seen from both sides, roll-ups over them, and paired fields of leads and opportunities.
 */

import { idOf, idsOf, type RecordJson } from '../../api/record.js';
import { readRecord } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { type Json, readArray } from '../../http/json.js';
import { type DefinedField, defineField } from '../define.js';
import { qualification } from '../generated/special-answers.js';

const lookupSpec = 'v100#/components/schemas/FieldCreate/properties/lookup';
const rollupSpec = 'v100#/components/schemas/FieldCreate/properties/rollup';

interface BothSides {
  /** Of projects; points at accounts. */
  readonly here: DefinedField;
  /** Of accounts; shows the projects. */
  readonly there: DefinedField;
}

/** @param many whether a project points at any number of accounts */
async function defineBothSides(context: CheckContext, many: boolean): Promise<BothSides> {
  const here = await defineField(context, 'account', { type_id: 'lookup', lookup: { entity_name: 'Account', many } });
  const lookup = { entity_name: 'Project', many: true, relation_id: here.id };
  return { here, there: await defineField(context, 'projects', { entity_name: 'Account', type_id: 'lookup', lookup }) };
}

/** The ids at the ends of links. */
function idsIn(links: Json | undefined): string[] {
  return readArray(links, 'the other side').map((link) => String(link).split('/').at(-1) ?? '');
}

/** @returns the query of what the related records of an account come to, in the order of the roll-ups */
async function defineRollUps(context: CheckContext, relation: string, rollUps: Record<string, Record<string, Json>>) {
  const members: string[] = [];
  for (const [ending, rollUp] of Object.entries(rollUps)) {
    const field = { entity_name: 'Account', type_id: 'rollup', rollup: { relation, ...rollUp } };
    members.push((await defineField(context, ending, field)).member);
  }
  return async (account: RecordJson): Promise<Json[]> => {
    const record = await context.rest.get('Accounts', idOf(account));
    return members.map((member) => record[member] ?? null);
  };
}

export const metadataRelationChecks: readonly Check[] = [
  {
    id: 'metadata.lookup',
    sentence: 'MUST show a lookup to one record from both sides, and find and expand along each',
    spec: lookupSpec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { here, there } = await defineBothSides(context, false);
      const account = await fixtures.create('Account');
      const project = await fixtures.create('Project', { [`${here.member}_id`]: idOf(account) });
      expectEqual(String(project[here.member]).split('/').at(-1), idOf(account), 'the link to the account');
      const seen = async () => (await rest.get('Accounts', idOf(account)))[there.member];
      expectEqual(idsIn(await seen()), [idOf(project)], 'the projects of the account');
      const found = async (collection: string, path: string, { name }: RecordJson) =>
        idsOf((await rest.list(collection, { [`filter[${path}]`]: String(name) })).records);
      expectEqual(await found('Projects', `${here.member}.name`, account), [idOf(project)], 'projects by account');
      expectEqual(await found('Accounts', `${there.member}.name`, project), [idOf(account)], 'accounts by project');
      const { [there.member]: rows } = await rest.get('Accounts', idOf(account), { expand: there.member });
      expectEqual(readArray(rows, there.member), [project], 'the projects expanded');
      await fixtures.update('Project', project, { [`${here.member}_id`]: null });
      expectEqual(await seen(), [], 'the projects of the account, once the link is cleared');
    },
  },
  {
    id: 'metadata.lookup.many',
    sentence: 'MUST let a lookup to many records be set and cleared from either side',
    spec: lookupSpec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { here, there } = await defineBothSides(context, true);
      const account = await fixtures.create('Account');
      const project = await fixtures.create('Project', { [here.member]: [{ id: idOf(account) }] });
      const sizes = async () => {
        const records = [await rest.get('Projects', idOf(project)), await rest.get('Accounts', idOf(account))];
        return [here, there].map(({ member }, index) => readArray(records[index]?.[member], member).length);
      };
      expectEqual(await sizes(), [1, 1], 'rows of project and account');
      await fixtures.update('Account', account, { [there.member]: [] });
      expectEqual(await sizes(), [0, 0], 'rows, once the account has cleared them');
      await fixtures.update('Account', account, { [there.member]: [{ id: idOf(project) }] });
      expectEqual(await sizes(), [1, 1], 'rows, once the account has set one');
    },
  },
  {
    id: 'metadata.rollup',
    sentence: 'MUST count and sum up related records, right after they are made, changed, moved, deleted and restored',
    spec: rollupSpec,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { here, there } = await defineBothSides(context, false);
      const hours = (await defineField(context, 'hours', { type_id: 'integer' })).member;
      const of = await defineRollUps(context, there.member, {
        count: { function: 'COUNT' },
        sum: { function: 'SUM', field: hours },
      });
      const [a = {}, b = {}] = await fixtures.createAll('Account', [{}, {}]);
      expectEqual(await of(a), [0, 0], 'count and sum of no records');
      const link = `${here.member}_id`;
      const first = await fixtures.create('Project', { [link]: idOf(a), [hours]: 5 });
      const second = await fixtures.create('Project', { [link]: idOf(a), [hours]: 7 });
      expectEqual(await of(a), [2, 12], 'count and sum after creates');
      await fixtures.update('Project', first, { [hours]: 6 });
      expectEqual(await of(a), [2, 13], 'count and sum after a change');
      await fixtures.update('Project', first, { [link]: idOf(b) });
      expectEqual(
        [await of(a), await of(b)],
        [
          [1, 7],
          [1, 6],
        ],
        'counts and sums after a move',
      );
      await rest.delete('Projects', idOf(second));
      expectEqual(await of(a), [0, 0], 'count and sum after a delete');
      expectSuccess(await rest.sendBelow('POST', 'Projects', 'batch-restore', { body: [idOf(second)] }));
      expectEqual(await of(a), [1, 7], 'count and sum after the record is restored');
    },
  },
  {
    id: 'metadata.rollup.functions',
    sentence:
      'MUST give the least, the greatest and the average of related records, null of none, only of those that `filter` names',
    spec: rollupSpec,
    run: async (context) => {
      const { fixtures } = context;
      const { here, there } = await defineBothSides(context, false);
      const field = (await defineField(context, 'hours', { type_id: 'integer' })).member;
      const of = await defineRollUps(context, there.member, {
        least: { function: 'MIN', field },
        greatest: { function: 'MAX', field },
        average: { function: 'AVG', field },
        filtered: { function: 'COUNT', filter: { [field]: 5 } },
      });
      const account = await fixtures.create('Account');
      expectEqual(await of(account), [null, null, null, 0], 'results of no records');
      const related = [5, 8, null].map((hours) => ({ [`${here.member}_id`]: idOf(account), [field]: hours }));
      const [first = {}] = await fixtures.createAll('Project', related);
      expectEqual(await of(account), [5, 8, 6.5, 1], 'results of 5, 8 and null');
      await fixtures.update('Project', first, { [field]: 9 });
      expectEqual(await of(account), [8, 9, 8.5, 0], 'results once 5 has become 9');
    },
  },
  {
    id: 'metadata.paired-field',
    sentence: 'MUST let the fields tied by `shared_with_field_id` name each other and hand their value over',
    spec: 'v100#/components/schemas/FieldCreate/properties/shared_with_field_id',
    run: async (context) => {
      const { rest, fixtures } = context;
      const ofLeads = await defineField(context, 'paired', { entity_name: 'Lead', type_id: 'input' });
      const paired = { entity_name: 'Opportunity', type_id: 'input', shared_with_field_id: ofLeads.id };
      const ofOpportunities = await defineField(context, 'paired', paired);
      const { shared_with_field_id } = await rest.get('Fields', ofLeads.id);
      expectEqual(shared_with_field_id, ofOpportunities.id, 'the paired field of that of leads');
      const value = fixtures.uniqueText();
      const lead = await fixtures.create('Lead', { [ofLeads.member]: value });
      const body = await qualification(context);
      const opportunity = readRecord(await rest.sendBelow('POST', 'Leads', `${idOf(lead)}/qualify`, { body }));
      rest.noteAs('Opportunities', idOf(opportunity));
      expectEqual(opportunity[ofOpportunities.member], value, 'the value handed over');
    },
  },
];
