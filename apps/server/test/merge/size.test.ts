/**
 * A merge takes as many statements for much as for little, and looks up what it moves.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';
import { merge } from './merge.js';

onDatabaseInTurn((running, database) => {
  /** Accounts, each with so many contacts, notes and children, of which some lead to several of the accounts. */
  const makeAccounts = async (accountCount: number, each: number) => {
    const { space } = running;
    const accounts = await Promise.all(Array.from({ length: accountCount }, () => space.newAccount()));
    const owner_id = space.ids.ownerId;
    const bodies = (collection: string, body: (account_id: string, index: number) => Json) =>
      space.send('POST', `${collection}/batch-modify`, {
        body: accounts.flatMap(({ id }) => Array.from({ length: each }, (_, index) => body(id, index))),
      });
    const answers = [
      await bodies('Notes', (account_id) => ({ note: 'x', owner_id, account_id })),
      await bodies('Accounts', (parent_account_id) => ({ name: 'x', owner_id, parent_account_id })),
      await bodies('Contacts', (account_id, index) => ({
        last_name: 'x',
        owner_id,
        account_relations: [
          { account_id, is_primary: true, account_roles: [] },
          ...(index === 0 && account_id !== accounts[0]?.id
            ? [{ account_id: accounts[0]?.id, is_primary: false, position: 'x' }]
            : []),
        ],
      })),
    ];
    for (const { status, text } of answers) expect(status, text).toBe(200);
    return accounts;
  };

  const statementsFor = async (accountCount: number, each: number) => {
    const [master, ...others] = await makeAccounts(accountCount, each);
    return running.server.statementsOf(() => merge(running.space, 'Accounts', { id: master?.id }, others));
  };

  it('takes a bounded number of statements', { timeout: 60_000 }, async () => {
    const few = await statementsFor(3, 2);
    const many = await statementsFor(8, 20);
    const beginning = ({ text }: { readonly text: string }) => text.slice(0, 60);
    expect(many.map(beginning)).toEqual(few.map(beginning));
    expect(many.length).toBeLessThan(60);
  });

  it.runIf(database === 'sqlite')('walks through no table', async () => {
    for (const { text, values } of await statementsFor(3, 2)) {
      const steps = await running.server.deps.db.read({ text: `EXPLAIN QUERY PLAN ${text}`, values });
      const scans = steps
        .map(({ detail }) => String(detail))
        .filter((detail) => /^SCAN (?!json_each|x\b|CONSTANT|\(subquery|\d+-ROW VALUES)/.test(detail));
      expect(scans, text).toEqual([]);
    }
  });
});
