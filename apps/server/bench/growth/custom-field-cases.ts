/**
 * What is asked of spaces of growing size whose contacts have custom fields: filters, orders, a new field, and a new formula for all.
 */
import { codeOf } from '../data/fill-custom-fields.js';
import { recordId } from '../data/record-id.js';
import type { SpacePlan } from '../data/space-plan.js';
import { ascending, percentile } from '../load/percentile.js';
import { cursor, type GrowthCase, type GrowthSpace, newTurn, readTimes, timed } from './growth-case.js';

function list(name: string, title: string, query: (plan: SpacePlan) => string, times = readTimes): GrowthCase {
  return timed({
    ...{ name, title, times, isOnCustomFields: true },
    run: ({ client, plan }) => client.ask('GET', `Contacts?first=30&${query(plan)}`),
  });
}

/** Where all records may have to be looked at. */
const fewTimes = 5;

/** The place of a contact in the middle that has all values. */
const middle = ({ contacts }: SpacePlan) => Math.floor(contacts / 4) * 2;

const middleId = (plan: SpacePlan) => recordId('contact', middle(plan));

async function addField({ client }: GrowthSpace, turn: number): Promise<void> {
  await client.ask('POST', 'Fields', { entity_name: 'Contact', name: `Added ${turn}`, type_id: 'input' });
}

const formulaName = 'cf_multiple';

/** Has the values of a formula recalculated, all of them others than before, and asks for lists meanwhile. */
async function recompute({ client, plan }: GrowthSpace): Promise<number[]> {
  const calc_formula = `#cf_number * ${newTurn()}`;
  const [known] = (await client.ask(
    'GET',
    `Fields?filter[entity_name]=Contact&filter[api_name]=${formulaName}`,
  )) as readonly { readonly id: string }[];
  const start = performance.now();
  const { id } = (await (known
    ? client.ask('PATCH', `Fields/${known.id}`, { calc_formula })
    : client.ask('POST', 'Fields', {
        ...{ entity_name: 'Contact', name: 'Multiple', type_id: 'integer' },
        calc_formula,
      }))) as { readonly id: string };
  const latencies: number[] = [];
  do {
    const asked = performance.now();
    await client.ask('GET', 'Contacts');
    latencies.push(performance.now() - asked);
    await new Promise((later) => setTimeout(later, 100));
  } while ((await client.get(`Fields/${id}`)).recomputation !== null);
  const seconds = (performance.now() - start) / 1_000;
  const sorted = ascending(latencies);
  return [plan.contacts / seconds, percentile(sorted, 50), percentile(sorted, 99)];
}

/** The formula comes first: it makes the texts again that are stored beside the records, as they are where nothing was filled in. */
export const customFieldCases: readonly GrowthCase[] = [
  {
    name: 'cf-recompute',
    titles: ['Formula recalculated, contacts/s', 'List of 30 meanwhile', 'List of 30 meanwhile, 99 of 100 within'],
    isOnCustomFields: true,
    measure: recompute,
  },
  list('cf-equal', 'One code', (plan) => `filter[cf_code]=${codeOf(middle(plan))}`),
  list('cf-between', 'Codes between two', (plan) => {
    const bounds = `${codeOf(middle(plan))},${codeOf(middle(plan) + 200)}`;
    return `filter[cf_code]=${bounds}&filter-op[cf_code]=between`;
  }),
  list('cf-some', 'One size of 500', () => 'filter[cf_size]=123'),
  list('cf-some-order', 'One size of 500, by the last change', () => 'filter[cf_size]=123&order-by=-modified'),
  list('cf-half', 'What half of them have', () => 'filter[cf_known]=true'),
  list('cf-half-order', 'What half of them have, by the last change', () => {
    return 'filter[cf_known]=true&order-by=-modified';
  }),
  list('cf-null', 'What half of them lack', () => 'filter-op[cf_code]=null'),
  list('cf-order', 'In the order of codes', () => 'order-by=cf_code'),
  list('cf-order-down', 'In the order of codes, down', () => 'order-by=-cf_code'),
  list('cf-order-deep', 'The same from the middle', (plan) => {
    return `order-by=-cf_code&after=${cursor(codeOf(middle(plan)), middleId(plan))}`;
  }),
  list('cf-order-filter', 'In the order of codes above one', (plan) => {
    return `order-by=cf_code&filter[cf_code]=${codeOf(middle(plan))}&filter-op[cf_code]=gt`;
  }),
  list('cf-order-known', 'In the order of codes, what half of them have', () => {
    return 'order-by=-cf_code&filter[cf_known]=true';
  }),
  list('cf-order-all', 'In the order of a number that all have', () => 'order-by=cf_number', fewTimes),
  list('cf-null-none', 'What none lacks', () => 'filter-op[cf_number]=null', fewTimes),
  list('cf-part', 'Part of a code in any case', () => 'filter[cf_code]=k-00000&filter-op[cf_code]=icontains'),
  list(
    'cf-part-rare',
    'Part of few codes in any case',
    (plan) => {
      return `filter[cf_code]=${codeOf(middle(plan)).slice(3)}&filter-op[cf_code]=icontains`;
    },
    fewTimes,
  ),
  timed({ name: 'cf-add', title: 'Field added', isOnCustomFields: true, times: fewTimes, run: addField }),
];
