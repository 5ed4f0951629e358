/**
 * Public files: anyone who knows the address gets the content, as long as it is public.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { TestRecord } from '../test-space.js';
import { everyByte, png, upload, uploaded } from './samples.js';

onOneDatabase((running) => {
  const publish = async (filename = 'logo.png'): Promise<TestRecord & { readonly public_url: string }> => {
    const answer = await upload(running.space, filename, png, { query: { is_public: true } });
    return (answer.body as { data: TestRecord & { public_url: string } }).data;
  };
  const open = async (address: string, method = 'GET') => {
    const answer = await fetch(address, { method });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('is open to everybody under an address that nobody guesses', async () => {
    const { server } = running;
    const { public_url: address } = await publish('Größe "1".png');
    expect(address).toMatch(/\/public\/acme\/[0-9a-f]{40}\/Gr%C3%B6%C3%9Fe%20%221%22\.png$/);
    expect(address.startsWith(`${server.origin}/public/`)).toBe(true);
    const { status, headers, bytes } = await open(address);
    expect(status).toBe(200);
    expect(bytes.equals(png)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, no-cache, no-transform',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    const tag = headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await fetch(address, { headers: { range: 'bytes=0-3' } })).status).toBe(206);
    expect((await open(address, 'HEAD')).headers.get('content-length')).toBe(String(png.length));
    expect((await open(address.replace(/[^/]+$/, 'another-name'))).status).toBe(200);
  });

  it('closes when it is no longer public, and opens under another address', async () => {
    const { space } = running;
    const { id, public_url: address } = await publish();
    expect(await space.update('CloudObjects', id, { is_public: false })).toMatchObject({ public_url: null });
    const closed = await open(address);
    expect(closed.status).toBe(404);
    expect(JSON.parse(closed.bytes.toString())).toMatchObject({ code: 9003, success: false });
    const again = await space.update('CloudObjects', id, { is_public: true });
    expect(again.public_url).not.toBe(address);
    expect((await open(address)).status).toBe(404);
    expect((await open(String(again.public_url))).status).toBe(200);
  });

  it('keeps its address when name or content change', async () => {
    const { space } = running;
    const { id, public_url: address } = await publish();
    const changed = await space.update('CloudObjects', id, {
      filename: 'new name.bin',
      content: everyByte.toString('base64'),
    });
    expect(changed.public_url).toBe(address.replace('logo.png', 'new%20name.bin'));
    expect((await open(address)).bytes.equals(everyByte)).toBe(true);
    expect(await space.get('CloudObjects', id)).toMatchObject({ public_url: changed.public_url });
  });

  it('404 when it is deleted', async () => {
    const { space } = running;
    const { id, public_url: address } = await publish();
    await space.delete('CloudObjects', id);
    expect((await open(address)).status).toBe(404);
  });

  it('404 for other spaces, wrong keys, and files that are not public', async () => {
    const { server, space } = running;
    await server.newSpace('elsewhere');
    const { public_url: address } = await publish();
    await uploaded(space, 'secret.png', png);
    const wrong = [
      address.replace('/public/acme/', '/public/elsewhere/'),
      address.replace('/public/acme/', '/public/nowhere/'),
      address.replace(/[0-9a-f]{40}/, 'f'.repeat(40)),
      address.replace(/[0-9a-f]{40}/, '..%2f..%2f..%2fheadwater.sqlite'),
      address.replace(/[0-9a-f]{40}/, 'null'),
      `${server.origin}/public/acme/`,
    ];
    for (const one of wrong) expect((await open(one)).status).toBe(404);
  });

  it('can be read only', async () => {
    const { public_url: address } = await publish();
    const answer = await open(address, 'DELETE');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('is found by its public address', async () => {
    const { space } = running;
    const { id, public_url: address } = await publish();
    const found = await space.list('CloudObjects', { 'filter[public_url]': address });
    expect(found.data.map((record) => record.id)).toEqual([id]);
  });
});
