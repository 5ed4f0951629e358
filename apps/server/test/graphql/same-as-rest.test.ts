/** Filters and orders of GraphQL give the records that those of REST v100 give, in the same order. */
import { type EntityType, entityTypes, isAnswered, isSingleValueType } from '@headwater/catalog';
import { graphqlName, orderValue } from '@headwater/contract';
import { typeDefs } from '@headwater/graphql-types/sdl';
import { buildSchema, isEnumType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';
import { type Crm, writeCrm } from './crm.js';
import { GraphqlServer } from './graphql-server.js';

const schema = buildSchema(typeDefs);

function inputNames(name: string): ReadonlySet<string> {
  const type = schema.getType(name);
  if (isEnumType(type)) return new Set(type.getValues().map((value) => value.name));
  if (isInputObjectType(type)) return new Set(Object.keys(type.getFields()));
  throw new Error(`The schema has no input ${name}`);
}

/** What REST can filter and order records by, under its name in GraphQL. Members of a union that lead elsewhere in each type lead nowhere. */
function inRest({ fields }: EntityType): { readonly filters: string[]; readonly orders: string[] } {
  const filters: string[] = [];
  const orders: string[] = [];
  for (const field of fields.filter(isAnswered)) {
    const name = graphqlName(field, field.name);
    if (field.kind === 'value') {
      filters.push(name);
      if (isSingleValueType(field.type)) orders.push(orderValue(field.name));
    } else if (field.kind === 'money') {
      filters.push(name);
      orders.push(orderValue(field.name), name);
    } else if (field.kind === 'rows') {
      if (!field.targets) filters.push(name);
    } else {
      const links = field.links.filter(({ name: link }, _, all) => all.filter((one) => one.name === link).length === 1);
      filters.push(...(field.hasIdMember ? [name] : []), ...links.map((link) => graphqlName(field, link.name)));
      orders.push(...(field.hasIdMember ? [orderValue(field.name)] : []));
      orders.push(
        ...links.map((link) => graphqlName(field, link.name)).map((link) => (link === 'field' ? 'fieldRecord' : link)),
      );
    }
  }
  return { filters, orders };
}

it.each(entityTypes.map((entityType) => [entityType.name, entityType] as const))(
  '%s can be filtered and ordered by all that REST filters and orders by',
  (name, entityType) => {
    const { filters, orders } = inRest(entityType);
    const known = {
      filters: inputNames(`${name}Filter`),
      orders: new Set([...inputNames(`${name}OrderField`), ...inputNames(`${name}Order`)]),
    };
    expect(filters.filter((one) => !known.filters.has(one))).toEqual([]);
    expect(orders.filter((one) => !known.orders.has(one))).toEqual([]);
  },
);

/** What REST is asked, and GraphQL. */
type Case = readonly [rest: Json, graphql: string];

const contacts: readonly Case[] = [
  [{ 'filter[city]': 'Leeds' }, 'filter: { city: { eq: "Leeds" } }'],
  [{ 'filter[city]': ['Leeds', 'York'] }, 'filter: { city: { in: ["Leeds", "York"] } }'],
  [{ 'filter[city]': 'Leeds', 'filter-op[city]': 'not-eq' }, 'filter: { city: { notEq: "Leeds" } }'],
  [
    { 'filter[city]': ['Leeds', 'York'], 'filter-op[city]': 'not-eq' },
    'filter: { city: { notIn: ["Leeds", "York"] } }',
  ],
  [{ 'filter[city]': 'ÆBELTOFT', 'filter-op[city]': 'ieq' }, 'filter: { city: { ieq: "ÆBELTOFT" } }'],
  [{ 'filter[city]': 'leeds', 'filter-op[city]': 'not-ieq' }, 'filter: { city: { notIeq: "leeds" } }'],
  [{ 'filter[city]': 'ee', 'filter-op[city]': 'contains' }, 'filter: { city: { contains: "ee" } }'],
  [{ 'filter[city]': 'Y', 'filter-op[city]': 'starts' }, 'filter: { city: { starts: "Y" } }'],
  [{ 'filter[city]': 'ds', 'filter-op[city]': 'ends' }, 'filter: { city: { ends: "ds" } }'],
  [{ 'filter[city]': 'EE', 'filter-op[city]': 'icontains' }, 'filter: { city: { icontains: "EE" } }'],
  [{ 'filter[city]': 'æ', 'filter-op[city]': 'istarts' }, 'filter: { city: { istarts: "æ" } }'],
  [{ 'filter[city]': 'RK', 'filter-op[city]': 'iends' }, 'filter: { city: { iends: "RK" } }'],
  [{ 'filter-op[city]': 'null' }, 'filter: { city: { null: true } }'],
  [{ 'filter-op[city]': 'not-null' }, 'filter: { city: { null: false } }'],
  [{ 'filter-op[city]': 'empty' }, 'filter: { city: { empty: true } }'],
  [{ 'filter-op[city]': 'not-empty' }, 'filter: { city: { empty: false } }'],
  [{ 'filter[city]': 'M', 'filter-op[city]': 'gt' }, 'filter: { city: { gt: "M" } }'],
  [{ 'filter[city]': 'Leeds', 'filter-op[city]': 'gte' }, 'filter: { city: { gte: "Leeds" } }'],
  [{ 'filter[city]': 'York', 'filter-op[city]': 'lt' }, 'filter: { city: { lt: "York" } }'],
  [{ 'filter[city]': 'York', 'filter-op[city]': 'lte' }, 'filter: { city: { lte: "York" } }'],
  [{ 'filter[city]': 'L,Z', 'filter-op[city]': 'between' }, 'filter: { city: { between: ["L", "Z"] } }'],
  [{ 'filter[gender]': '2' }, 'filter: { gender: { eq: 2 } }'],
  [{ 'filter[gender]': '1', 'filter-op[gender]': 'ieq' }, 'filter: { gender: { eq: 1 } }'],
  [{ 'filter[is_unsubscribed]': 'false' }, 'filter: { isUnsubscribed: { eq: false } }'],
  [{ 'filter[is_favorite]': 'false' }, 'filter: { isFavorite: { eq: false } }'],
  [
    { 'filter[created]': '2001-01-01', 'filter-op[created]': 'gt' },
    'filter: { created: { gt: "2001-01-01T00:00:00" } }',
  ],
  [{ 'filter[owner.email]': 'bob@example.com' }, 'filter: { owner: { email: { eq: "bob@example.com" } } }'],
  [
    { 'filter[primary_account.owner.email]': 'bob@example.com' },
    'filter: { primaryAccount: { owner: { email: { eq: "bob@example.com" } } } }',
  ],
  [{ 'filter-op[primary_account]': 'null' }, 'filter: { primaryAccount: { id: { null: true } } }'],
  [{ 'filter-op[primary_account.city]': 'null' }, 'filter: { primaryAccount: { city: { null: true } } }'],
  [
    { 'filter[account_relations.account.name]': 'Sitwell Housing' },
    'filter: { accountRelations: { account: { name: { eq: "Sitwell Housing" } } } }',
  ],
  [{ 'filter-op[account_relations]': 'empty' }, 'filter: { not: { accountRelations: {} } }'],
  [{ 'filter-op[account_relations]': 'not-empty' }, 'filter: { accountRelations: {} }'],
  [{ 'filter[cf_score]': '5', 'filter-op[cf_score]': 'gte' }, 'filter: { cf_score: { gte: 5 } }'],
  [{ 'filter[cf_twice]': '10,20', 'filter-op[cf_twice]': 'between' }, 'filter: { cf_twice: { between: [10, 20] } }'],
  [{ 'filter[cf_home.city]': 'Leeds' }, 'filter: { cf_home: { city: { eq: "Leeds" } } }'],
  [{ 'filter-op[cf_home_id]': 'not-null' }, 'filter: { cf_home_id: { null: false } }'],
  [
    { 'filter[city]': 'York', 'filter[owner.email]': 'bob@example.com' },
    'filter: { city: { eq: "York" }, owner: { email: { eq: "bob@example.com" } } }',
  ],
  [{ 'order-by': 'city,-first_name' }, 'orderBy: [{ field: CITY }, { field: FIRST_NAME, direction: DESC }]'],
  [
    { 'order-by': '-owner.email,first_name' },
    'orderBy: [{ owner: { field: EMAIL, direction: DESC } }, { field: FIRST_NAME }]',
  ],
  [
    { 'order-by': 'primary_account.owner.email,-id' },
    'orderBy: [{ primaryAccount: { owner: { field: EMAIL } } }, { field: ID, direction: DESC }]',
  ],
  [{ 'order-by': '-primary_account' }, 'orderBy: [{ primaryAccount: { field: ID, direction: DESC } }]'],
  [{ 'order-by': 'primary_account.city' }, 'orderBy: [{ primaryAccount: { field: CITY } }]'],
  [{ 'order-by': '-cf_score' }, 'orderBy: [{ field: CF_SCORE, direction: DESC }]'],
  [{ 'order-by': '-cf_twice,first_name' }, 'orderBy: [{ field: CF_TWICE, direction: DESC }, { field: FIRST_NAME }]'],
  [{ 'order-by': '-cf_home.name' }, 'orderBy: [{ cf_home: { field: NAME, direction: DESC } }]'],
  [
    { 'order-by': 'cf_home.owner.email,-first_name' },
    'orderBy: [{ cf_home: { owner: { field: EMAIL } } }, { field: FIRST_NAME, direction: DESC }]',
  ],
  [{ 'order-by': 'cf_home_id' }, 'orderBy: [{ field: CF_HOME_ID }]'],
];

const opportunities: readonly Case[] = [
  [
    { 'filter[value.base_value]': '250', 'filter-op[value.base_value]': 'gte' },
    'filter: { value: { baseValue: { gte: 250 } } }',
  ],
  [
    { 'filter[value]': '20,300', 'filter-op[value]': 'between' },
    'filter: { value: { baseValue: { between: [20, 300] } } }',
  ],
  [{ 'filter-op[value.currency_id]': 'not-null' }, 'filter: { value: { currencyId: { null: false } } }'],
  [
    { 'filter[closing_date]': '2025-05-01', 'filter-op[closing_date]': 'lte' },
    'filter: { closingDate: { lte: "2025-05-01" } }',
  ],
  [{ 'filter-op[product_sections]': 'null' }, 'filter: { productSections: { null: true } }'],
  [{ 'filter-op[product_sections]': 'not-empty' }, 'filter: { productSections: { empty: false } }'],
  [{ 'order-by': '-value' }, 'orderBy: [{ field: VALUE, direction: DESC }]'],
  [{ 'order-by': '-value.base_value' }, 'orderBy: [{ value: { field: BASE_VALUE, direction: DESC } }]'],
  [
    { 'order-by': 'value.value_foreign,-name' },
    'orderBy: [{ value: { field: VALUE_FOREIGN } }, { field: NAME, direction: DESC }]',
  ],
  [
    { 'order-by': 'value.currency_id,-name' },
    'orderBy: [{ value: { field: CURRENCY_ID } }, { field: NAME, direction: DESC }]',
  ],
  [
    { 'order-by': 'primary_account.name,step.sort_order,-closing_date' },
    'orderBy: [{ primaryAccount: { field: NAME } }, { step: { field: SORT_ORDER } }, { field: CLOSING_DATE, direction: DESC }]',
  ],
];

const webhooks: readonly Case[] = [
  [{ 'filter[events]': 'Account.Create' }, 'filter: { events: { eq: "Account.Create" } }'],
  [{ 'filter[events]': ['Lead.Lost', 'Account.*'] }, 'filter: { events: { in: ["Lead.Lost", "Account.*"] } }'],
  [
    { 'filter[events]': 'Account.Create', 'filter-op[events]': 'not-eq' },
    'filter: { events: { notEq: "Account.Create" } }',
  ],
  [{ 'filter-op[events]': 'not-null' }, 'filter: { events: { null: false } }'],
  [{ 'filter-op[options]': 'null' }, 'filter: { options: { null: true } }'],
];

const clients: readonly Case[] = [
  [{ 'filter-op[unit_manager_ids]': 'empty' }, 'filter: { unitManagerIds: { empty: true } }'],
  [{ 'filter[unit_member_ids]': '<unit>' }, 'filter: { unitMemberIds: { eq: "<unit>" } }'],
  [
    { 'filter[unit_member_ids]': '<unit>', 'filter-op[unit_member_ids]': 'not-eq' },
    'filter: { unitMemberIds: { notEq: "<unit>" } }',
  ],
];

describe.each(databases)('both APIs on %s', (database) => {
  let server: GraphqlServer;
  let space: TestSpace;
  let crm: Crm;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    crm = await writeCrm(server);
    ({ space } = server.server);
    const bob = await space.create('Clients', {
      email: 'bob@example.com',
      first_name: 'Bob',
      last_name: 'Loblaw',
      default_unit_id: space.ids.unitId,
    });
    await space.create('SalesUnitClientRelations', { unit_id: space.ids.unitId, client_id: bob.id });
    const field = (name: string, members: Json) => space.create('Fields', { entity_name: 'Contact', name, ...members });
    await field('Score', { type_id: 'integer' });
    await field('Twice', { type_id: 'integer', calc_formula: '#cf_score * 2' });
    await field('Home', { type_id: 'lookup', lookup: { entity_name: 'Account', many: false } });
    const [sitwell, bluth] = crm.accounts;
    const property = await space.create('Accounts', { name: 'Law', owner_id: bob.id });
    const works = (account: string) => ({ account_relations: [{ account_id: account, is_primary: true }] });
    for (const [first_name, members] of [
      ['Lindsay', { city: 'Leeds', gender: 2, cf_score: 5, cf_home_id: sitwell, ...works(property.id) }],
      ['Tobias', { city: 'York', gender: 1, cf_score: 9, cf_home_id: bluth, owner_id: bob.id }],
      ['Maeby', { city: 'Æbeltoft', cf_home_id: property.id, ...works(bluth) }],
      ['George', { city: 'leeds', gender: 1, cf_score: 2, owner_id: bob.id, ...works(property.id) }],
    ] as const) {
      await space.create('Contacts', { first_name, owner_id: crm.owner, ...members });
    }
    for (const [name, base_value, account] of [
      ['Boat', 20, property.id],
      ['Stand', 250, bluth],
      ['Valley', 300, sitwell],
    ] as const) {
      const amount = {
        closing_date: `2025-0${name.length - 2}-01`,
        value: { base_value },
        product_sections: account === bluth ? [{ id: '1', name: 'Fruit' }] : null,
      };
      await space.create('Opportunities', { name, owner_id: bob.id, step_id: crm.step, ...amount, ...works(account) });
    }
    for (const events of [['Account.Create', 'Lead.Lost'], ['Account.*']]) {
      await space.create('Webhooks', { url: 'https://example.com/', events, insecure_ssl: false });
    }
  });

  afterAll(() => server.close());

  describe.each([
    ['Contacts', 'contacts', contacts],
    ['Opportunities', 'opportunities', opportunities],
    ['Webhooks', 'webhooks', webhooks],
    ['Clients', 'clients', clients],
  ] as const)('%s', (collection, root, cases) => {
    it.each(cases)('%j', async (asked, given) => {
      const named = (text: string) => text.replaceAll('<unit>', space.ids.unitId);
      const rest = JSON.parse(named(JSON.stringify(asked))) as Record<string, string | string[]>;
      const wanted = (await space.list(collection, rest)).data.map(({ id }) => id);
      type Found = Record<string, { readonly nodes: readonly { readonly id: string }[] }>;
      const found = await server.query<Found>(`{ ${root}(${named(given)}) { nodes { id } } }`);
      expect(found[root]?.nodes.map(({ id }) => id)).toEqual(wanted);
      expect(wanted.length, 'records that show a difference').toBeGreaterThan(0);
    });
  });

  it('pages through an order along relations', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query: string = `query ($after: String) { contacts(
        first: 2, after: $after, orderBy: [{ primaryAccount: { owner: { field: EMAIL, direction: DESC } } }, { field: FIRST_NAME }]
      ) { nodes { firstName } pageInfo { endCursor } } }`;
      type Page = { contacts: { nodes: { firstName: string }[]; pageInfo: { endCursor: string | null } } };
      const { contacts: page }: Page = await server.query<Page>(query, { after });
      seen.push(...page.nodes.map(({ firstName }) => firstName));
      after = page.pageInfo.endCursor;
    } while (after !== null);
    expect(seen).toEqual(['George', 'Lindsay', 'Maeby', 'Michael', 'Sally', 'Gob', 'Tobias']);
  });

  it.each([
    ['[{}]', 'contacts.orderBy[0]: give "field" or a relation.'],
    [
      '[{ field: CITY, owner: { field: EMAIL } }]',
      'contacts.orderBy[0]: "field" and "owner" are two keys; give each an item of its own.',
    ],
    [
      '[{ owner: { field: EMAIL }, direction: DESC }]',
      'contacts.orderBy[0].direction: belongs beside "field", inside "owner".',
    ],
    ['[{ owner: { direction: DESC } }]', 'contacts.orderBy[0].owner: give "field" or a relation.'],
  ])('rejects the order %s', async (order, message) => {
    const { body } = await server.send(`{ contacts(orderBy: ${order}) { nodes { id } } }`);
    expect(body.errors?.[0]?.message).toBe(message);
  });
});
