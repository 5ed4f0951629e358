/**
 * Files that are uploaded as they are: streamed into the store, measured, and their type detected.
 */
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import { basic, type TestSpace } from '../test-space.js';
import { download, everyByte, filesOf, manyBytes, pdf, png, text, upload, uploaded } from './samples.js';

const maxUploadBytes = 1_000_000;

interface RawUpload {
  readonly headers?: Readonly<Record<string, string>>;
  /** Chunks to send; none of them says how long all are. */
  readonly chunks: Iterable<Uint8Array>;
  /** Breaks the connection behind the last chunk. */
  readonly isCut?: boolean;
}

/** @returns the status; undefined when there was no answer */
function send(space: TestSpace, { headers = {}, chunks, isCut = false }: RawUpload): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      `${space.entities}/CloudObjects/upload?filename=a.bin`,
      { method: 'POST', agent: false, headers: { authorization: space.authorization, ...headers } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode));
      },
    );
    sent.on('error', () => resolve(undefined));
    for (const chunk of chunks) sent.write(chunk);
    if (isCut) setTimeout(() => sent.destroy(), 50);
    else sent.end();
  });
}

onOneDatabase(
  (running) => {
    it.each([
      ['logo.png', png, 'image/png'],
      ['logo', png, 'image/png'],
      ['offer.pdf', pdf, 'application/pdf'],
      ['greeting.txt', text, 'text/plain'],
      ['picture.svg', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
      ['everything', everyByte, 'application/octet-stream'],
      ['nothing.txt', Buffer.alloc(0), 'text/plain'],
    ])('keeps %s', async (filename, content, mimeType) => {
      const { space } = running;
      const answer = await upload(space, filename, content);
      expect(answer.status).toBe(201);
      const { data: record } = answer.body as { data: { id: string; url: string } };
      expect(record).toMatchObject({ filename, type: 1, size: content.length, mime_type: mimeType, public_url: null });
      expect(await space.get('CloudObjects', record.id)).toEqual(record);
      const got = await space.send('GET', `CloudObjects/${record.id}`);
      expect(answer.headers.get('etag')).toBe(got.headers.get('etag'));
      expect((await download(space, record.url)).bytes.equals(content)).toBe(true);
    });

    it.each(['text/html', 'multipart/form-data; boundary=x', 'application/json', ''])(
      'takes a body of the type "%s" as it is',
      async (type) => {
        const { space } = running;
        const answer = await upload(space, 'a.bin', everyByte, { headers: { 'content-type': type } });
        expect(answer.status).toBe(201);
        const { data } = answer.body as { data: { url: string; mime_type: string } };
        expect(data.mime_type).toBe('application/octet-stream');
        expect((await download(space, data.url)).bytes.equals(everyByte)).toBe(true);
      },
    );

    it('takes what else the query says', async () => {
      const { space } = running;
      const folder = await space.create('CloudObjectFolders', { name: 'Offers' });
      const query = { is_public: true, company_cloud_object_folder_id: folder.id };
      const answer = await upload(space, 'a.txt', text, { query });
      expect(answer.body.data).toMatchObject({ ...query, public_url: expect.stringContaining('/public/acme/') });
    });

    it('names the user for whom the key acts', async () => {
      const { server, space } = running;
      const { ownerId } = space.ids;
      const key = basic(await createKey(server.deps, { space: space.id, client: ownerId }));
      const mine = await upload(space, 'a.txt', text, { headers: { authorization: key } });
      expect(mine.body.data).toMatchObject({ creator_id: ownerId });
      expect(await uploaded(space, 'a.txt', text)).toMatchObject({ creator_id: null });
    });

    it('400 without a name, with every error of the query', async () => {
      const { server, space } = running;
      const before = filesOf(server, space.id);
      const answer = await space.send('POST', 'CloudObjects/upload', {
        query: { is_public: 'perhaps' },
        headers: { 'content-type': 'application/octet-stream' },
        body: 'x',
      });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/filename: is missing.*|is_public: must be true or false/);
      expect(filesOf(server, space.id)).toEqual(before);
    });

    it('422 for a folder that is not there, and keeps nothing', async () => {
      const { server, space } = running;
      const before = filesOf(server, space.id);
      const company_cloud_object_folder_id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a99';
      const answer = await upload(space, 'a.txt', text, { query: { company_cloud_object_folder_id } });
      expect(answer.status).toBe(422);
      expect(leavesOf(answer)).toEqual([expect.stringContaining("doesn't exist")]);
      expect(filesOf(server, space.id)).toEqual(before);
    });

    it('403 for a key that may only read, 401 for one of another space; nothing is kept', async () => {
      const { server, space } = running;
      const other = await server.newSpace('stranger');
      const before = filesOf(server, space.id);
      const as = (authorization: string) => upload(space, 'a.txt', text, { headers: { authorization } });
      expect((await as(space.readOnlyAuthorization)).status).toBe(403);
      expect((await as(other.authorization)).status).toBe(401);
      expect(filesOf(server, space.id)).toEqual(before);
    });

    it('takes exactly as much as the limit, whether or not the length is given', async () => {
      const { space } = running;
      const content = manyBytes(maxUploadBytes);
      const record = await uploaded(space, 'big.bin', content);
      expect((await download(space, record.url)).bytes.equals(content)).toBe(true);
      expect(await send(space, { chunks: [content.subarray(0, 400_000), content.subarray(400_000)] })).toBe(201);
    });

    it.each([maxUploadBytes + 1, 5 * maxUploadBytes])('413 for %i bytes, and keeps nothing', async (bytes) => {
      const { server, space } = running;
      const before = filesOf(server, space.id);
      const answer = await upload(space, 'big.bin', manyBytes(bytes));
      expect({ status: answer.status, ...answer.body }).toStrictEqual({
        status: 413,
        code: 9006,
        name: 'ERROR_BODY_TOO_LARGE',
        message: `The file is longer than ${maxUploadBytes} bytes.`,
        http_status: 413,
        success: false,
      });
      expect(await send(space, { chunks: [manyBytes(bytes)] })).toBe(413);
      expect(filesOf(server, space.id)).toEqual(before);
      // The same connection goes on to serve.
      expect((await space.send('GET', 'CloudObjects', { query: { first: 1 } })).status).toBe(200);
    });

    it('413 for base64 of more than the limit', async () => {
      const { server, space } = running;
      const before = filesOf(server, space.id);
      const content = manyBytes(maxUploadBytes + 1).toString('base64');
      const answer = await space.send('POST', 'CloudObjects', { body: { filename: 'a', type: 1, content } });
      expect(answer.status).toBe(413);
      expect(filesOf(server, space.id)).toEqual(before);
    });

    it('keeps nothing of an upload that is cut off', async () => {
      const { server, space } = running;
      const before = filesOf(server, space.id);
      const count = (await space.list('CloudObjects', { 'include-total': true })).total;
      const declared = { 'content-length': String(maxUploadBytes) };
      for (const headers of [{}, declared]) {
        expect(await send(space, { headers, chunks: [manyBytes(300_000)], isCut: true })).toBeUndefined();
      }
      for (let tries = 0; tries < 100 && filesOf(server, space.id).length > before.length; tries++) await delay(20);
      expect(filesOf(server, space.id)).toEqual(before);
      expect((await space.list('CloudObjects', { 'include-total': true })).total).toBe(count);
      expect(server.failures).toEqual([]);
    });

    it('400 for a body that is compressed on its way', async () => {
      const { space } = running;
      const answer = await upload(space, 'a.txt', text, { headers: { 'content-encoding': 'gzip' } });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('Content-Encoding');
    });

    it('takes from a page of another origin only what browsers ask leave for', async () => {
      const { server, space } = running;
      const from = (origin: string, type: string) =>
        send(space, { headers: { origin, 'content-type': type }, chunks: [text] });
      expect(await from('https://evil.example.com', 'text/plain')).toBe(400);
      expect(await from('https://evil.example.com', 'multipart/form-data; boundary=x')).toBe(400);
      expect(await from('https://app.example.com', 'application/octet-stream')).toBe(201);
      expect(await from(server.origin, 'text/plain')).toBe(201);
    });

    it('405 for other methods', async () => {
      const { space } = running;
      const record = await uploaded(space, 'a.txt', text);
      const answer = await space.send('POST', `CloudObjects/${record.id}/content`, { body: {} });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      expect((await space.send('GET', 'CloudObjects/upload')).headers.get('allow')).toBe('POST');
    });
  },
  { maxUploadBytes, maxBodyBytes: 10_000_000 },
);
