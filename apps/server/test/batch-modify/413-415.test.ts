/**
 * Batches that are too long, or no JSON.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

const maxBodyBytes = 20_000;

onOneDatabase(
  (running) => {
    it('413 for more than 25,000 records, rows among them', async () => {
      const account = (rows: number) => ({ tags: Array.from({ length: rows }, () => ({})) });
      const send = (lastRows: number) => {
        const body = [...Array.from({ length: 24 }, () => account(1_000)), account(lastRows)];
        return running.space.send('POST', 'Accounts/batch-modify', { body });
      };
      expect((await send(975)).status).toBe(422);
      const message = 'A request writes at most 25,000 records, the rows in their bodies among them. Send it in parts.';
      const { status, body } = await send(976);
      expect({ status, ...body }).toMatchObject({ status: 413, code: 9006, message });
    });

    describe.each(['batch-modify', 'batch-delete', 'batch-restore'])('%s', (operation) => {
      const path = `Contacts/${operation}`;
      const countContacts = async () => (await running.space.list('Contacts', { 'include-total': true })).total;

      it.each([1_001, 5_000])('413 for %i items', async (count) => {
        const body = `[${Array.from({ length: count }, () => '1').join(',')}]`;
        const answer = await running.space.send('POST', path, { body });
        expect({ status: answer.status, ...answer.body }).toStrictEqual({
          status: 413,
          code: 9012,
          name: 'ERROR_BATCH_TOO_LARGE',
          message: expect.stringContaining(`${count} items`),
          http_status: 413,
          success: false,
        });
      });

      it('may be four times as long as the body of a record, and no longer', async () => {
        const before = await countContacts();
        // No item is as long as that.
        const bodyOf = (bytes: number) => {
          const item = `"${'x'.repeat(maxBodyBytes / 2)}"`;
          const rest = bytes - 7 * (item.length + 1) - 2;
          return `[${`${item},`.repeat(7)}"${'x'.repeat(rest - 2)}"]`;
        };
        const query = { 'rollback-method': 1 };
        const most = 4 * maxBodyBytes;
        const longest = await running.space.send('POST', path, {
          body: `${bodyOf(most - 100)}${' '.repeat(100)}`,
          query,
        });
        expect(longest.status).toBe(200);
        const answer = await running.space.send('POST', path, {
          body: `${bodyOf(most - 100)}${' '.repeat(101)}`,
          query,
        });
        expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 413, code: 9006 });
        expect(await countContacts()).toBe(before);
      });

      it('413 for an item that is longer than the body of a record', async () => {
        const body = `[1,"${'x'.repeat(maxBodyBytes)}"]`;
        const answer = await running.space.send('POST', path, { body });
        const message = `An item of the list is longer than ${maxBodyBytes} bytes.`;
        expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 413, code: 9006, message });
      });

      it('415 for what is not JSON', async () => {
        const headers = { 'content-type': 'text/csv' };
        const answer = await running.space.send('POST', path, { body: '1', headers });
        expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 415, code: 9007 });
      });
    });
  },
  { maxBodyBytes },
);
