/**
 * Which index answers a filter, in another order than its own: every operator over members of every kind, on both databases.
 */
import { readFileSync } from 'node:fs';
import { operators } from '@headwater/catalog';
import { beforeAll, expect, it } from 'vitest';
import { searchedMembers, searchIndexName } from '../../src/sql/indexes.js';
import { type DatabaseName, onBothDatabases } from '../fixture.js';
import { Copier } from '../jobs/many-records.js';
import { ScopedKey } from '../rights/scoped-key.js';

/** Enough that PostgreSQL does not rather read all of them. */
const recordCount = 20_000;

/** What operators are asked for. */
interface Asked {
  /** One value of thousands. */
  readonly one: string;
  /** Few values are smaller, and few greater. */
  readonly small?: string;
  readonly great?: string;
  /** Part of few texts. */
  readonly part?: string;
}

const id = '00000000-0000-0000-0000-000000000001';
const text: Asked = { one: '4321', small: '1', great: 'a', part: '4321' };
const number: Asked = { one: '77', small: '5', great: '4995' };
const day: Asked = { one: '2001-03-19', small: '2001-01-05', great: '2014-08-30' };
const reference: Asked = { one: id, small: id, great: 'ffffffff-0000-0000-0000-000000000001' };
const flag: Asked = { one: 'true' };

/** Members of every type, with every kind of index. */
const members: readonly (readonly [collection: string, member: string, asked: Asked])[] = [
  ['Contacts', 'last_name', text],
  ['Contacts', 'formatted_name', text],
  ['Contacts', 'city', text],
  ['Contacts', 'phone1', text],
  ['Contacts', 'title', text],
  ['Contacts', 'comments', text],
  ['Products', 'sku', text],
  ['Contacts', 'gender', number],
  ['Opportunities', 'status', number],
  ['Opportunities', 'value.base_value', { ...number, great: '19995' }],
  ['Tasks', 'duration', number],
  ['Contacts', 'is_archived', flag],
  ['Tasks', 'due_date', day],
  ['Opportunities', 'closing_date', { ...day, great: '2999-01-01' }],
  ['Contacts', 'modified', { one: '2001-01-01', small: '2001-01-01', great: '2999-01-01' }],
  ['Contacts', 'owner_id', reference],
  ['Contacts', 'picture_id', reference],
  ['Contacts', 'account_relations.account_id', reference],
  ['Products', 'product_pipelines', { one: id }],
  ['Contacts', 'cf_code', text],
  ['Contacts', 'cf_story', text],
  ['Contacts', 'cf_size', number],
  ['Contacts', 'cf_known', flag],
  ['Contacts', 'cf_day', day],
  ['Contacts', 'cf_choice_id', reference],
];

const page = readFileSync(new URL('../../../../docs/decisions/filters-by-index.md', import.meta.url), 'utf8');

/** @returns for each operator how it is answered, as the page says. @throws Error when it says so twice */
function documented(collection: string, member: string, database: DatabaseName): Record<string, string> {
  const paths: Record<string, string> = {};
  for (const [, name, operators = '', onSqlite = '', onPostgres = ''] of page.matchAll(
    /^\| `(\S+)`[^|]* \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm,
  )) {
    if (name !== `${collection}.${member}`) continue;
    for (const operator of operators.split(',').map((one) => one.replaceAll('`', '').trim())) {
      if (operator in paths) throw new Error(`${name} ${operator} twice`);
      const said = database === 'sqlite' || onPostgres === 'the same' ? onSqlite : onPostgres;
      paths[operator] = said.replaceAll('`', '');
    }
  }
  return paths;
}

onBothDatabases((running, database) => {
  /** Of a user who sees own contacts only, and has one. */
  let ownKey: ScopedKey;
  let ownContact: string;

  beforeAll(async () => {
    const { server, space } = running;
    // Ahead of all plans: on SQLite a connection that keeps an EXPLAIN prepared reads what there was then.
    const rights = { access_entity_contact: 1, access_entity_contact_direction: 1 };
    const right = await space.create('MasterRights', { name: 'Own contacts', ...rights });
    const user = await space.create('Clients', {
      ...{ email: 'bo@example.com', first_name: 'Bo', last_name: 'Own' },
      ...{ default_unit_id: space.ids.unitId, master_right_id: right.id },
    });
    ownContact = (await space.newContact({ first_name: 'Bo', title: 'Dr', owner_id: user.id })).id;
    ownKey = await ScopedKey.of(server, space, { client: user.id, asUser: true });
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
    const date =
      database === 'sqlite' ? "date('2001-01-01', (n.i % 5000) || ' days')" : "date '2001-01-01' + n.i % 5000";
    await copier.copy('tasks', task.id, recordCount, 4, { due_date: date, duration: 'n.i % 5000' });
    for (const [name, type_id, table, value] of [
      ['Code', 'input', 'custom_strings', text],
      ['Story', 'text_area', 'custom_texts', text],
      ['Size', 'integer', 'custom_integers', 'n.i % 5000'],
      ['Known', 'checkbox', 'custom_booleans', database === 'sqlite' ? 'n.i % 2' : 'n.i % 2 = 0'],
      ['Day', 'date', 'custom_dates', date],
      ['Choice', 'dropdown', 'custom_uuids', undefined],
    ] as const) {
      const options = type_id === 'dropdown' ? { data_set: [{ option_name: 'One', calc_value: '1' }] } : {};
      const field = await space.create('Fields', { entity_name: 'Contact', name, type_id, ...options });
      // All have the same option.
      const option = copier.uuid(`'${(await space.list('Data', { 'filter[option_name]': 'One' })).data[0]?.id}'`);
      await copier.give(table, field.id, recordCount, copier.idOf(1), value ?? option);
    }
    const account = await space.newAccount();
    const row = await space.create('ContactAccountRelations', {
      contact_id: contact.id,
      account_id: account.id,
      is_primary: true,
    });
    await copier.copy('contact_account_relations', row.id, recordCount, 5, {
      contact_id: copier.idOf(1),
    });
    // What an index over parts of texts has not sorted in yet makes it dearer than so few records.
    if (database === 'postgres') await server.deps.db.knex.raw('VACUUM ANALYZE');
  }, 180_000);

  /** @returns how the database finds what the list asks for */
  const planOfList = async (list: () => Promise<unknown>): Promise<string> => {
    const { server } = running;
    const statements = await server.statementsOf(list);
    // Work in the background has its own.
    const statement = statements.find(({ text }) => text.includes(' AS j'));
    if (!statement) throw new Error('the list took no statement');
    const how = database === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const steps = await server.deps.db.read({ ...statement, text: `${how} ${statement.text}` });
    return steps.map((step) => String(step.detail ?? step['QUERY PLAN'])).join('\n');
  };

  const planOf = (collection: string, member: string, operator: string, asked: Asked): Promise<string> => {
    const { one, small = one, great = one, part = one } = asked;
    const values: Readonly<Record<string, string>> = { lt: small, lte: small, gt: great, gte: great };
    const value = /contains|starts|ends/.test(operator) ? part : (values[operator] ?? one);
    const given = { [`filter[${member}]`]: operator === 'between' ? `${value},${value}` : value };
    const query = {
      'load-only': 'id',
      'order-by': 'created',
      [`filter-op[${member}]`]: operator,
      ...(/null|empty/.test(operator) ? {} : given),
    };
    return planOfList(() => running.space.list(collection, query));
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
      const plan = await planOf('Contacts', 'last_name', operator, { one: part });
      expect(isByParts(plan), `${part}: ${plan}`).toBe(isFound);
    }
  });

  const pathOf = (plan: string): string => {
    if (isByParts(plan)) return 'parts';
    const used = [...plan.matchAll(/(?:USING (?:COVERING )?INDEX|using|Index Scan on) (\w+)/g)].map(([, name]) => name);
    // In the order of the list; a look for one record or one value at a time.
    return used.find((name) => !/_(?:pkey|created)$|^sqlite_autoindex/.test(name ?? '')) ?? 'scan';
  };

  it.each(members)('%s by %s, as docs/decisions/filters-by-index.md says', async (collection, member, asked) => {
    const found: Record<string, string> = {};
    for (const { name } of operators) {
      const plan = await planOf(collection, member, name, asked).catch((error: Error) => error);
      if (plan instanceof Error) {
        expect(plan.message).toMatch(/does not fit/);
        continue;
      }
      found[name] = pathOf(plan);
    }
    expect(found).toEqual(documented(collection, member, database));
  });

  it.each(['id', '-modified', 'last_name', 'owner.name'])('few records of the user of a key, by %s', async (order) => {
    const list = () => ownKey.send('GET', 'Contacts', { query: { 'load-only': 'id', first: 30, 'order-by': order } });
    expect((await list()).body).toMatchObject({ data: [{ id: ownContact }] });
    expect(pathOf(await planOfList(list))).toBe('contacts_owner_id');
  });
});
