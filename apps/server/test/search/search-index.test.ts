/**
 * The index over parts of texts that is filled behind the writes: what it knows, what it finds, and which way a list goes.
 */
import { describe, expect, it } from 'vitest';
import { countUnknown, fillSearch, SearchFiller } from '../../src/jobs/search-filler.js';
import { searchedMembers } from '../../src/sql/indexes.js';
import { SearchCompiler } from '../../src/sql/write/compile-search.js';
import { TestServer } from '../fixture.js';
import { GraphqlServer } from '../graphql/graphql-server.js';
import { Copier } from '../jobs/many-records.js';
import type { TestSpace } from '../test-space.js';

const copies = 3_000;

async function withServer(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await TestServer.start('sqlite');
  try {
    await work(server);
    expect(server.failures).toEqual([]);
  } finally {
    await server.close();
  }
}

const searched = ({ deps: { catalog } }: TestServer, { id }: TestSpace, name = 'Account') => ({
  space: id,
  entityType: catalog.existing(name),
});

const by = (member: string, part: string, operator = 'icontains') => ({
  [`filter[${member}]`]: part,
  [`filter-op[${member}]`]: operator,
});

const idsIn = async (space: TestSpace, query: Record<string, string>, collection = 'Accounts') =>
  (await space.list(collection, { 'load-only': 'id', first: 100, ...query })).data.map(({ id }) => id);

/** Accounts with their number in their name, and in every tenth one `often`. */
async function copyAccounts(server: TestServer, space: TestSpace): Promise<void> {
  const { id } = await space.newAccount({ name: 'Template', email1: 'all@example.com' });
  const name = `printf('Numbered-%05d', n.i) || CASE WHEN n.i % 10 = 0 THEN ' often' ELSE '' END`;
  // As writes do, each takes a later revision than those before it.
  const copier = new Copier(server.deps, space.id);
  await copier.copy('accounts', id, copies, 1, { name, revision: 't.revision + (n.i + 9) / 10' });
  await server.deps.db.knex('spaces').where({ space_id: space.id }).increment('revision', copies);
}

describe('the search index of SQLite', () => {
  it('finds the same by every way, filled or not, in every order, and counts it', () =>
    withServer(async (server) => {
      const { space } = server;
      await copyAccounts(server, space);
      const { db } = server.deps;
      const found = async () => {
        const answers = [];
        for (const part of ['02999', '0299', 'OFTEN', 'nothing-like-it', 'template', 'numbered', 'ed-00']) {
          for (const order of [{}, { 'order-by': '-name' }, { 'order-by': 'zip_code' }] as const) {
            const page = await space.list('Accounts', {
              ...{ 'load-only': 'id', first: 5, 'include-total': true },
              ...by('name', part),
              ...order,
            });
            answers.push([part, page.total, page.data.map(({ id }) => id)]);
          }
        }
        return answers;
      };
      const unfilled = await found();
      expect(unfilled.map(([part, total]) => `${part} ${total}`)).toEqual(
        ['02999 1', '0299 11', 'OFTEN 300', 'nothing-like-it 0', 'template 1', 'numbered 3000', 'ed-00 999'].flatMap(
          (one) => [one, one, one],
        ),
      );
      await fillSearch(db, searched(server, space));
      expect(await countUnknown(db, searched(server, space), 10)).toBe(0);
      expect(await found()).toEqual(unfilled);
    }));

  it('takes few candidates, and the order where there are many', () =>
    withServer(async (server) => {
      const { space } = server;
      await copyAccounts(server, space);
      await fillSearch(server.deps.db, searched(server, space));
      /** @returns how many records each part of the statement looked at, as the plan names them */
      const [statement] = await server.statementsOf(() =>
        idsIn(space, { ...by('name', '0299'), 'order-by': 'created' }),
      );
      const steps = await server.deps.db.read({
        values: statement?.values ?? [],
        text: `EXPLAIN QUERY PLAN ${statement?.text}`,
      });
      const plan = steps.map(({ detail }) => String(detail)).join('\n');
      expect(plan).toMatch(/SCAN f VIRTUAL TABLE INDEX 0:M\d+></);
      expect(plan).toContain('USING COVERING INDEX search_docs_doc (space_id=? AND source=? AND doc=?)');
      expect(plan).toContain('USING COVERING INDEX accounts_revision (space_id=? AND (revision,id)>(?,?))');
      expect(plan).toContain('INDEX accounts_created');
    }));

  it('is filled by the server once much has changed, and knows deleted records', () =>
    withServer(async (server) => {
      const { space, deps } = server;
      await copyAccounts(server, space);
      const filler = new SearchFiller(deps, (error) => server.failures.push(error));
      filler.start();
      await expect.poll(() => countUnknown(deps.db, searched(server, space), 10)).toBe(0);
      await filler.stop();
      await space.delete('Accounts', Copier.id(1, 7));
      await fillSearch(deps.db, searched(server, space));
      expect(await idsIn(space, by('name', '-00007'))).toEqual([]);
      expect(await idsIn(space, { ...by('name', '-00007'), 'include-deleted': 'true' })).toEqual([Copier.id(1, 7)]);
    }));

  it('is gone on with where a transaction failed, by several at once', () =>
    withServer(async (server) => {
      const { space, deps } = server;
      await copyAccounts(server, space);
      const { space: id, entityType } = searched(server, space);
      const compiler = new SearchCompiler(deps.db.dialect, id, entityType);
      const failing = deps.db.write(async (transaction) => {
        await transaction.run(compiler.begin(1));
        const [row] = await transaction.run(compiler.tail(1_000));
        const last = { revision: Number(row?.revision), id: String(row?.id) };
        await transaction.run(compiler.addDocs(last));
        await transaction.run(compiler.addParts(last));
        await transaction.run(compiler.moveTo(last));
        throw new Error('as if the process had died');
      });
      await expect(failing).rejects.toThrow('died');
      expect(await idsIn(space, by('name', '-00007'))).toEqual([Copier.id(1, 7)]);
      await Promise.all([1, 2, 3].map(() => fillSearch(deps.db, searched(server, space))));
      const docs = await deps.db.knex('search_docs').select('doc').orderBy('doc');
      const accounts = await deps.db.knex('accounts').where({ space_id: space.id });
      expect(docs.map(({ doc }) => doc)).toEqual(accounts.map((_, index) => index + 1));
      expect(await idsIn(space, by('name', '-00007'))).toEqual([Copier.id(1, 7)]);
    }));

  it('finds nothing of another space or member', () =>
    withServer(async (server) => {
      const other = await server.newSpace('other');
      const spaces = [server.space, other];
      for (const space of spaces) {
        await space.newContact({ first_name: 'Quibble', last_name: 'Snorp', email1: 'waddle@example.com' });
      }
      for (const space of spaces) await fillSearch(server.deps.db, searched(server, space, 'Contact'));
      const { knex } = server.deps.db;
      const candidates = await knex.raw(
        "SELECT rowid >> 36 AS source, (rowid >> 32) & 15 AS member FROM search_parts WHERE search_parts MATCH 'wad'",
      );
      const email = searchedMembers(server.deps.catalog.existing('Contact')).indexOf('email1');
      const sources = await knex('search_progress').select('source').orderBy('source');
      expect(sources).toHaveLength(2);
      expect(candidates).toEqual(sources.map(({ source }) => ({ source, member: email })));
      for (const space of spaces) {
        expect(await idsIn(space, by('last_name', 'waddle'), 'Contacts')).toEqual([]);
        expect(await idsIn(space, by('email1', 'WADDLE'), 'Contacts')).toHaveLength(1);
        expect(await idsIn(space, by('last_name', 'norp', 'ends'), 'Contacts')).toHaveLength(1);
      }
    }));

  it('finds by each of several texts of which a record has one', async () => {
    const graphql = await GraphqlServer.start('sqlite');
    try {
      const { server } = graphql;
      for (const name of ['Quibble', 'Snorp', 'Waddle']) {
        await server.space.newContact({ last_name: name, email1: `${name}@example.com` });
      }
      await fillSearch(server.deps.db, searched(server, server.space, 'Contact'));
      const found = async (second: string) => {
        const or = `[{ lastName: { icontains: "QUIB" } }, { email1: { contains: "${second}" } }]`;
        const query = `{ contacts(filter: { or: ${or} }, orderBy: [{ field: LAST_NAME }]) { totalCount nodes { lastName } } }`;
        const [statement] = await server.statementsOf(async () => {
          const { contacts } = await graphql.query<{ contacts: { nodes: { lastName: string }[] } }>(query);
          expect(contacts.nodes.map(({ lastName }) => lastName)).toEqual(['Quibble', 'Waddle']);
        });
        return /search_parts/.test(statement?.text ?? '');
      };
      expect(await found('addl')).toBe(true);
      // No part of the index is so short.
      expect(await found('Wa')).toBe(false);
    } finally {
      await graphql.close();
    }
  });
});
