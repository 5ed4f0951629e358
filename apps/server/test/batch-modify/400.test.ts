/**
 * Batches that can't be read at all, whatever they shall do.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

const operations = ['batch-modify', 'batch-delete', 'batch-restore'];

onOneDatabase((running) => {
  describe.each(operations)('%s', (operation) => {
    const path = `Contacts/${operation}`;

    it.each([
      ['nothing', undefined],
      ['no JSON', '[{]'],
      ['no array', '{"last_name":"x"}'],
      ['a text', '"x"'],
      ['null', 'null'],
      ['no items', '[]'],
    ])('a body of %s', async (_, body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await running.space.send('POST', path, { body, headers });
      expect({ status: answer.status, ...answer.body }).toStrictEqual({
        status: 400,
        code: 117,
        name: 'ERROR_PARAMETER_INVALID',
        message: expect.stringMatching(
          /^(Missing or invalid JSON data|The body must be an array of 1 to 1000 items)\.$/,
        ),
        http_status: 400,
        success: false,
      });
    });

    it.each([
      ['rollback-method', '2'],
      ['rollback-method', '-1'],
      ['rollback-method', 'true'],
      ['rollback-method', ['0', '1']],
      ['validation-level', '32'],
    ])('%s=%s', async (name, value) => {
      const contact = await running.space.newContact();
      const body = [operation === 'batch-modify' ? { id: contact.id } : contact.id];
      const answer = await running.space.send('POST', path, { body, query: { [name]: value } });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 117, message: expect.stringContaining(`${name}:`) });
      expect((await running.space.get('Contacts', contact.id)).revision).toBe(contact.revision);
    });
  });
});
