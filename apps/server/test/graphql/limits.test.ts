/** What one request may not ask for, over HTTP. */
import { typeDefs } from '@headwater/graphql-types/sdl';
import { buildSchema, type GraphQLObjectType, getNamedType, getNullableType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSizePlugin } from '../../src/api/graphql/engine/limits-plugins.js';
import { type Answer, GraphqlServer } from './graphql-server.js';

let server: GraphqlServer;

beforeAll(async () => {
  server = await GraphqlServer.start('sqlite');
});

afterAll(() => server.close());

function rejection({ status, body }: Answer): { status: number; message: string; code: unknown; data: unknown } {
  const [error] = body.errors ?? [];
  return { status, message: error?.message ?? '', code: error?.extensions.code, data: body.data };
}

const repeated = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

describe('documents', () => {
  const parents = (depth: number): string => (depth === 0 ? 'id' : `parent { ${parents(depth - 1)} }`);

  it('may have 19 levels', async () => {
    // Relations are bounded earlier, so the last allowed level is reached by introspection's own type.
    const query = (depth: number) => `{ salesUnits { nodes { ${parents(depth)} } } }`;
    expect(rejection(await server.send(query(16)))).toMatchObject({
      message: 'The operation follows relations more than 5 deep. Ask for the far records by their ids.',
    });
    expect(rejection(await server.send(query(17)))).toEqual({
      status: 400,
      message: 'Query depth limit of 19 exceeded, found 20.',
      code: 'ERROR_PARAMETER_INVALID',
      data: undefined,
    });
  });

  it('reach five relations, written with edges', async () => {
    const steps = (inner: string) => `steps(first: 1) { edges { node { pipeline { ${inner} } } } }`;
    expect((await server.send(`{ ${steps(steps(steps('id')))} }`)).status).toBe(200);
  });

  it('may have 60 aliases', async () => {
    const query = (count: number) => `{ ${repeated(count, (i) => `a${i}: pipelines(first: 1) { totalCount }`)} }`;
    expect((await server.send(query(60))).status).toBe(200);
    expect(rejection(await server.send(query(61)))).toMatchObject({
      status: 400,
      message: 'Aliases limit of 60 exceeded, found 61.',
    });
  });

  it('may have 50 directives', async () => {
    const query = (count: number) => `{ pipelines { nodes { ${repeated(count, () => 'id @include(if: true)')} } } }`;
    expect((await server.send(query(50))).status).toBe(200);
    expect(rejection(await server.send(query(51)))).toMatchObject({
      status: 400,
      message: 'Directives limit of 50 exceeded, found 51.',
    });
  });

  it('may have 5,000 tokens', async () => {
    const ids = (count: number) => repeated(count, () => '"x"');
    const query = (count: number) => `{ contacts(filter: { title: { in: [${ids(count)}] } }) { totalCount } }`;
    const around = 20;
    expect(rejection(await server.send(query(5000 - around))).message).toContain('more than 1000 values');
    expect(rejection(await server.send(query(5001 - around)))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Token limit of 5000 exceeded'),
    });
  });

  it('may name a field 100 times in one selection', async () => {
    const query = (count: number) => `{ ${repeated(count, () => 'pipelines(first: 1) { totalCount }')} }`;
    expect((await server.send(query(100))).status).toBe(200);
    expect(rejection(await server.send(query(101)))).toMatchObject({
      status: 400,
      message: expect.stringContaining('A selection names "pipelines" more than 100 times.'),
    });
    const leaves = (count: number) => `{ pipelines { nodes { ${repeated(count, () => 'name')} } } }`;
    expect((await server.send(leaves(100))).status).toBe(200);
    expect((await server.send(leaves(101))).status).toBe(400);
  });

  it('may have 1,000,000 characters', () => {
    let parse: (text: string) => unknown = () => undefined;
    const parseFn = () => ({}) as never;
    documentSizePlugin().onParse?.({ parseFn, setParseFn: (given: typeof parse) => (parse = given) } as never);
    parse(`{ a } #${'x'.repeat(999_993)}`);
    expect(() => parse(`{ a } #${'x'.repeat(999_994)}`)).toThrow('Syntax Error: Character limit of 1000000 exceeded.');
  });

  it('may come with an Accept header of any length', async () => {
    const headers = {
      Authorization: server.authorization,
      Accept: Array(500).fill('text/html;q=0.1').join(','),
      'Content-Type': 'application/json',
    };
    const answer = await fetch(server.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(answer.status).toBe(406);
    expect(answer.headers.get('Accept')).toBeNull();
  });

  it.each(['\n', '\r'])('may have 50,000 lines that end in %j', async (end) => {
    const query = (count: number) => `${end.repeat(count - 1)}{ __typename }`;
    expect((await server.send(query(50_000))).status).toBe(200);
    const { status, body } = await server.send(query(50_001));
    expect(status).toBe(400);
    const extensions = { code: 'GRAPHQL_PARSE_FAILED' };
    expect(body).toEqual({ errors: [{ message: 'Syntax Error: Line limit of 50000 exceeded.', extensions }] });
  });

  it.each([
    ['100,000 characters', (more: number) => ' '.repeat(100_000 - '{ nothing }'.length + more)],
    ['5,000 lines', (more: number) => '\n'.repeat(4_999 + more)],
  ])('say where their errors are when they have %s at most', async (_, before) => {
    const errorOf = async (more: number) => (await server.send(`${before(more)}{ nothing }`)).body.errors?.[0];
    const message = 'Cannot query field "nothing" on type "Query".';
    expect(await errorOf(0)).toMatchObject({ message, locations: [{ line: expect.any(Number) }] });
    const late = await errorOf(1);
    expect(late).toMatchObject({ message });
    expect(late).not.toHaveProperty('locations');
  });

  it('show the schema in full', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    expect((await server.send(getIntrospectionQuery({ inputValueDeprecation: true }))).status).toBe(200);
  });
});

describe('questions about the schema', () => {
  it('ask for all of it once, for five types', async () => {
    const all = (count: number) => `{ ${repeated(count, (i) => `a${i}: __schema { queryType { name } }`)} }`;
    expect((await server.send(all(1))).status).toBe(200);
    expect(rejection(await server.send(all(2)))).toMatchObject({
      status: 400,
      message: 'An operation may ask for "__schema" once only.',
      code: 'ERROR_PARAMETER_INVALID',
    });
    const types = (count: number) => `{ ${repeated(count, (i) => `a${i}: __type(name: "Account") { name }`)} }`;
    expect((await server.send(types(5))).status).toBe(200);
    expect(rejection(await server.send(types(6)))).toMatchObject({
      status: 400,
      message: 'An operation may ask for "__type" 5 times only.',
    });
  });

  it('have ten aliases, none of what holds something else', async () => {
    const names = (count: number) => `{ __schema { types { ${repeated(count, (i) => `a${i}: name`)} } } }`;
    expect((await server.send(names(10))).status).toBe(200);
    expect(rejection(await server.send(names(11)))).toMatchObject({
      status: 400,
      message: 'Members of the schema can have 10 aliases at most.',
    });
    const inFragment = '{ __schema { ...All } } fragment All on __Schema { types { name } more: types { name } }';
    expect(rejection(await server.send(inFragment))).toMatchObject({
      status: 400,
      message: '"types" of the schema cannot have an alias.',
    });
  });
});

describe('selections', () => {
  /** A fragment for each type at each depth, with its links to other records, into each of which goes a fragment of the next depth. */
  function linkFragments(root: string, depth: number): { text: string; members: number } {
    const schema = buildSchema(typeDefs);
    const made = new Map<string, { text: string; members: number }>();
    const make = (name: string, left: number): number => {
      const known = made.get(`${name}${left}`);
      if (known !== undefined) return known.members;
      const fields = Object.values((schema.getType(name) as GraphQLObjectType).getFields());
      const links = fields.filter(({ type }) => isObjectType(type) && 'id' in type.getFields());
      const values = fields.filter(({ type }) => isLeafType(getNullableType(type))).slice(0, left === 0 ? 12 : 1);
      let text = values.map((value) => value.name).join(' ');
      let members = values.length;
      for (const link of left === 0 ? [] : links) {
        const target = getNamedType(link.type).name;
        members += 1 + make(target, left - 1);
        text += ` ${link.name} { ...${target}${left - 1} }`;
      }
      made.set(`${name}${left}`, { text: `fragment ${name}${left} on ${name} { ${text} }`, members });
      return members;
    };
    const members = make(root, depth);
    return { text: [...made.values()].map((fragment) => fragment.text).join(' '), members };
  }

  it.each([
    [2, 200],
    [8, 400],
  ])('are counted with fragments opened, %i links deep', async (depth, status) => {
    const { text, members } = linkFragments('Opportunity', depth);
    expect(members > 5_000).toBe(status === 400);
    const answer = await server.send(`{ opportunities { nodes { ...Opportunity${depth} } } } ${text}`);
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(rejection(answer)).toEqual({
        status: 400,
        message:
          'The operation selects more than 5000 members, those in fragments counted wherever they are spread. Select fewer.',
        code: 'ERROR_PARAMETER_INVALID',
        data: undefined,
      });
    }
  });

  it('may have 60 root fields', async () => {
    const fields = Object.values(buildSchema(typeDefs).getQueryType()?.getFields() ?? {});
    const lists = fields.filter(
      ({ name, type, args }) =>
        String(type).endsWith('Connection!') &&
        name !== 'changes' &&
        args.every((arg) => !String(arg.type).endsWith('!')),
    );
    const query = (count: number) => `{ ${repeated(count, (i) => `${lists[i]?.name}(first: 1) { totalCount }`)} }`;
    expect((await server.send(query(60))).status).toBe(200);
    expect(rejection(await server.send(query(61)))).toMatchObject({
      status: 400,
      message: 'The operation has 61 root fields, where 60 are allowed. Send several operations.',
    });
  });
});

describe('records', () => {
  const query = `query ($n: Int) {
    contacts(first: $n) { nodes { accountRelations(first: $n) { nodes { account { owner { id } } } } } }
  }`;

  it('are bounded over all pages of an operation', async () => {
    expect((await server.send(query, { n: 80 })).status).toBe(200);
    expect(rejection(await server.send(query, { n: 100 }))).toEqual({
      status: 400,
      message:
        'The operation asks for up to 30100 records, where 25000 are allowed. Ask for smaller pages with "first".',
      code: 'ERROR_PARAMETER_INVALID',
      data: undefined,
    });
  });

  it('name the root field that asks for most, and what makes it ask for less', async () => {
    const rejected = async (sent: string) => rejection(await server.send(sent)).message;
    const pages =
      'contacts(first: 100) { nodes { accountRelations(first: 100) { nodes { account { owner { id } } } } } }';
    const id = '0193a000-0000-7000-8000-000000000001';
    expect(await rejected(`{ a: accounts { nodes { id } } b: ${pages} }`)).toBe(
      'The operation asks for up to 30130 records, where 25000 are allowed; "b" for 30100 of them. ' +
        'Ask for smaller pages with "first".',
    );
    const saved = `evaluateReport(reportId: "${id}") { items { ... on PivotTable { result { isTruncated } } } }`;
    expect(await rejected(`{ ${['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `${key}: ${saved}`).join(' ')} }`)).toBe(
      'The operation asks for up to 30000 records, where 25000 are allowed; "a" for 5000 of them. A pivot table counts as 250 records, ' +
        'a report table as "first", a saved report as 20 pivot tables. Name fewer items in "itemIds", or send several operations.',
    );
    const item = (index: number) =>
      `{ id: "${index}", ${index > 0 ? 'parentId: "0"' : ''} pivotTable: { entityType: Account, measures: [{ function: Count }] } }`;
    const structure = Array.from({ length: 20 }, (_, index) => item(index)).join(' ');
    const given = `evaluateReport(structure: [${structure}]) { items { ... on PivotTable { result { isTruncated } } } }`;
    const many = ['a', 'b', 'c', 'd', 'e'].map((key) => `${key}: ${given}`).join(' ');
    expect(await rejected(`{ ${many} }`)).toContain(
      'Give or name fewer items, lower "first" of report tables, or send',
    );
    const agenda = `activityAgenda(clientIds: ["${id}"], period: { relative: Today }) { clientId }`;
    expect(await rejected(`{ a: ${agenda} b: ${agenda} c: ${agenda} }`)).toContain(
      'Name all users in one of them, or send',
    );
    const figures = Array.from({ length: 26 }, (_, index) => {
      return `f${index}: insights(subject: Clients, period: { relative: Today }) { total { CreatingLeads } }`;
    });
    expect(await rejected(`{ ${figures.join(' ')} }`)).toContain('Name fewer users in "clientIds".');
  });

  it.each([0, -1, 101])('cannot be %i on a page', async (n) => {
    const { status, message } = rejection(
      await server.send('query ($n: Int) { contacts(first: $n) { nodes { id } } }', { n }),
    );
    expect({ status, message }).toEqual({ status: 400, message: 'first: must be a whole number from 1 to 100.' });
    const rows = `{ contacts { nodes { accountRelations(last: ${n}) { nodes { id } } } } }`;
    expect(rejection(await server.send(rows)).message).toBe('last: must be a whole number from 1 to 100.');
  });
});

describe('nested parts', () => {
  it.each([
    ['lists', (depth: number) => `{ accounts(first: ${'['.repeat(depth)}1${']'.repeat(depth)}) { nodes { id } } }`],
    [
      'objects',
      (depth: number) => `{ accounts(filter: ${'{and: '.repeat(depth)}{}${'}'.repeat(depth)}) { totalCount } }`,
    ],
    ['types', (depth: number) => `query ($x: ${'['.repeat(depth)}Int${']'.repeat(depth)}) { __typename }`],
    ['selections', (depth: number) => `{ a${'{ a'.repeat(depth)}${'}'.repeat(depth)} }`],
  ])('of a document are 100 levels at most: %s', async (_, query) => {
    expect(rejection(await server.send(query(1_200)))).toMatchObject({
      status: 400,
      message: 'Syntax Error: Nesting limit of 100 brackets exceeded.',
    });
  });

  it('of variables are 50 levels, of JSON 200', async () => {
    const sent = (depth: number) => {
      let filter: object = {};
      for (let level = 0; level < depth; level++) filter = { and: [filter] };
      return server.send(filtered, { f: filter });
    };
    expect(rejection(await sent(12)).message).toBe('accounts.filter: is nested deeper than 12 levels.');
    expect(rejection(await sent(26)).message).toBe('$f: is nested deeper than 50 levels.');
    expect(rejection(await sent(120))).toEqual({
      status: 400,
      message: 'The JSON data is nested deeper than 200 levels.',
      code: 'ERROR_PARAMETER_INVALID',
      data: undefined,
    });
  });
});

const filtered = 'query ($f: AccountFilter) { accounts(first: 1, filter: $f) { nodes { id } } }';

describe('variables', () => {
  it('are bounded before they are coerced', async () => {
    expect(rejection(await server.send(filtered, { f: { and: Array(20_000).fill({}) } }))).toEqual({
      status: 400,
      message:
        'The variables hold more than 500000 values, where an input object counts with all members of its type and as 25 at least, that of a filter or an order four times. Send several operations.',
      code: 'ERROR_PARAMETER_INVALID',
      data: undefined,
    });
  });

  it('count parts of filters four times', async () => {
    const answerTo = async (count: number) =>
      rejection(await server.send(filtered, { f: { and: Array(count).fill({}) } }));
    expect((await answerTo(1_000)).message).toContain('200');
    expect((await answerTo(3_000)).message).toContain('The variables hold more than 500000 values');
  });

  it('count rules, boxes and orders as parts of filters, and empty lists as values', async () => {
    const report =
      'query ($s: [ReportItemInput!], $f: FilterTabInput) { evaluateReport(structure: $s, filter: $f) { __typename } }';
    const table = { entityType: 'Opportunity', measures: [{ function: 'Count' }] };
    const s = [{ id: 'all', sortOrder: 1, pivotTable: table }];
    const rule = { field: 'name', operator: 'Is' };
    const box = { id: 'b', entity: 'Opportunity', filterFields: [rule] };
    const rejected = async (filter: object) =>
      rejection(await server.send(report, { s, f: filter })).message.startsWith('The variables hold more than 500000');
    const main = (filterFields: readonly object[]) => ({ mainBox: { ...box, filterFields } });
    expect(await rejected(main(Array(5_000).fill(rule)))).toBe(true);
    expect(await rejected(main([{ ...rule, values: Array(51_000).fill([]) }]))).toBe(true);
    expect(await rejected(main([{ ...rule, values: Array(26_000).fill(['x']) }]))).toBe(true);
    expect(await rejected({ ...main([rule]), siblingBoxes: Array(2_600).fill({ ...box, filterFields: [{}] }) })).toBe(
      true,
    );
    const order = 'query ($f: [AccountOrder!]) { accounts(first: 1, orderBy: $f) { nodes { id } } }';
    const orders = Array(5_100).fill({ field: 'NAME', direction: 'ASC' });
    expect(rejection(await server.send(order, { f: orders })).message).toContain('500000');
    expect(await rejected(main(Array(101).fill(rule)))).toBe(false);
  });

  it('hold 50,000 scalars in lists', async () => {
    const query = 'query ($n: [Int!]) { accounts(filter: { revision: { in: $n } }) { totalCount } }';
    const answerTo = async (count: number) => rejection(await server.send(query, { n: Array(count).fill(1) })).message;
    expect(await answerTo(49_998)).toBe('accounts.filter: compares with more than 1000 values.');
    expect(await answerTo(49_999)).toContain('The variables hold more than 500000 values');
  });

  it('have no more members than their types, and no endless names', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 1]));
    expect(rejection(await server.send(filtered, { f: unknown })).message).toBe(
      '$f: has more members than AccountFilter has.',
    );
    const message = '$f: holds a name that is longer than 200 characters.';
    expect(rejection(await server.send(filtered, { f: { ['x'.repeat(201)]: 1 } })).message).toBe(message);
    const order = 'query ($f: [AccountOrder!]) { accounts(first: 1, orderBy: $f) { nodes { id } } }';
    expect(rejection(await server.send(order, { f: [{ field: 'X'.repeat(201) }] })).message).toBe(message);
  });

  it('that do not fit are shown by their first 50 errors', async () => {
    const { body } = await server.send(filtered, { f: { and: Array(10_000).fill(1) } });
    expect(body.errors).toHaveLength(51);
  });

  it.each([
    ['{ revision: { gt: 3000000000 } }', '$f.revision.gt', '3000000000 is not a whole number from'],
    ['{ or: [{}, { owner: { id: { in: ["x"] } } }] }', '$f.or[1].owner.id.in[0]', 'UUID must be a uuid'],
    [`{ name: { eq: ${'1'.repeat(150)} } }`, '$f.name.eq', 'String cannot represent a non string value'],
  ])('that do not fit are named with the part that is wrong: %s', async (given, at, problem) => {
    const f: unknown = JSON.parse(given.replaceAll(/(\w+):/g, '"$1":'));
    const { message } = rejection(await server.send(filtered, { f }));
    expect(message.startsWith(`${at}: ${problem}`), message).toBe(true);
    expect(message.length).toBeLessThan(200);
  });

  it.each(['variables', 'extensions'])('in an address are JSON: %s', async (name) => {
    const response = await fetch(`${server.url}?query={__typename}&${name}={x`, {
      headers: { Authorization: server.authorization },
    });
    expect(response.status).toBe(400);
    const message = `Expected "${name}" param to be JSON.`;
    expect(await response.json()).toEqual({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
  });
});

describe('requests', () => {
  it('have names of 200 characters', async () => {
    expect(rejection(await server.send(`{ ${'a'.repeat(201)} }`))).toMatchObject({
      status: 400,
      message: 'Syntax Error: Names may have 200 characters at most.',
    });
  });

  it.each(['9223372036854775808', '-2147483649'])('have whole numbers of 32 bits: %s', async (number) => {
    const query = `{ accounts(filter: { revision: { gt: ${number} } }) { totalCount } }`;
    expect(rejection(await server.send(query))).toMatchObject({
      status: 400,
      message: `${number} is not a whole number from -2147483648 to 2147483647.`,
    });
  });

  it.each(['7', '0.'])('have numbers of 200 characters: %s…', async (start) => {
    const query = (length: number) => `{ accounts(first: ${start.padEnd(length, '7')}) { totalCount } }`;
    const problem = start === '7' ? 'is not a whole number from -2147483648' : 'Int cannot represent';
    expect(rejection(await server.send(query(200))).message).toContain(problem);
    expect(rejection(await server.send(query(201)))).toMatchObject({
      status: 400,
      message: 'Syntax Error: Numbers may have 200 characters at most.',
    });
  });

  it('hold one operation', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { Authorization: server.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify([{ query: '{ __typename }' }]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ message: 'Batching is not supported.' }] });
  });

  it.each(['with its length', 'without its length'])('have a bounded body, %s', async (how) => {
    const body = JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(200_000) } });
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { Authorization: server.authorization, 'Content-Type': 'application/json' },
      body: how === 'with its length' ? body : new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    const message = 'The body is longer than 200000 bytes.';
    const extensions = { code: 'ERROR_BODY_TOO_LARGE', number: 9006 };
    expect(await response.json()).toEqual({ errors: [{ message, extensions }] });
  });
});

it('a statement compares with 32,766 values at most, however many filters they come from', async () => {
  const ids = Array.from({ length: 900 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
  const lists = (count: number) =>
    repeated(count, (i) => `l${i}: contactsByOwner(first: 1, filter: { id: { in: $ids } }) { totalCount }`);
  const query = (count: number) => `query ($ids: [UUID!]) { clients(first: 1) { nodes { ${lists(count)} } } }`;
  expect((await server.send(query(10), { ids })).status).toBe(200);
  expect(rejection(await server.send(query(40), { ids }))).toMatchObject({
    status: 400,
    message: 'The filters of this request compare with more than 32766 values in all. Ask for less at once.',
    code: 'ERROR_PARAMETER_INVALID',
  });
});

it.each(['', ' __typename'])(
  'others run while sixty long filters are read, asked for "totalCount%s"',
  async (beside) => {
    const or = Array.from({ length: 100 }, (_, index) => ({ name: { contains: `${index}${'x'.repeat(1_800)}` } }));
    const lists = repeated(60, (i) => `l${i}: accounts(first: 1, filter: $f) { totalCount${beside} }`);
    const startedAt = performance.now();
    let [longest, since, hasEnded] = [0, startedAt, false];
    const look = () => {
      longest = Math.max(longest, performance.now() - since);
      since = performance.now();
      if (!hasEnded) setImmediate(look);
    };
    look();
    const answer = await server.send(`query ($f: AccountFilter) { ${lists} }`, { f: { or } });
    hasEnded = true;
    expect(answer.status).toBe(200);
    // It takes a second or two; all at once it held the others for most of it.
    expect(longest).toBeLessThan((performance.now() - startedAt) / 3);
  },
);
