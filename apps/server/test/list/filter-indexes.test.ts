/**
 * Which index answers a filter, in another order than its own: every operator over members of every kind, on both databases.
 */
import { beforeAll, expect, it } from 'vitest';
import { searchedMembers, searchIndexName } from '../../src/sql/columns.js';
import { onEachDatabase } from '../fixture.js';
import { Copier } from '../jobs/many-records.js';

/** Enough that PostgreSQL does not rather read all of them. */
const recordCount = 20_000;

const scan = undefined;
const parts = 'parts of texts';
const always = { 'not-eq': scan, 'not-ieq': scan, 'not-null': scan, 'not-empty': scan } as const;
const partsOfTexts = { contains: scan, ends: scan, icontains: scan, iends: scan } as const;
const unindexed = { eq: scan, ieq: scan, null: scan, lt: scan, lte: scan, between: scan } as const;

/** The index by operator, where the value is one of few. */
const expected: readonly [
  collection: string,
  member: string,
  value: string,
  Readonly<Record<string, string | undefined>>,
][] = [
  [
    'Contacts',
    'city',
    '77',
    {
      ...always,
      ...partsOfTexts,
      ...unindexed,
      eq: 'contacts_city_folded',
      ieq: 'contacts_city_folded',
      starts: 'contacts_city_folded',
      istarts: 'contacts_city_folded',
    },
  ],
  [
    'Contacts',
    'last_name',
    '77',
    {
      ...always,
      ...partsOfTexts,
      eq: 'contacts_last_name',
      ieq: 'contacts_last_name_folded',
      starts: 'contacts_last_name',
      istarts: 'contacts_last_name_folded',
      null: 'contacts_last_name',
      between: 'contacts_last_name',
    },
  ],
  // Found by the parts of the text; in the order of the values it has no index.
  [
    'Contacts',
    'phone1',
    '4321',
    {
      ...always,
      ...unindexed,
      ...{ eq: parts, ieq: parts, starts: parts, istarts: parts },
      ...{ contains: parts, ends: parts, icontains: parts, iends: parts },
    },
  ],
  ['Contacts', 'formatted_name', '4321', { eq: 'contacts_formatted_name', ieq: parts, istarts: parts, ends: parts }],
  ['Contacts', 'phone1', '77', { eq: scan, istarts: scan, contains: scan }],
  ['Contacts', 'title', '77', { ...always, ...partsOfTexts, ...unindexed, starts: scan, istarts: scan }],
  ['Contacts', 'is_archived', 'true', { ...always, eq: scan, null: scan }],
  ['Contacts', 'gender', '1', { ...always, ...unindexed }],
  ['Contacts', 'owner_id', '00000000-0000-0000-0000-000000000001', { ...always, ...indexed('contacts_owner_id') }],
  [
    'Contacts',
    'picture_id',
    '00000000-0000-0000-0000-000000000001',
    { ...indexed('contacts_picture_id_set'), null: scan },
  ],
  [
    'Contacts',
    'modified',
    '2001-01-01',
    { ...always, eq: 'contacts_modified', lt: 'contacts_modified', lte: 'contacts_modified' },
  ],
  ['Opportunities', 'value.base_value', '-77', { ...always, ...indexed('opportunities_value_base') }],
  ['Opportunities', 'status', '-77', { ...always, ...indexed('opportunities_status') }],
  [
    'Products',
    'sku',
    '777',
    {
      ...always,
      ...partsOfTexts,
      ...{ eq: 'products_sku_unique', starts: 'products_sku_unique' },
      ...{ ieq: 'products_sku_folded', istarts: 'products_sku_folded' },
    },
  ],
  ['Tasks', 'due_date', '2001-01-01', { ...always, ...indexed('tasks_due_date') }],
  ['Opportunities', 'closing_date', '2001-01-01', { ...always, ...indexed('opportunities_closing_date') }],
];

function indexed(name: string): Record<string, string> {
  return { eq: name, ieq: name, null: name, lt: name, lte: name, between: name };
}

onEachDatabase((running, database) => {
  beforeAll(async () => {
    const { server, space } = running;
    const copier = new Copier(server.deps, space.id);
    const text = database === 'sqlite' ? "'' || (n.i % 5000)" : '(n.i % 5000)::text';
    const contact = await space.newContact({ first_name: 'Ada', title: 'Dr' });
    await copier.copy('contacts', contact.id, recordCount, 1, {
      last_name: text,
      city: text,
      title: text,
      phone1: text,
      formatted_name: text,
    });
    const opportunity = await space.newOpportunity();
    await copier.copy('opportunities', opportunity.id, recordCount, 2, { value_base: 'n.i', status: 'n.i % 5000' });
    const product = await space.newProduct();
    await copier.copy('products', product.id, recordCount, 3, {
      sku: database === 'sqlite' ? "'' || n.i" : 'n.i::text',
    });
    const task = await space.create('Tasks', { subject: 'Call' });
    const date = database === 'sqlite' ? "date('2001-01-01', n.i % 5000 || ' days')" : "date '2001-01-01' + n.i % 5000";
    await copier.copy('tasks', task.id, recordCount, 4, { due_date: date });
    // What an index over parts of texts has not sorted in yet makes it dearer than so few records.
    if (database === 'postgres') await server.deps.db.knex.raw('VACUUM ANALYZE');
  }, 60_000);

  const planOf = async (collection: string, member: string, operator: string, value: string): Promise<string> => {
    const { server, space } = running;
    const values = {
      none: {},
      one: { [`filter[${member}]`]: value },
      two: { [`filter[${member}]`]: `${value},${value}` },
    };
    const given = /null|empty/.test(operator) ? values.none : operator === 'between' ? values.two : values.one;
    const query = { 'load-only': 'id', 'order-by': 'created', [`filter-op[${member}]`]: operator, ...given };
    const [statement] = await server.statementsOf(() => space.list(collection, query));
    if (!statement) throw new Error('the list took no statement');
    const how = database === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const steps = await server.deps.db.read({ ...statement, text: `${how} ${statement.text}` });
    return steps.map((step) => String(step.detail ?? step['QUERY PLAN'])).join('\n');
  };

  const isByParts = (plan: string) => {
    const contact = running.server.deps.catalog.existing('Contact');
    return plan.includes(
      database === 'sqlite'
        ? 'USING COVERING INDEX search_docs_doc'
        : searchIndexName(contact, searchedMembers(contact)),
    );
  };

  const few = { 'filter[city]': '77' };
  const many = { 'filter[first_name]': 'ADA', 'filter-op[first_name]': 'ieq' };
  const some = { 'filter[last_name]': '4', 'filter-op[last_name]': 'starts' };
  const nearlyAll = { 'filter[modified]': '2001-01-01', 'filter-op[modified]': 'gte' };
  it.each([
    ['few', few],
    ['few, before many', { ...few, ...many }],
    ['many, before few', { ...many, ...few }],
    ['many', many],
    ['a range', some],
    ['many and a range', { ...many, ...some }],
    ['nearly all', nearlyAll],
    ['nearly all, of many', { ...nearlyAll, ...many }],
    ['none', { ...few, ...some }],
  ])('%s: the same records by every way, in every order', async (_, filter: Record<string, string>) => {
    const isFound = (name: string) =>
      (!('filter[city]' in filter) || name === '77') && (!('filter[last_name]' in filter) || name.startsWith('4'));
    const numbers = Array.from({ length: recordCount }, (_, index) => index + 1);
    const byId = numbers.filter((number) => isFound(String(number % 5000)));
    const keyed = byId.map((number) => [`${number % 5000}`.padEnd(5), number] as const);
    const byName = keyed.sort(([a, i], [b, j]) => (a === b ? i - j : a < b ? -1 : 1)).map(([, number]) => number);
    for (const [order, wanted] of [
      [{}, byId],
      [{ 'order-by': 'last_name' }, byName],
      [{ 'order-by': 'title' }, byName],
      [{ 'order-by': '-last_name' }, byName.toReversed()],
    ] as const) {
      const query = { 'load-only': 'id', 'filter[title]': 'Dr', 'filter-op[title]': 'not-eq', ...filter, ...order };
      const page = await running.space.list('Contacts', { ...query, first: 100 });
      const ids = wanted.map((number) => Copier.id(1, number));
      expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 100));
      const next = await running.space.list('Contacts', { ...query, first: 5, after: page.page_info.end_cursor ?? '' });
      if (ids.length > 100) expect(next.data.map(({ id }) => id)).toEqual(ids.slice(100, 105));
    }
  });

  it.each(['contains', 'icontains', 'ends', 'iends'])('parts of names by %s', async (operator) => {
    // Two characters are no part of an index.
    for (const [part, isFound] of [
      ['4321', true],
      ['21', false],
    ] as const) {
      const plan = await planOf('Contacts', 'last_name', operator, part);
      expect(isByParts(plan), `${part}: ${plan}`).toBe(isFound);
    }
  });

  it.each(expected)('%s by %s', async (collection, member, value, byOperator) => {
    const found: Record<string, string | undefined> = {};
    for (const operator of Object.keys(byOperator)) {
      const plan = await planOf(collection, member, operator, value);
      if (isByParts(plan)) {
        found[operator] = parts;
        continue;
      }
      const names = plan.match(/\b(?:contacts|opportunities|products|tasks)_\w+/g) ?? [];
      found[operator] = names.find((name) => !/_(?:pkey|created|1)$/.test(name));
    }
    expect(found).toEqual(byOperator);
  });
});
