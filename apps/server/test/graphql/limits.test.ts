/** What one request may not ask for, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, GraphqlServer } from './graphql-server.js';

let server: GraphqlServer;

beforeAll(async () => {
  server = await GraphqlServer.start('sqlite');
});

afterAll(() => server.close());

function refusal({ status, body }: Answer): { status: number; message: string; code: unknown; data: unknown } {
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
    expect(refusal(await server.send(query(16)))).toMatchObject({
      message: 'The operation follows relations more than 5 deep. Ask for the far records by their ids.',
    });
    expect(refusal(await server.send(query(17)))).toEqual({
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
    expect(refusal(await server.send(query(61)))).toMatchObject({
      status: 400,
      message: 'Aliases limit of 60 exceeded, found 61.',
    });
  });

  it('may have 50 directives', async () => {
    const query = (count: number) => `{ pipelines { nodes { ${repeated(count, () => 'id @include(if: true)')} } } }`;
    expect((await server.send(query(50))).status).toBe(200);
    expect(refusal(await server.send(query(51)))).toMatchObject({
      status: 400,
      message: 'Directives limit of 50 exceeded, found 51.',
    });
  });

  it('may have 5,000 tokens', async () => {
    const ids = (count: number) => repeated(count, () => '"x"');
    const query = (count: number) => `{ contacts(filter: { title: { in: [${ids(count)}] } }) { totalCount } }`;
    const around = 20;
    expect(refusal(await server.send(query(5000 - around))).message).toContain('more than 1000 values');
    expect(refusal(await server.send(query(5001 - around)))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Token limit of 5000 exceeded'),
    });
  });

  it('show the schema in full', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    expect((await server.send(getIntrospectionQuery({ inputValueDeprecation: true }))).status).toBe(200);
  });
});

describe('records', () => {
  const query = `query ($n: Int) {
    contacts(first: $n) { nodes { accountRelations(first: $n) { nodes { account { owner { id } } } } } }
  }`;

  it('are bounded over all pages of an operation', async () => {
    expect((await server.send(query, { n: 80 })).status).toBe(200);
    expect(refusal(await server.send(query, { n: 100 }))).toEqual({
      status: 400,
      message:
        'The operation asks for up to 30100 records, where 25000 are allowed. Ask for smaller pages with "first".',
      code: 'ERROR_PARAMETER_INVALID',
      data: undefined,
    });
  });

  it.each([0, -1, 101])('cannot be %i on a page', async (n) => {
    const { status, message } = refusal(
      await server.send('query ($n: Int) { contacts(first: $n) { nodes { id } } }', { n }),
    );
    expect({ status, message }).toEqual({ status: 400, message: 'first: must be a whole number from 1 to 100.' });
    const rows = `{ contacts { nodes { accountRelations(last: ${n}) { nodes { id } } } } }`;
    expect(refusal(await server.send(rows)).message).toBe('last: must be a whole number from 1 to 100.');
  });
});

describe('requests', () => {
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
    expect(await response.json()).toMatchObject({ errors: [{ message: 'Request body too large' }] });
  });
});
