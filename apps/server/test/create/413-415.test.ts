/**
 * Bodies that are not read: too large, or of another kind.
 */
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { TestSpace } from '../test-space.js';

const maxBodyBytes = 20_000;

/** Sends a body piece by piece without saying how long it is. */
function sendInPieces(space: TestSpace, pieces: number, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: space.authorization, 'content-type': 'application/json' };
    const sent = request(`${space.entities}/Contacts`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    for (let piece = 0; piece < pieces; piece++) sent.write(' '.repeat(bytes));
    sent.end();
  });
}

onOneDatabase(
  (running) => {
    const bodyOf = (bytes: number) => {
      const body = { last_name: 'x', owner_id: running.space.ids.ownerId, comments: '' };
      return JSON.stringify({ ...body, comments: 'c'.repeat(bytes - JSON.stringify(body).length) });
    };

    it('takes a body of exactly the bound', async () => {
      expect((await running.space.send('POST', 'Contacts', { body: bodyOf(maxBodyBytes) })).status).toBe(201);
    });

    it.each([maxBodyBytes + 1, 100_000, 5_000_000])('413 for a body of %i bytes', async (bytes) => {
      const answer = await running.space.send('POST', 'Contacts', { body: bodyOf(bytes) });
      expect({ status: answer.status, ...answer.body }).toStrictEqual({
        status: 413,
        code: 9006,
        name: 'ERROR_BODY_TOO_LARGE',
        message: `The body is longer than ${maxBodyBytes} bytes.`,
        http_status: 413,
        success: false,
      });
    });

    it('413 for a body that does not say how long it is', async () => {
      expect(await sendInPieces(running.space, 30, 1000)).toBe(413);
      expect(await sendInPieces(running.space, 10, 1000)).toBe(400);
    });

    it('413 for changes as well', async () => {
      const contact = await running.space.newContact();
      const answer = await running.space.send('PATCH', `Contacts/${contact.id}`, { body: bodyOf(maxBodyBytes + 1) });
      expect(answer.status).toBe(413);
      expect(await running.space.get('Contacts', contact.id)).toEqual(contact);
    });

    it.each([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
    ])('415 for the type "%s"', async (type) => {
      const contact = await running.space.newContact();
      for (const [method, path] of [
        ['POST', 'Contacts'],
        ['PATCH', `Contacts/${contact.id}`],
      ] as const) {
        const answer = await running.space.send(method, path, {
          body: '{"last_name":"x"}',
          headers: { 'content-type': type },
        });
        expect({ status: answer.status, ...answer.body }).toStrictEqual({
          status: 415,
          code: 9007,
          name: 'ERROR_MEDIA_TYPE',
          message: expect.stringContaining('application/json'),
          http_status: 415,
          success: false,
        });
      }
    });
  },
  { maxBodyBytes },
);
