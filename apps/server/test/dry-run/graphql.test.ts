/**
 * Dry runs over GraphQL: an argument of each mutation.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../fixture.js';
import { GraphqlServer } from '../graphql/graphql-server.js';
import { differences, type StoredRows, storedRows } from './stored-rows.js';

describe.each(oneDatabase)('a dry run on %s', (database) => {
  let server: GraphqlServer;
  let owner: string;

  beforeAll(async () => {
    server = await GraphqlServer.start(database);
    owner = server.server.space.ids.ownerId;
  });
  afterAll(() => server.close());

  const account = async (name: string) =>
    (
      await server.query<{ createAccount: { id: string } }>(
        'mutation ($name: String!, $owner: UUID!) { createAccount(input: { name: $name, ownerId: $owner }) { id } }',
        { name, owner },
      )
    ).createAccount.id;

  async function expectUnchanged(before: StoredRows): Promise<void> {
    expect(differences(before, await storedRows(server.server))).toEqual([]);
  }

  it('answers what each mutation would, and leaves nothing', async () => {
    const [first, second] = [await account('First'), await account('Second')];
    const before = await storedRows(server.server);
    const data = await server.query(
      `mutation ($first: UUID!, $second: UUID!, $owner: UUID!) {
        createAccount(input: { name: "New", ownerId: $owner }, dryRun: true) { name }
        updateAccount(id: $first, input: { city: "Leeds" }, dryRun: true) { name city }
        upsertAccount(value: "${first}", input: { city: "York" }, dryRun: true) { name city }
        mergeAccounts(master: { id: $first }, secondaryIds: [$second], dryRun: true) { id }
        batchDeleteAccounts(ids: [$first], dryRun: true) { id }
        deleteAccount(id: $second, dryRun: true)
      }`,
      { first, second, owner },
    );
    expect(data).toEqual({
      createAccount: { name: 'New' },
      updateAccount: { name: 'First', city: 'Leeds' },
      upsertAccount: { name: 'First', city: 'York' },
      mergeAccounts: { id: first },
      batchDeleteAccounts: [{ id: first }],
      deleteAccount: second,
    });
    await expectUnchanged(before);
  });

  it('is rejected as the write would be', async () => {
    const before = await storedRows(server.server);
    const create = (dryRun: boolean) =>
      server.send(`mutation { createAccount(input: { name: "" }, dryRun: ${dryRun}) { id } }`);
    const [tried, written] = [await create(true), await create(false)];
    const codes = ({ body }: typeof tried) => body.errors?.map(({ extensions, path }) => [extensions.code, path]);
    expect(codes(tried)).toEqual(codes(written));
    expect(codes(tried)).not.toEqual(undefined);
    await expectUnchanged(before);
  });

  it('takes no name of a request, and leaves it to the others', async () => {
    const query = `mutation ($owner: UUID!) {
      tried: createAccount(input: { name: "Tried", ownerId: $owner }, dryRun: true) { name }
      written: createAccount(input: { name: "Written", ownerId: $owner }) { id }
    }`;
    const named = (text: string) => server.send(text, { owner }, { 'Idempotency-Key': 'mixed' });
    const [first, again] = [await named(query), await named(query)];
    expect(again).toEqual(first);
    const other = 'mutation ($owner: UUID!) { createAccount(input: { name: "Other", ownerId: $owner }) { id } }';
    for (const text of [query.replace('Written', 'Other'), other]) expect((await named(text)).status).toBe(409);
  });
});
