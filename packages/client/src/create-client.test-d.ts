/** What the compiler knows of the operations of a space; checked by compiling, never run. */
import type { components, paths } from '@headwater/openapi-types';
import { describe, expectTypeOf, it } from 'vitest';
import { createClient } from './create-client.js';
import { expanded } from './expanded.js';
import { unwrap } from './unwrap.js';

type Contact = components['schemas']['Contact'];
type Change = components['schemas']['Change'];
type User = components['schemas']['Client'];

const client = createClient<paths>({ baseUrl: 'https://crm.example.com', space: 'demo', token: 't', password: 'p' });
const path = { id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' };

describe('operations', () => {
  it('give the record of their path', async () => {
    const { data } = await unwrap(client.GET('/entities/Contacts/{id}', { params: { path } }));
    expectTypeOf(data).toEqualTypeOf<Contact>();
  });

  it('give a result that is a body or an error', async () => {
    const result = await client.GET('/entities/Contacts/{id}', { params: { path } });
    expectTypeOf(result.data).toEqualTypeOf<{ success: true; data: Contact; history?: Change[] } | undefined>();
    if (result.data) expectTypeOf(result.error).toEqualTypeOf<undefined>();
    else expectTypeOf(result.error).toExtend<object>();
    expectTypeOf(result.response).toEqualTypeOf<Response>();
  });

  it('give the record of a write', async () => {
    const body = { owner_id: path.id, last_name: 'Okafor' };
    const { data } = await unwrap(client.POST('/entities/Contacts', { body }));
    expectTypeOf(data).toEqualTypeOf<Contact>();
    const { data: id } = await unwrap(client.DELETE('/entities/Contacts/{id}', { params: { path } }));
    expectTypeOf(id).toEqualTypeOf<string>();
  });

  it('take a revision as a number', () => {
    void client.PATCH('/entities/Contacts/{id}', { params: { path, header: { 'If-Match': 7 } }, body: {} });
    void client.PATCH('/entities/Contacts/{id}', { params: { path, header: { 'If-Match': '"7"' } }, body: {} });
    // @ts-expect-error a revision is no date
    void client.PATCH('/entities/Contacts/{id}', { params: { path, header: { 'If-Match': new Date() } }, body: {} });
  });

  it('reject what the interface does not have', () => {
    // @ts-expect-error no such collection
    void client.GET('/entities/Contact');
    // @ts-expect-error the list cannot be deleted
    void client.DELETE('/entities/Contacts');
    // @ts-expect-error no id
    void client.GET('/entities/Contacts/{id}');
    // @ts-expect-error owner_id is required
    void client.POST('/entities/Contacts', { body: { last_name: 'Okafor' } });
    // @ts-expect-error owner_id is required
    void client.POST('/entities/Accounts', { body: { name: 'Okafor Ltd' } });
    // @ts-expect-error a text, not a number
    void client.PATCH('/entities/Contacts/{id}', { params: { path }, body: { last_name: 7 } });
    // @ts-expect-error not a member of accounts
    void client.PATCH('/entities/Accounts/{id}', { params: { path }, body: { surname: 'Okafor' } });
    // @ts-expect-error not a parameter, so it would be ignored and everything listed
    void client.GET('/entities/Contacts', { params: { query: { filters: { city: 'Leeds' } } } });
    // @ts-expect-error not a header of this operation
    void client.PATCH('/entities/Contacts/{id}', { params: { path, header: { 'If-None-Match': '"1"' } }, body: {} });
  });
});

describe('query parameters', () => {
  it('take texts, arrays and dates', () => {
    void client.GET('/entities/Contacts', {
      params: {
        query: {
          filter: { city: ['Leeds', 'York'], is_archived: false, created: new Date(), 'owner.email': 'a@b.example' },
          'filter-op': { city: 'not-eq', created: 'gte', comments: 'not-empty' },
          expand: ['owner', 'account_relations.account'],
          'order-by': 'last_name,-created',
          'load-only': ['id'] as const,
        },
      },
    });
    void client.GET('/entities/Contacts/{id}', { params: { path, query: { expand: ['owner'] } } });
  });

  it('reject what the interface does not have', () => {
    // @ts-expect-error no such operator
    void client.GET('/entities/Contacts', { params: { query: { 'filter-op': { city: 'like' } } } });
    // @ts-expect-error null is an operator, not a value
    void client.GET('/entities/Contacts', { params: { query: { filter: { city: null } } } });
    // @ts-expect-error a number, not a text
    void client.GET('/entities/Contacts', { params: { query: { first: '10' } } });
    // @ts-expect-error names only
    void client.GET('/entities/Contacts', { params: { query: { expand: [1] } } });
  });
});

describe('lists', () => {
  it('give the records of their path', () => {
    expectTypeOf(client.records('/entities/Contacts')).toEqualTypeOf<AsyncGenerator<Contact, void, void>>();
    expectTypeOf(client.records('/entities/Clients')).toEqualTypeOf<AsyncGenerator<User, void, void>>();
  });

  it('give the pages of their path', async () => {
    for await (const page of client.pages('/entities/Contacts', { params: { query: { 'include-total': true } } })) {
      expectTypeOf(page.data).toEqualTypeOf<Contact[]>();
      expectTypeOf(page.total).toEqualTypeOf<number | undefined>();
    }
  });

  it('reject paths that are none, and parameters that count from elsewhere', () => {
    // @ts-expect-error one record
    client.records('/entities/Contacts/{id}');
    // @ts-expect-error backwards
    client.records('/entities/Contacts', { params: { query: { last: 10 } } });
    // @ts-expect-error by number
    client.pages('/entities/Contacts', { params: { query: { offset: 10 } } });
  });
});

it('relations lose their address when expanded', () => {
  expectTypeOf(expanded<Contact['owner']>).returns.toEqualTypeOf<User>();
  expectTypeOf(expanded<Contact['primary_account']>).returns.toEqualTypeOf<components['schemas']['Account'] | null>();
  expectTypeOf(expanded<Contact['account_relations']>).returns.toEqualTypeOf<
    components['schemas']['ContactAccountRelation'][]
  >();
});

it('a space can bring paths of its own', () => {
  interface SpacePaths {
    '/entities/cf_boats': {
      get: {
        parameters: { query?: { first?: number; expand?: string } };
        responses: {
          200: { content: { 'application/json': { success: true; data: { id: string; cf_length: number }[] } } };
        };
      };
    };
  }
  const marina = createClient<SpacePaths>({
    baseUrl: 'https://crm.example.com',
    space: 'marina',
    token: 't',
    password: 'p',
  });
  expectTypeOf(marina.records('/entities/cf_boats', { params: { query: { expand: ['owner'] } } })).toEqualTypeOf<
    AsyncGenerator<{ id: string; cf_length: number }, void, void>
  >();
  // @ts-expect-error not in this space
  marina.records('/entities/Contacts');
});

describe('update', () => {
  it('gives the record and takes the members of a change', () => {
    const changed = client.update('/entities/Contacts/{id}', path.id, (contact) => {
      expectTypeOf(contact).toEqualTypeOf<Contact>();
      return { city: 'Leeds' };
    });
    expectTypeOf(changed).resolves.toEqualTypeOf<Contact>();
    void client.update('/entities/Contacts/{id}', path.id, async () => undefined);
    // @ts-expect-error no such member
    void client.update('/entities/Contacts/{id}', path.id, () => ({ town: 'Leeds' }));
    // @ts-expect-error a list
    void client.update('/entities/Contacts', path.id, () => ({}));
  });
});
