/** The published contracts: complete, with the server's own address, sent no more often than needed. */
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

beforeAll(async () => {
  site = await RunningSite.start();
});

afterAll(() => site.close());

const spaceContract = `/api/v100/rest/spaces/${space}/openapi.json`;

describe('the public contracts', () => {
  it.each([
    ['/openapi/v100.json', v100Document],
    ['/openapi/v1.json', v1Document],
  ])('%s is the document with the address of this server', async (path, document) => {
    const { headers, text } = await site.ask(path);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const [server] = document.servers;
    expect(JSON.parse(text)).toEqual({ ...document, servers: [{ ...server, url: `${site.origin}${server?.url}` }] });
  });

  it('name the host that was asked, and forget hosts that are made up', async () => {
    const serverOf = async (host: string) => {
      const { text } = await site.ask('/openapi/v1.json', { headers: { host } });
      return JSON.parse(text).servers[0].url;
    };
    const hosts = Array.from({ length: 20 }, (_, index) => `host-${index}.example.com:8080`);
    for (const host of [...hosts, ...hosts]) expect(await serverOf(host)).toBe(`http://${host}/rest_services/v1`);
    expect(await serverOf('a"b')).toBe('http://localhost/rest_services/v1');
  });

  it.each(['br', 'gzip', undefined])('come as %s, with a tag of their own', async (encoding) => {
    const asked = { headers: encoding === undefined ? {} : { 'accept-encoding': `deflate, ${encoding}` } };
    const { headers, bytes, text } = await site.ask('/openapi/v100.json', asked);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' });
    expect(JSON.parse(text)).toHaveProperty('paths');
    expect(bytes.length < text.length / 8).toBe(encoding !== undefined);
    const tag = headers.etag ?? '';
    expect(tag).toMatch(encoding === undefined ? /^"[\w-]{22}"$/ : new RegExp(`^"[\\w-]{22}-${encoding}"$`));
    const known = await site.ask('/openapi/v100.json', { headers: { ...asked.headers, 'if-none-match': tag } });
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, tag]);
  });

  it('of GraphQL is sent like the others', async () => {
    const asked = { 'accept-encoding': 'br' };
    const { headers, text } = await site.ask('/graphql/schema.graphql', { headers: asked });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/plain; charset=utf-8' });
    expect(text).toContain('type Query');
    const known = { headers: { ...asked, 'if-none-match': headers.etag } };
    expect((await site.ask('/graphql/schema.graphql', known)).status).toBe(304);
  });

  it('are sent again to those who have another one', async () => {
    const { status } = await site.ask('/openapi/v100.json', { headers: { 'if-none-match': '"x"' } });
    expect(status).toBe(200);
  });
});

describe('the contract of a space', () => {
  it('is the document with the space as its server', async () => {
    const { headers, text } = await site.askSpace(spaceContract);
    expect(headers['cache-control']).toBe('private, no-cache');
    const server = { url: `${site.origin}/api/v100/rest/spaces/${space}`, description: `The space ${space}.` };
    expect(JSON.parse(text)).toEqual({ ...v100Document, servers: [server] });
  });

  it('comes compressed, and not at all to those who have it', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const first = await site.askSpace(spaceContract, { headers });
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(/^W\/"/) });
    const again = { headers: { ...headers, 'if-none-match': first.headers.etag } };
    expect((await site.askSpace(spaceContract, again)).status).toBe(304);
  });

  it('is for its own keys only', async () => {
    for (const path of [spaceContract, spaceContract.replace(space, 'other')]) {
      const { status, headers } = await site.ask(path);
      expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="restapi"']);
    }
    expect((await site.askSpace(spaceContract.replace(space, 'other'))).status).toBe(401);
  });

  it('can only be read', async () => {
    const { status, headers, text } = await site.askSpace(spaceContract, { method: 'PUT' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toMatchObject({ name: 'ERROR_METHOD_NOT_ALLOWED', success: false });
  });
});
