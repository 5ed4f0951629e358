/**
 * What is asked of spaces of growing size by filters of every kind, each in another order than that of the index that answers it.
 */
import { recordId } from '../data/record-id.js';
import { median } from '../load/percentile.js';
import type { GrowthCase } from './growth-case.js';

/** Some scan, so fewer than of other reads. */
const times = 11;

/** Members of a contact in the middle, as text. */
type Values = Readonly<Record<string, string>>;

/** Title, member, operator and value. */
type Filter = readonly [
  title: string,
  member: string,
  operator: string,
  operandOf: (values: Values) => string | undefined,
];

const whole = (member: string) => (values: Values) => values[member];
const any = (member: string) => (values: Values) => values[member]?.toUpperCase();
const start = (member: string, length: number) => (values: Values) => values[member]?.slice(0, length).toLowerCase();
const unknown = () => 'zzqxw';

const filters: readonly Filter[] = [
  ['E-mail is', 'email1', 'eq', whole('email1')],
  ['E-mail is, in any case', 'email1', 'ieq', any('email1')],
  ['E-mail begins', 'email1', 'istarts', start('email1', 8)],
  ['E-mail contains the end of one', 'email1', 'icontains', (values) => values.email1?.slice(-18)],
  ['E-mail contains what all have', 'email1', 'contains', () => 'example'],
  ['Last name is', 'last_name', 'eq', whole('last_name')],
  ['Last name begins, in any case', 'last_name', 'istarts', start('last_name', 3)],
  ['Last name contains', 'last_name', 'icontains', (values) => values.last_name?.slice(1, 5)],
  ['Last name contains what none has', 'last_name', 'contains', unknown],
  ['Last name ends', 'last_name', 'iends', (values) => values.last_name?.slice(-4)],
  ['First name is', 'first_name', 'eq', whole('first_name')],
  ['Second e-mail begins', 'email2', 'starts', start('email1', 6)],
  ['Phone number is', 'phone1', 'eq', whole('phone1')],
  ['Phone number ends', 'phone1', 'ends', (values) => values.phone1?.slice(-6)],
  ['Postal code is, in any case', 'zip_code', 'ieq', any('zip_code')],
  ['Country is what none is', 'country', 'ieq', unknown],
  ['City is', 'city', 'eq', whole('city')],
  ['Owner is', 'owner_id', 'eq', whole('owner_id')],
  ['Modified after now', 'modified', 'gt', () => '2999-01-01'],
  ['Position (no index) contains what none has: a scan', 'position', 'icontains', unknown],
];

export const filterCases: readonly GrowthCase[] = [
  {
    name: 'filters',
    titles: filters.map(([title]) => title),
    isOnSearch: true,
    async measure({ client, plan }) {
      const middle = await client.get(`Contacts/${recordId('contact', Math.floor(plan.contacts / 2))}`);
      const values = Object.fromEntries(Object.entries(middle).map(([name, value]) => [name, String(value ?? '')]));
      const figures: number[] = [];
      for (const [, member, operator, operandOf] of filters) {
        const filter = { [`filter[${member}]`]: operandOf(values) ?? '', [`filter-op[${member}]`]: operator };
        const query = new URLSearchParams({ first: '30', 'load-only': 'id', 'order-by': '-created', ...filter });
        const ms: number[] = [];
        for (let time = 0; time < times; time++) {
          const asked = performance.now();
          await client.ask('GET', `Contacts?${query}`);
          ms.push(performance.now() - asked);
        }
        figures.push(median(ms));
      }
      return figures;
    },
  },
];
