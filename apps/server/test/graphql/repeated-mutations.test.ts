/** Mutations with an `Idempotency-Key`: carried out once, and answered as often as they come. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../fixture.js';
import { type Crm, writeCrm } from './crm.js';
import { GraphqlServer } from './graphql-server.js';

describe.each(oneDatabase)('mutations that name themselves on %s', (database) => {
  let server: GraphqlServer;
  let crm: Crm;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    crm = await writeCrm(server);
  });

  afterAll(() => server.close());

  async function countAccounts(name: string): Promise<number> {
    const query = 'query ($name: String) { accounts(filter: { name: { eq: $name } }) { totalCount } }';
    return (await server.query<{ accounts: { totalCount: number } }>(query, { name })).accounts.totalCount;
  }

  const query = `mutation ($a: String!, $b: String!, $owner: UUID!) {
    a: createAccount(input: { name: $a, ownerId: $owner }) { id name }
    b: createAccount(input: { name: $b, ownerId: $owner }) { id name }
  }`;
  const named = (key: string, variables: Record<string, unknown>, text = query) =>
    server.send(text, { owner: crm.owner, ...variables }, { 'Idempotency-Key': key });

  it('is carried out once and answered again', async () => {
    const variables = { a: 'Once a', b: 'Once b' };
    const [first, second] = await Promise.all([named('k1', variables), named('k1', variables)]);
    const third = await named('k1', variables);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect([await countAccounts('Once a'), await countAccounts('Once b')]).toEqual([1, 1]);
  });

  it('says so in a header', async () => {
    const send = () =>
      fetch(server.url, {
        method: 'POST',
        headers: {
          Authorization: server.authorization,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'k2',
        },
        body: JSON.stringify({ query, variables: { owner: crm.owner, a: 'Header a', b: 'Header b' } }),
      });
    expect((await send()).headers.get('Idempotency-Replayed')).toBeNull();
    expect((await send()).headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('goes on behind what was written when it is put right', async () => {
    const input = { owner: crm.owner, a: 'Half a', b: '' };
    const { body } = await named('k3', input);
    expect(body.errors?.[0]).toMatchObject({ path: ['b'] });
    const { body: again } = await named('k3', input);
    expect(again.errors?.[0]).toMatchObject({ path: ['b'] });
    expect(await countAccounts('Half a')).toBe(1);
  });

  it('is not mistaken for another one of its name', async () => {
    await named('k4', { a: 'Four a', b: 'Four b' });
    const { status, body } = await named('k4', { a: 'Other', b: 'Other' });
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([409, 'ERROR_IDEMPOTENCY_CONFLICT']);
    expect(await countAccounts('Other')).toBe(0);
  });

  it('may keep a filter, write a file, and undo a batch', async () => {
    const others = `mutation ($items: [AccountUpdateInput!]!, $content: String!) {
      batchModifyAccounts(items: $items) { record { name } }
      createCloudObject(input: { filename: "a.txt", type: 1, content: $content }) { filename size }
      saveFilter(name: "Mine", tab: { mainBox: { entity: "Account", filterFields: [] } }) { name }
    }`;
    const variables = {
      items: [{ name: 'Named', ownerId: crm.owner }],
      content: Buffer.from('text').toString('base64'),
    };
    const first = await named('k5', variables, others);
    expect(first.body.errors).toBeUndefined();
    expect(await named('k5', variables, others)).toEqual(first);
    expect(await countAccounts('Named')).toBe(1);
    const { savedFilters } = await server.query<{ savedFilters: { items: { name: string }[] } }>(
      '{ savedFilters { items { name } } }',
    );
    expect(savedFilters.items.filter(({ name }) => name === 'Mine')).toHaveLength(1);
  });

  it('must have a name of printable characters', async () => {
    const { status } = await named('ä', { a: 'x', b: 'y' });
    expect(status).toBe(400);
  });
});
