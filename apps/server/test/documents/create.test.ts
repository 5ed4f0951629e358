/**
 * Files that come as base64 in the body of their record, and files that are stored elsewhere.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import { download, everyByte, filesOf, pdf, png, text } from './samples.js';

onOneDatabase((running) => {
  const base64 = (content: Buffer) => content.toString('base64');

  it.each([
    ['logo.png', png, 'image/png'],
    ['offer.pdf', pdf, 'application/pdf'],
    ['greeting.txt', text, 'text/plain'],
    ['table.csv', text, 'text/csv'],
    ['README', text, 'application/octet-stream'],
    ['not really a picture.png', text, 'image/png'],
    ['disguised.txt', pdf, 'application/pdf'],
    ['everything.bin', everyByte, 'application/octet-stream'],
  ])('keeps %s and tells what it is', async (filename, content, mimeType) => {
    const { space } = running;
    const record = await space.create('CloudObjects', { filename, type: 1, content: base64(content) });
    const url = `${space.entities}/CloudObjects/${record.id}/content`;
    expect(record).toMatchObject({
      filename,
      type: 1,
      mime_type: mimeType,
      size: content.length,
      url,
      is_public: false,
      public_url: null,
    });
    expect(await space.get('CloudObjects', record.id)).toEqual(record);
    const { status, headers, bytes } = await download(space, url);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: mimeType });
    expect(bytes.equals(content)).toBe(true);
  });

  it('shows neither content nor where it is stored', async () => {
    const { space } = running;
    const record = await space.create('CloudObjects', { filename: 'a.txt', type: 1, content: base64(text) });
    for (const name of ['content', 'storage_key', 'public_key']) expect(record).not.toHaveProperty(name);
  });

  it('takes base64 in lines', async () => {
    const { space } = running;
    const content = base64(everyByte).replaceAll(/.{76}/g, '$&\r\n');
    const record = await space.create('CloudObjects', { filename: 'a.bin', type: 1, content });
    expect((await download(space, record.url)).bytes.equals(everyByte)).toBe(true);
  });

  it('takes the given media type', async () => {
    const { space } = running;
    const body = { filename: 'notes', type: 1, content: base64(text), mime_type: 'text/markdown' };
    expect(await space.create('CloudObjects', body)).toMatchObject({ mime_type: 'text/markdown' });
    const wrong = await space.send('POST', 'CloudObjects', { body: { ...body, mime_type: 'text/html\u0001x' } });
    expect(wrong.status).toBe(422);
    expect(leavesOf(wrong)).toEqual(['mime_type 9020 [mime_type] must be a media type, such as image/png.']);
  });

  it('keeps the address of a file that is elsewhere', async () => {
    const { space } = running;
    const url = 'https://files.example.com/Straße/offer.pdf?v=2';
    const record = await space.create('CloudObjects', { filename: 'offer.pdf', type: 8, url, is_public: true });
    expect(record).toMatchObject({ type: 8, url, size: 0, mime_type: 'application/pdf', public_url: null });
    const content = await space.send('GET', `CloudObjects/${record.id}/content`);
    expect(content.status).toBe(404);
    expect(content.body).toMatchObject({ code: 9003, message: expect.stringContaining('"url"') });
  });

  it.each([
    [{ type: 1 }, "Non-null field 'content' is null or empty."],
    [{ type: 1, content: '' }, "Non-null field 'content' is null or empty."],
    [{ type: 1, content: null }, "Non-null field 'content' is null or empty."],
    [{ type: 1, content: 'no base64!' }, '[content] must be base64.'],
    [{ type: 1, content: 'JVBERi0xLjc' }, '[content] must be base64.'],
    [{ type: 1, content: 'JVBE_i0x' }, '[content] must be base64.'],
    [{ type: 1, content: 'data:text/plain;base64,QUJD' }, '[content] must be base64.'],
    [{ type: 1, content: 17 }, '[content] must be a text'],
    [{ type: 8 }, "Non-null field 'url' is null or empty."],
    [
      { type: 8, content: 'QUJD', url: 'https://x.example.com/a' },
      '[content] belongs to a file that the service keeps',
    ],
    [{ type: 1, content: 'QUJD', url: 'https://x.example.com/a' }, '[url] is given by the service'],
  ])('422 for %j', async (members, message) => {
    const { server, space } = running;
    const before = filesOf(server, space.id);
    const answer = await space.send('POST', 'CloudObjects', { body: { filename: 'a.txt', ...members } });
    expect(answer.status).toBe(422);
    expect(leavesOf(answer)).toEqual([expect.stringContaining(message)]);
    expect(filesOf(server, space.id)).toEqual(before);
  });

  it('names every error at once and keeps nothing', async () => {
    const { server, space } = running;
    const before = filesOf(server, space.id);
    const body = { type: 1, content: base64(text), company_cloud_object_folder_id: 'none', nonsense: 1 };
    const answer = await space.send('POST', 'CloudObjects', { body });
    expect(answer.status).toBe(422);
    expect(leavesOf(answer)).toHaveLength(3);
    expect(filesOf(server, space.id)).toEqual(before);
  });

  it('403 for a key that may only read, and nothing is kept', async () => {
    const { server, space } = running;
    const before = filesOf(server, space.id);
    const answer = await space.send('POST', 'CloudObjects', {
      headers: { authorization: space.readOnlyAuthorization },
      body: { filename: 'a.txt', type: 1, content: base64(text) },
    });
    expect(answer.status).toBe(403);
    expect(filesOf(server, space.id)).toEqual(before);
  });

  it('replaces the content and removes the old one', async () => {
    const { server, space } = running;
    const record = await space.create('CloudObjects', { filename: 'plan.txt', type: 1, content: base64(text) });
    const before = filesOf(server, space.id);
    const changed = await space.update('CloudObjects', record.id, { content: base64(png) });
    expect(changed).toMatchObject({ url: record.url, size: png.length, mime_type: 'image/png' });
    expect(changed.revision).toBeGreaterThan(record.revision);
    expect((await download(space, record.url)).bytes.equals(png)).toBe(true);
    const after = filesOf(server, space.id);
    expect(after).toHaveLength(before.length);
    expect(before.filter((file) => !after.includes(file))).toHaveLength(1);
  });

  it('keeps the old content when the change is rejected', async () => {
    const { server, space } = running;
    const record = await space.create('CloudObjects', { filename: 'plan.txt', type: 1, content: base64(text) });
    const before = filesOf(server, space.id);
    const rejected = [
      await space.send('PATCH', `CloudObjects/${record.id}`, { body: { content: base64(png), filename: '' } }),
      await space.send('PATCH', `CloudObjects/${record.id}`, { body: { content: 'x' } }),
      await space.send('PATCH', `CloudObjects/${record.id}`, { body: { content: base64(png), revision: 1 } }),
    ];
    expect(rejected.map(({ status }) => status)).toEqual([422, 422, 409]);
    expect(filesOf(server, space.id)).toEqual(before);
    expect((await download(space, record.url)).bytes.equals(text)).toBe(true);
  });

  it('takes a record back as it showed it', async () => {
    const { space } = running;
    const record = await space.create('CloudObjects', {
      filename: 'a.txt',
      type: 1,
      content: base64(text),
      is_public: true,
    });
    const { revision: _, ...members } = record;
    expect(await space.update('CloudObjects', record.id, members)).toEqual(record);
    const moved = { url: 'https://elsewhere.example.com/' };
    const answer = await space.send('PATCH', `CloudObjects/${record.id}`, { body: moved });
    expect(leavesOf(answer)).toEqual([expect.stringContaining('[url] is given by the service')]);
  });

  it('finds files by the address that it shows', async () => {
    const { space } = running;
    const record = await space.create('CloudObjects', { filename: 'a.txt', type: 1, content: base64(text) });
    const ids = async (query: Record<string, string>) =>
      (await space.list('CloudObjects', query)).data.map(({ id }) => id);
    expect(await ids({ 'filter[url]': String(record.url) })).toEqual([record.id]);
    const part = `${String(record.id).toUpperCase()}/CONTENT`;
    expect(await ids({ 'filter[url]': part, 'filter-op[url]': 'icontains' })).toEqual([record.id]);
  });

  it('puts files on records', async () => {
    const { space } = running;
    const account = await space.newAccount();
    const file = await space.create('CloudObjects', { filename: 'a.txt', type: 1, content: base64(text) });
    const row = await space.create('CloudObjectRelations', { cloud_object_id: file.id, account_id: account.id });
    const shown = await space.get('Accounts', account.id, { expand: 'documents.cloud_object' });
    expect(shown.documents).toEqual([expect.objectContaining({ id: row.id, cloud_object: file })]);
  });
});
