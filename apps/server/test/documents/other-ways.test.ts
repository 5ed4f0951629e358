/**
 * Content that comes in the other writes that there are: batches, upserts, GraphQL and REST v1.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { TestRecord } from '../test-space.js';
import { download, everyByte, filesOf, pdf, png, text, uploaded } from './samples.js';

onOneDatabase((running) => {
  const base64 = (content: Buffer) => content.toString('base64');
  const contentOf = async (id: string) => {
    const { entities } = running.space;
    return (await download(running.space, `${entities}/CloudObjects/${id}/content`)).bytes;
  };
  const change = (body: unknown, rollback: 0 | 1) =>
    running.space.send('POST', 'CloudObjects/batch-modify', { body, query: { 'rollback-method': rollback } });

  it('is made and replaced in batches', async () => {
    const { server, space } = running;
    const old = await uploaded(space, 'old.txt', text);
    const before = filesOf(server, space.id);
    const answer = await change(
      [
        { filename: 'a.pdf', type: 1, content: base64(pdf) },
        { filename: 'elsewhere.txt', type: 8, url: 'https://files.example.com/a' },
        { id: old.id, content: base64(png) },
      ],
      0,
    );
    expect(answer.status).toBe(200);
    const { data: files } = await space.list('CloudObjects', { 'filter[filename]': 'a.pdf' });
    expect((await contentOf(files[0]?.id ?? '')).equals(pdf)).toBe(true);
    expect((await contentOf(old.id)).equals(png)).toBe(true);
    expect(filesOf(server, space.id)).toHaveLength(before.length + 1);
  });

  it.each([
    [0, 422, 0],
    [1, 200, 1],
  ] as const)(
    'leaves nothing behind of items that are rejected (rollback-method %i)',
    async (rollback, status, made) => {
      const { server, space } = running;
      const old = await uploaded(space, 'old.txt', text);
      const before = filesOf(server, space.id);
      const answer = await change(
        [
          { filename: 'b.pdf', type: 1, content: base64(pdf) },
          { id: old.id, content: base64(png), filename: '' },
          { filename: 'c.pdf', type: 1, content: 'no base64' },
        ],
        rollback,
      );
      expect(answer.status).toBe(status);
      expect((await contentOf(old.id)).equals(text)).toBe(true);
      const after = filesOf(server, space.id);
      expect(after).toHaveLength(before.length + made);
      expect(before.filter((name) => !after.includes(name))).toEqual([]);
    },
  );

  it('is upserted', async () => {
    const { server, space } = running;
    const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8b01';
    const put = (content: Buffer) =>
      space.send('PUT', `CloudObjects/by/id/${id}`, { body: { filename: 'a.bin', type: 1, content: base64(content) } });
    expect((await put(everyByte)).status).toBe(201);
    const before = filesOf(server, space.id);
    expect((await put(png)).status).toBe(200);
    expect((await contentOf(id)).equals(png)).toBe(true);
    expect(filesOf(server, space.id)).toHaveLength(before.length);
  });

  it('is sent again without being stored twice', async () => {
    const { server, space } = running;
    const sent = {
      body: { filename: 'once.pdf', type: 1, content: base64(pdf) },
      headers: { 'idempotency-key': 'a file' },
    };
    const first = await space.send('POST', 'CloudObjects', sent);
    const before = filesOf(server, space.id);
    const second = await space.send('POST', 'CloudObjects', sent);
    expect(second.body).toEqual(first.body);
    expect(filesOf(server, space.id)).toEqual(before);
  });

  it('comes through GraphQL', async () => {
    const { space } = running;
    const query = `mutation ($input: CloudObjectCreateInput!) {
      createCloudObject(input: $input) { id url size mimeType publicUrl }
    }`;
    const input = { filename: 'a.png', type: 1, content: base64(png), isPublic: true };
    const answer = await fetch(`${space.origin}/api/v100/graphql/spaces/${space.id}`, {
      method: 'POST',
      headers: { authorization: space.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { data } = (await answer.json()) as { data: { createCloudObject: Record<string, unknown> } };
    const { id, url, publicUrl } = data.createCloudObject;
    expect(data.createCloudObject).toMatchObject({ size: png.length, mimeType: 'image/png' });
    expect(url).toBe(`${space.entities}/CloudObjects/${String(id)}/content`);
    expect((await download(space, url)).bytes.equals(png)).toBe(true);
    expect((await fetch(String(publicUrl))).status).toBe(200);
  });

  it('comes through REST v1', async () => {
    const { space } = running;
    const base = `${space.origin}/rest_services/v1/${space.id}/CloudObjects`;
    const headers = { authorization: space.authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ FILENAME: 'a.txt', TYPE: 1, CONTENT: base64(text) });
    const made = await fetch(base, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    const { data } = await space.list('CloudObjects', { 'order-by': '-created', first: 1 });
    const [record] = data as readonly TestRecord[];
    expect((await contentOf(record?.id ?? '')).equals(text)).toBe(true);
    const shown = await fetch(made.headers.get('location') ?? '', { headers });
    expect(await shown.json()).toMatchObject({ URL: record?.url, SIZE: text.length });
  });
});
