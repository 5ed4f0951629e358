/** Selection sets as member selections: given members of a contact or an opportunity, wanted members of the request. */
import { describe, expect, it } from 'vitest';
import { readOne } from '../../../../test/graphql/read-operation.js';
import type { RowPage } from '../../../records/read/row-page.js';
import type { JsonObject, ObjectShape, PageShape } from '../run/render-answer.js';
import { renderObject, renderPage } from '../run/render-answer.js';

const id = '0190a8b2-0000-7000-8000-00000000000a';
const value = (as: string, field: string) => ({ kind: 'value', as, field });
const members = (...list: readonly object[]) => ({ kind: 'members', members: list });

function membersOf(query: string): unknown {
  const call = readOne(query);
  return 'selection' in call.request && call.request.selection.kind === 'members' && call.request.selection.members;
}

const fragments = 'fragment Name on Contact { ...First lastName } fragment First on Contact { firstName }';

const contactSelections: readonly {
  readonly name: string;
  readonly given: string;
  readonly variables?: string;
  readonly fragments?: string;
  readonly wanted: readonly object[];
}[] = [
  {
    name: 'values',
    given: 'id firstName ownerId',
    wanted: [value('id', 'id'), value('firstName', 'first_name'), value('ownerId', 'owner_id')],
  },
  { name: 'aliases', given: 'a: firstName b: firstName', wanted: [value('a', 'first_name'), value('b', 'first_name')] },
  { name: 'no member but the type name', given: '__typename', wanted: [] },
  {
    name: 'values that are worked out of others',
    given: 'isFavorite',
    wanted: [value('isFavorite', 'is_favorite')],
  },
  {
    name: 'a relation to one record',
    given: 'boss: owner { email } unit { __typename }',
    wanted: [
      { kind: 'record', as: 'boss', link: 'owner', selection: members(value('email', 'email')) },
      { kind: 'record', as: 'unit', link: 'unit', selection: members() },
    ],
  },
  {
    name: 'a relation named twice as one',
    given:
      'owner { email } id owner { id unit: defaultUnit { id } email } ... { owner { unit: defaultUnit { name } } }',
    wanted: [
      {
        kind: 'record',
        as: 'owner',
        link: 'owner',
        selection: members(value('email', 'email'), value('id', 'id'), {
          kind: 'record',
          as: 'unit',
          link: 'default_unit',
          selection: members(value('id', 'id'), value('name', 'name')),
        }),
      },
      value('id', 'id'),
    ],
  },
  {
    name: 'fragments, one inside the other and one repeated',
    given: '...Name ... on Contact { id } ...Name',
    fragments,
    wanted: [value('firstName', 'first_name'), value('lastName', 'last_name'), value('id', 'id')],
  },
  {
    name: 'what directives leave',
    given: `a: id @skip(if: $yes) b: id @include(if: $yes) c: id @skip(if: false) d: id @include(if: false)
      ...Name @skip(if: $yes) ... @include(if: $no) { email1 } e: id @include(if: $yes) @skip(if: $yes)`,
    variables: '($yes: Boolean = true, $no: Boolean = false)',
    fragments,
    wanted: [value('b', 'id'), value('c', 'id')],
  },
  {
    name: 'pages of rows, each alias with its own arguments',
    given: `main: accountRelations(first: 1, filter: { isPrimary: { eq: true } }) { nodes { accountId } }
      accountRelations(orderBy: [{ field: POSITION, direction: DESC }]) { totalCount edges { cursor } }`,
    wanted: [
      {
        kind: 'page',
        as: 'main',
        rows: 'account_relations',
        list: {
          filter: {
            kind: 'condition',
            path: ['is_primary'],
            operator: 'eq',
            operands: [true],
            at: 'accountRelations.filter.isPrimary.eq',
          },
          sort: [],
          window: { kind: 'cursor', first: 1 },
          includeDeleted: false,
        },
        selection: members(value('accountId', 'account_id')),
        withTotal: false,
      },
      {
        kind: 'page',
        as: 'accountRelations',
        rows: 'account_relations',
        list: {
          filter: null,
          sort: [{ path: ['position'], descending: true, at: 'accountRelations.orderBy[0]' }],
          window: { kind: 'cursor' },
          includeDeleted: false,
        },
        selection: members(),
        withTotal: true,
      },
    ],
  },
];

describe('the selection of a record', () => {
  it.each(contactSelections)('takes $name', ({ given, wanted, variables = '', fragments = '' }) => {
    expect(membersOf(`query ${variables} { contact(id: "${id}") { ${given} } } ${fragments}`)).toEqual(wanted);
  });

  it('opens a fragment once, however often it is spread', () => {
    const depth = 40;
    const doubling = Array.from({ length: depth }, (_, i) => `fragment F${i} on Contact { ...F${i + 1} ...F${i + 1} }`);
    const query = `{ contact(id: "${id}") { ...F0 } } ${doubling.join(' ')} fragment F${depth} on Contact { id }`;
    expect(membersOf(query)).toEqual([value('id', 'id')]);
  });

  it('takes the parts of an amount', () => {
    const given = 'price: value { base: baseValue valueForeign currencyId in: currency { code } }';
    expect(membersOf(`{ opportunity(id: "${id}") { ${given} } }`)).toEqual([
      {
        kind: 'money',
        as: 'price',
        field: 'value',
        parts: [
          { kind: 'amount', as: 'base', part: 'base_value' },
          { kind: 'amount', as: 'valueForeign', part: 'value_foreign' },
          { kind: 'amount', as: 'currencyId', part: 'currency_id' },
          { kind: 'currency', as: 'in', selection: members(value('code', 'code')) },
        ],
      },
    ]);
  });

  it('takes the one row of a relation that shows no more', () => {
    expect(membersOf(`{ task(id: "${id}") { soon: reminder { setDate owner { id } } } }`)).toEqual([
      {
        kind: 'row',
        as: 'soon',
        rows: 'reminder',
        selection: members(value('setDate', 'set_date'), {
          kind: 'record',
          as: 'owner',
          link: 'owner',
          selection: members(value('id', 'id')),
        }),
      },
    ]);
  });

  it('takes each link of a relation to several entity types', () => {
    const given = 'leadOpptyId oppty { name }';
    expect(membersOf(`{ leadOpptyAccountRelation(id: "${id}") { ${given} } }`)).toEqual([
      value('leadOpptyId', 'lead_oppty_id'),
      { kind: 'record', as: 'oppty', link: 'oppty', selection: members(value('name', 'name')) },
    ]);
  });
});

describe('the selection of a connection', () => {
  const page = (): RowPage => ({ rows: [], more: false, before: false });

  function read(given: string, json: RowPage): { members: unknown; answer: JsonObject } {
    const query = `{ contacts { ${given} } }`;
    const call = readOne(query);
    if (call.kind !== 'list') throw new Error('not a list');
    return { members: membersOf(query), answer: renderPage(call.shape, json) };
  }

  it('reads nodes and edges under response keys', () => {
    const json = { ...page(), rows: [{ c: 'YQ==', n: { id: '1' } }] };
    const { members: requested, answer } = read('all: edges { at: cursor it: node { id } }', json);
    expect(requested).toEqual([value('id', 'id')]);
    expect(answer).toEqual({ all: [{ at: 'YQ==', it: { id: '1' } }] });
  });

  it('keeps apart places that name different members alike', () => {
    const given =
      'nodes { name: firstName } more: nodes { name: lastName } edges { node { name: email1 owner { id } } }';
    const n = {
      'nodes.name': 'Ann',
      'more.name': 'Lee',
      'edges.node.name': 'a@b.example',
      'edges.node.owner': { id: '7' },
    };
    const { members: requested, answer } = read(given, { ...page(), rows: [{ c: 'YQ==', n }] });
    expect(requested).toEqual([
      value('nodes.name', 'first_name'),
      value('more.name', 'last_name'),
      value('edges.node.name', 'email1'),
      { kind: 'record', as: 'edges.node.owner', link: 'owner', selection: members(value('id', 'id')) },
    ]);
    expect(answer).toEqual({
      nodes: [{ name: 'Ann' }],
      more: [{ name: 'Lee' }],
      edges: [{ node: { name: 'a@b.example', owner: { id: '7' } } }],
    });
  });

  it('answers page information and the count', () => {
    const json = {
      rows: [
        { c: 'YQ==', n: {} },
        { c: 'Yg==', n: {} },
      ],
      more: true,
      before: false,
      total: 9,
    };
    const given = 'p: pageInfo { hasNextPage back: hasPreviousPage startCursor endCursor } n: totalCount';
    expect(read(given, json).answer).toEqual({
      p: { hasNextPage: true, back: false, startCursor: 'YQ==', endCursor: 'Yg==' },
      n: 9,
    });
  });

  it('answers an empty page with null cursors', () => {
    const { answer } = read('nodes { id } pageInfo { startCursor endCursor }', page());
    expect(answer).toEqual({ nodes: [], pageInfo: { startCursor: null, endCursor: null } });
  });
});

describe('the shape of an answer', () => {
  function shapeOf(query: string): ObjectShape | PageShape {
    const call = readOne(query);
    if (call.kind !== 'list' && call.kind !== 'get') throw new Error('the query is to read records');
    return call.shape;
  }

  it('turns pages inside pages into connections', () => {
    const shape = shapeOf(`{ contact(id: "${id}") {
      accountRelations { nodes { account { opportunities: name } } edges { cursor } pageInfo { hasNextPage } }
    } }`);
    const json = {
      accountRelations: {
        rows: [
          { c: ['a'], n: { account: { opportunities: 'Sitwell' } } },
          { c: ['b'], n: { account: null } },
        ],
        bounds: { limit: 1, backward: false, hasAfter: false, hasBefore: false },
      },
    };
    expect(renderObject(shape as ObjectShape, json)).toEqual({
      accountRelations: {
        nodes: [{ account: { opportunities: 'Sitwell' } }],
        edges: [{ cursor: Buffer.from('["a"]').toString('base64') }],
        pageInfo: { hasNextPage: true },
      },
    });
  });

  it('keeps nulls of relations and amounts', () => {
    const shape = shapeOf(
      `{ opportunity(id: "${id}") { step { pipeline { steps { totalCount } } } value { currency { id } } } }`,
    );
    expect(renderObject(shape as ObjectShape, { step: null, value: { currency: null } })).toEqual({
      step: null,
      value: { currency: null },
    });
    expect(renderObject(shape as ObjectShape, { step: { pipeline: null }, value: null })).toEqual({
      step: { pipeline: null },
      value: null,
    });
  });

  it('holds members under names that objects know already', () => {
    const shape = shapeOf(
      `{ contact(id: "${id}") { __proto__: firstName constructor: accountRelations { totalCount } } }`,
    );
    const json = JSON.parse('{"__proto__": "Ann", "constructor": {"rows": [], "bounds": {"limit": 1}, "total": 0}}');
    const answer = renderObject(shape as ObjectShape, json);
    expect(JSON.stringify(answer)).toBe('{"__proto__":"Ann","constructor":{"totalCount":0}}');
  });
});
