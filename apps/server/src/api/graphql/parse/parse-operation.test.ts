/** Whole operations as calls of the core: given document and variables, wanted requests. */
import { describe, expect, it } from 'vitest';
import { readOne, readOperation } from '../../../../test/graphql/read-operation.js';

const id = '0190a8b2-0000-7000-8000-00000000000a';
const onlyId = { kind: 'members', members: [{ kind: 'value', as: 'id', field: 'id' }] };
const noList = { filter: null, sort: [], window: { kind: 'cursor' }, includeDeleted: false };

const requests: readonly {
  readonly name: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly wanted: object;
}[] = [
  {
    name: 'a list without arguments',
    query: '{ contacts { nodes { id } } }',
    wanted: { kind: 'list', request: { entityType: 'Contact', ...noList, selection: onlyId, withTotal: false } },
  },
  {
    name: 'a list with every argument',
    query: `query ($size: Int) {
      contacts(first: $size, last: 2, after: "YQ==", before: "Yg==", includeDeleted: true,
        orderBy: [{ field: LAST_NAME }, { field: CREATED, direction: DESC }], filter: { lastName: { eq: "Bluth" } }) {
        totalCount
        edges { node { id } }
      }
    }`,
    variables: { size: 7 },
    wanted: {
      kind: 'list',
      request: {
        entityType: 'Contact',
        filter: {
          kind: 'condition',
          path: ['last_name'],
          operator: 'eq',
          operands: ['Bluth'],
          at: 'contacts.filter.lastName.eq',
        },
        sort: [
          { path: ['last_name'], descending: false, at: 'contacts.orderBy[0]' },
          { path: ['created'], descending: true, at: 'contacts.orderBy[1]' },
        ],
        window: { kind: 'cursor', first: 7, last: 2, after: 'YQ==', before: 'Yg==' },
        includeDeleted: true,
        selection: onlyId,
        withTotal: true,
      },
    },
  },
  {
    name: 'a list of records by the row that they show',
    query: '{ tasks(filter: { reminder: { status: { eq: 1 } } }) { nodes { id } } }',
    wanted: {
      kind: 'list',
      request: {
        ...{ entityType: 'Task', ...noList, selection: onlyId, withTotal: false },
        filter: {
          kind: 'some',
          path: ['reminder'],
          at: 'tasks.filter.reminder',
          filter: {
            kind: 'condition',
            path: ['status'],
            operator: 'eq',
            operands: [1],
            at: 'tasks.filter.reminder.status.eq',
          },
        },
      },
    },
  },
  {
    name: 'a body with one row',
    query: 'mutation { createTask(input: { subject: "Call", reminder: { status: 1 } }) { id } }',
    wanted: { kind: 'create', request: { body: { subject: 'Call', reminder: { status: 1 } } } },
  },
  {
    name: 'a body with a relation without an id member',
    query: `mutation { createContact(input: { ownerId: "${id}", socialMedia: "${id}" }) { id } }`,
    wanted: { kind: 'create', request: { body: { owner_id: id, social_media: id } } },
  },
  {
    name: 'a body with what no answer shows',
    query: 'mutation { createCloudObject(input: { filename: "a", type: 1, content: "QQ==" }) { id } }',
    wanted: { kind: 'create', request: { body: { filename: 'a', type: 1, content: 'QQ==' } } },
  },
  {
    name: 'arguments whose variables are null or unset',
    query: `query ($first: Int, $after: String, $filter: ContactFilter, $deleted: Boolean) {
      contacts(first: $first, after: $after, filter: $filter, includeDeleted: $deleted) { nodes { id } }
    }`,
    variables: { first: null, filter: null },
    wanted: { kind: 'list', request: { entityType: 'Contact', ...noList, selection: onlyId, withTotal: false } },
  },
  {
    name: 'an amount as an order',
    query: '{ opportunities(orderBy: [{ field: VALUE }]) { nodes { id } } }',
    wanted: { request: { sort: [{ path: ['value'], descending: false, at: 'opportunities.orderBy[0]' }] } },
  },
  {
    name: 'a count alone',
    query: '{ contacts(first: 1) { totalCount } }',
    wanted: { kind: 'list', request: { selection: { kind: 'members', members: [] }, withTotal: true } },
  },
  {
    name: 'one record',
    query: `{ contact(id: "${id.toUpperCase()}", includeDeleted: true) { id } }`,
    wanted: { kind: 'get', request: { entityType: 'Contact', id, selection: onlyId, includeDeleted: true } },
  },
  {
    name: 'a create with nested rows and an amount',
    query: `mutation {
      createOpportunity(input: {
        name: "Boat", ownerId: "${id}", stepId: "${id}", closingDate: "2024-02-29",
        value: { baseValue: 12.50, currencyId: "${id}" }, leadSourceId: null,
        accountRelations: [{ accountId: "${id}", isPrimary: true }]
      }, validationLevel: 4) { id }
    }`,
    wanted: {
      kind: 'create',
      request: {
        entityType: 'Opportunity',
        body: {
          name: 'Boat',
          owner_id: id,
          step_id: id,
          closing_date: '2024-02-29',
          value: { base_value: '12.50', currency_id: id },
          lead_source_id: null,
          account_relations: [{ account_id: id, is_primary: true }],
        },
        validationLevel: 4,
        selection: onlyId,
      },
    },
  },
  {
    name: 'an update that expects a revision',
    query: `mutation ($input: ContactUpdateInput!) {
      updateContact(id: "${id}", input: $input, revision: 17) { id }
    }`,
    variables: { input: { firstName: 'Lucille', email1: null } },
    wanted: {
      kind: 'update',
      request: {
        entityType: 'Contact',
        id,
        body: { first_name: 'Lucille', email1: null },
        validationLevel: 0,
        expectedRevision: 17,
        selection: onlyId,
      },
    },
  },
  {
    name: 'an update to nothing',
    query: `mutation {
      updateOpportunity(id: "${id}", input: { value: null, accountRelations: null, leadSourceId: null }) { id }
    }`,
    wanted: { request: { body: { value: null, account_relations: null, lead_source_id: null } } },
  },
  {
    name: 'a delete',
    query: `mutation { deleteAccount(id: "${id}") }`,
    wanted: { kind: 'delete', request: { entityType: 'Account', id, validationLevel: 0 } },
  },
  {
    name: 'a delete with all that it may say',
    query: `mutation { deleteField(id: "${id}", revision: 3, validationLevel: 4, deleteValues: true) }`,
    wanted: {
      request: { entityType: 'Field', id, validationLevel: 4, expectedRevision: 3, alsoDeletes: ['values'] },
    },
  },
  {
    name: 'an upsert',
    query: 'mutation { upsertProduct(field: "sku", value: "P-1", input: { unitSymbol: "pcs" }, mode: New) { id } }',
    wanted: {
      kind: 'upsert',
      place: ['input'],
      request: { entityType: 'Product', field: 'sku', value: 'P-1', body: { unit_symbol: 'pcs' }, wanted: 'new' },
    },
  },
  {
    name: 'an upsert by id',
    query: `mutation { upsertProduct(value: "${id}", input: {}) { id } }`,
    wanted: { request: { field: 'id', value: id, wanted: 'any' } },
  },
  {
    name: 'a merge',
    query: `mutation { mergeContacts(master: { id: "${id}", firstName: "A" }, secondaryIds: ["${id}"], revision: 2) { id } }`,
    wanted: {
      kind: 'merge',
      place: ['master'],
      request: { entityType: 'Contact', master: { id, first_name: 'A' }, secondaryIds: [id], expectedRevision: 2 },
    },
  },
  {
    name: 'a batch of bodies',
    query: `mutation {
      batchModifyContacts(items: [{ firstName: "A" }, { id: "${id}", revision: 2 }], rollback: false) { key: id }
    }`,
    wanted: {
      kind: 'batch',
      place: ['items'],
      request: {
        ...{ operation: 'modify', entityType: 'Contact', validationLevel: 0, keepsGoing: true },
        items: [{ first_name: 'A' }, { id, revision: 2 }],
      },
      selection: undefined,
      shape: [{ kind: 'id', as: 'key' }],
      size: { records: 0, depth: 0 },
    },
  },
  {
    name: 'a batch of ids, with its records selected in two places',
    query: `mutation {
      batchRestoreContacts(ids: ["${id}", "${id}"]) { record { id } again: record { id } errors { why: message } }
    }`,
    wanted: {
      request: { operation: 'restore', items: [id, id], keepsGoing: false },
      selection: {
        members: [
          { kind: 'value', as: 'record.id', field: 'id' },
          { kind: 'value', as: 'again.id', field: 'id' },
        ],
      },
      size: { records: 2, depth: 0 },
    },
  },
  {
    name: 'a qualification, with members of the opportunity',
    query: `mutation { qualifyLead(id: "${id}", input: { closingDate: "2030-01-01" }) { closingDate } }`,
    wanted: { kind: 'qualify', request: { id, body: { closing_date: '2030-01-01' } } },
  },
  {
    name: 'a list of duplicates',
    query: '{ duplicateAccounts(after: "YQ==") { endCursor } }',
    wanted: { kind: 'duplicates', request: { entityType: 'Account', first: 30, after: 'YQ==' } },
  },
];

describe('parseOperation', () => {
  it.each(requests)('reads $name', ({ query, variables, wanted }) => {
    expect(readOne(query, variables)).toMatchObject(wanted);
  });

  it('leaves out what was not given', () => {
    const { request } = readOne(`mutation { updateContact(id: "${id}", input: {}) { id } }`);
    expect(request).toStrictEqual({ entityType: 'Contact', id, body: {}, validationLevel: 0, selection: onlyId });
  });

  it('makes one call for each response key of a root field', () => {
    const calls = readOperation(`{
      a: contacts(first: 1) { nodes { id } }
      b: contacts(first: 2) { nodes { id } }
      a: contacts(first: 1) { totalCount }
      __typename
      __schema { queryType { name } }
    }`);
    expect([...calls.keys()]).toEqual(['a', 'b']);
    expect(calls.get('a')).toMatchObject({ request: { window: { first: 1 }, selection: onlyId, withTotal: true } });
  });

  it('leaves variables of the wrong type to the executor', () => {
    expect(readOperation('query ($n: Int) { contacts(first: $n) { nodes { id } } }', { n: 'many' }).size).toBe(0);
  });
});

describe('the size of an operation', () => {
  const fullPages = (rows: string) => `{ contacts(first: 100) { nodes { ${rows} } } }`;

  it('may reach the limit', () => {
    expect(readOne(fullPages('accountRelations(first: 100) { nodes { account { id } } }')).size).toEqual({
      records: 100 * (1 + 100 * 2),
      depth: 2,
    });
  });

  it('is rejected above it, before anything runs', () => {
    const query = fullPages('accountRelations(first: 100) { nodes { account { owner { id } } } }');
    expect(() => readOperation(query)).toThrow('asks for up to 30100 records, where 25000 are allowed');
  });

  it('counts page sizes from variables, and those that nobody named', () => {
    const rows = 'accountRelations(first: $n) { nodes { account { owner { id } } } }';
    const query = `query ($n: Int) { contacts(first: $n) { nodes { ${rows} } } }`;
    expect(() => readOperation(query, { n: 100 })).toThrow('asks for up to 30100 records');
    expect(readOne(query, {}).size.records).toBe(30 * (1 + 30 * 3));
  });

  it('adds up all root fields', () => {
    const root = 'contacts(first: 100) { nodes { accountRelations(first: 100) { nodes { id } } } }';
    expect(() => readOperation(`{ a: ${root} b: ${root} c: ${root} }`)).toThrow('asks for up to 30300 records');
  });

  it('bounds how deep relations are followed', () => {
    const owners = (depth: number): string => (depth === 0 ? 'id' : `parent { ${owners(depth - 1)} }`);
    expect(readOne(`{ salesUnits { nodes { ${owners(5)} } } }`).size.depth).toBe(5);
    expect(() => readOperation(`{ salesUnits { nodes { ${owners(6)} } } }`)).toThrow('more than 5 deep');
  });
});
