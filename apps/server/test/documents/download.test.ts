/**
 * Content that is downloaded: whole, in parts, known already; and who does not get it.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { TestRecord } from '../test-space.js';
import { download, everyByte, filesOf, manyBytes, text, uploaded } from './samples.js';

onOneDatabase((running) => {
  const file = (filename = 'every.bin', content: Uint8Array = everyByte): Promise<TestRecord> =>
    uploaded(running.space, filename, content);
  const namesOf = (headers: Headers, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, headers.get(name)]));

  it('answers content that is saved and never shown', async () => {
    const { space } = running;
    const { url } = await file('page.html', Buffer.from('<script>alert(1)</script>'));
    const { status, headers } = await download(space, url);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html',
      'content-length': '25',
      'content-disposition': 'attachment; filename="page.html"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache, no-transform',
      'accept-ranges': 'bytes',
      'x-request-id': expect.any(String),
    });
  });

  it.each([
    ['../../etc/passwd', 'attachment; filename="passwd"'],
    ['..\\..\\boot.ini', 'attachment; filename="boot.ini"'],
    ['/etc/', 'attachment; filename="file"'],
    ['..', 'attachment; filename="file"'],
    ['a"; filename="b.exe', 'attachment; filename="a\\"; filename=\\"b.exe"'],
    ['100 %.txt', 'attachment; filename="100 %.txt"'],
    ['Größe (1).txt', `attachment; filename="Gro_e (1).txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.txt`],
    ['見積書.pdf', 'attachment; filename="___.pdf"; filename*=UTF-8\'\'%E8%A6%8B%E7%A9%8D%E6%9B%B8.pdf'],
    ['invoice\u202Efdp.exe', 'attachment; filename="invoicefdp.exe"'],
    ['a\u0001\u007fb\tc.txt', 'attachment; filename="abc.txt"'],
  ])('gives %j a name that leads nowhere', async (filename, disposition) => {
    const { server, space } = running;
    const { url, filename: kept } = await file(filename);
    expect(kept).toBe(filename);
    expect((await download(space, url)).headers.get('content-disposition')).toBe(disposition);
    for (const name of filesOf(server, space.id)) expect(name).toMatch(/^[0-9a-f]{40}$/);
  });

  it('answers 304 to who has the content, until it is another', async () => {
    const { space } = running;
    const { id, url } = await file();
    const tag = (await download(space, url)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const known = await download(space, url, { 'if-none-match': `W/${tag}, "x"` });
    expect({ status: known.status, bytes: known.bytes.length }).toEqual({ status: 304, bytes: 0 });
    expect(known.headers.get('etag')).toBe(tag);
    await space.update('CloudObjects', id, { filename: 'renamed.bin' });
    expect((await download(space, url, { 'if-none-match': tag })).status).toBe(304);
    await space.update('CloudObjects', id, { content: everyByte.toString('base64') });
    expect((await download(space, url, { 'if-none-match': tag })).status).toBe(200);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=250-', 250, 256],
    ['bytes=-6', 250, 256],
    ['bytes=-1000', 0, 256],
    ['bytes=200-9999', 200, 256],
    ['bytes=255-255', 255, 256],
  ])('answers the part %s', async (range, first, end) => {
    const { space } = running;
    const { url } = await file();
    const part = await download(space, url, { range });
    expect(part.status).toBe(206);
    expect(namesOf(part.headers, ['content-range', 'content-length', 'content-type'])).toEqual({
      'content-range': `bytes ${first}-${end - 1}/256`,
      'content-length': String(end - first),
      'content-type': 'application/octet-stream',
    });
    expect(part.bytes.equals(everyByte.subarray(first, end))).toBe(true);
  });

  it.each(['bytes=0-1,5-6', 'bytes=9-3', 'bytes=-', 'bytes=x-', 'lines=0-1', 'bytes=0-9 '.repeat(3)])(
    'answers all to the range %s',
    async (range) => {
      const { space } = running;
      const { url } = await file();
      const whole = await download(space, url, { range });
      expect({ status: whole.status, bytes: whole.bytes.length }).toEqual({ status: 200, bytes: 256 });
    },
  );

  it('416 for a part behind the end', async () => {
    const { space } = running;
    const { url } = await file();
    for (const range of ['bytes=256-', 'bytes=1000-2000', 'bytes=-0']) {
      const part = await download(space, url, { range });
      expect(part.status).toBe(416);
      expect(part.headers.get('content-range')).toBe('bytes */256');
      expect(JSON.parse(part.bytes.toString())).toMatchObject({ code: 9015, name: 'ERROR_RANGE', success: false });
    }
  });

  it('answers the part only of the content that the caller has the rest of', async () => {
    const { space } = running;
    const { url } = await file();
    const tag = (await download(space, url)).headers.get('etag') ?? '';
    const range = 'bytes=0-9';
    expect((await download(space, url, { range, 'if-range': tag })).status).toBe(206);
    expect((await download(space, url, { range, 'if-range': '"other"' })).status).toBe(200);
  });

  it('answers HEAD without the content', async () => {
    const { space } = running;
    const { url } = await file();
    const head = await download(space, url, {}, 'HEAD');
    expect({ status: head.status, bytes: head.bytes.length }).toEqual({ status: 200, bytes: 0 });
    expect(head.headers.get('content-length')).toBe('256');
    expect(head.headers.get('etag')).toBe((await download(space, url)).headers.get('etag'));
  });

  it('leaves JSON as it is, for who takes it compressed as well', async () => {
    const { space } = running;
    const content = Buffer.from(JSON.stringify(Array.from({ length: 5_000 }, (_, place) => ({ place }))));
    const { url } = await file('list.json', content);
    const whole = await download(space, url, { 'accept-encoding': 'gzip' });
    expect(namesOf(whole.headers, ['content-encoding', 'content-type', 'content-length'])).toEqual({
      'content-encoding': null,
      'content-type': 'application/json',
      'content-length': String(content.length),
    });
    const part = await download(space, url, { 'accept-encoding': 'gzip', range: 'bytes=5-9' });
    expect(part.bytes.toString()).toBe(content.subarray(5, 10).toString());
  });

  it('404 for deleted files, until they are restored; for other spaces; for what is not an id', async () => {
    const { server, space } = running;
    const other = await server.newSpace('neighbour');
    const { id, url } = await file();
    expect((await other.send('GET', `CloudObjects/${id}/content`)).status).toBe(404);
    const asOther = { authorization: other.authorization };
    expect((await download(space, url, asOther)).status).toBe(401);
    expect((await download(space, url, { authorization: '' })).status).toBe(401);
    expect((await download(space, url, { authorization: space.readOnlyAuthorization })).status).toBe(200);
    await space.delete('CloudObjects', id);
    const gone = await space.send('GET', `CloudObjects/${id}/content`);
    expect({ status: gone.status, code: gone.body.code }).toEqual({ status: 404, code: 9003 });
    for (const wrong of ['none', '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a99', '..%2F..%2Fetc%2Fpasswd']) {
      expect((await space.send('GET', `CloudObjects/${wrong}/content`)).status).toBe(404);
    }
  });

  it.runIf(process.platform === 'linux')('closes the file when the caller goes away', async () => {
    const { server, space } = running;
    const { url } = await file('film.bin', manyBytes(900_000));
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`).startsWith(`${server.config.dataDir}/files/`);
        } catch {
          return false;
        }
      });
    await new Promise<void>((resolve) => {
      const got = request(String(url), { headers: { authorization: space.authorization } }).end();
      got.on('error', () => {});
      got.on('response', (answer) => {
        answer.on('error', () => {});
        answer.once('data', () => {
          got.destroy();
          resolve();
        });
      });
    });
    for (let tries = 0; tries < 100 && openFiles().length > 0; tries++) await delay(20);
    expect(openFiles()).toEqual([]);
    expect(server.failures).toEqual([]);
  });

  it('shows the address under which the service was called', async () => {
    const { space } = running;
    const { id, url } = await file('a.txt', text);
    const port = new URL(space.origin).port;
    const shown = await fetch(`http://localhost:${port}${new URL(String(url)).pathname.replace('/content', '')}`, {
      headers: { authorization: space.authorization },
    });
    const { data } = (await shown.json()) as { data: { url: string } };
    expect(data.url).toBe(`http://localhost:${port}/api/v100/rest/spaces/acme/entities/CloudObjects/${id}/content`);
  });
});
