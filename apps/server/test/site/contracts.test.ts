/** The published contracts: complete, with the server's own address, sent no more often than needed. */
import { type EntityType, entityTypes } from '@headwater/catalog';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

beforeAll(async () => {
  site = await RunningSite.start();
});

afterAll(() => site.close());

const entityNames: ReadonlySet<string> = new Set((entityTypes as readonly EntityType[]).map(({ name }) => name));
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

describe('the contracts without expanded records', () => {
  type Schema = Readonly<Record<string, unknown>>;
  const read = async (path: string) => JSON.parse((await site.askSpace(path)).text) as typeof v100Document;
  const schemasOf = (document: typeof v100Document) => document.components.schemas as Readonly<Record<string, Schema>>;

  it.each(['/openapi/v100.json', spaceContract])('%s refers to no record of another one', async (path) => {
    const document = await read(`${path}?expand=false`);
    const schemas = schemasOf(document);
    expect(Object.keys(schemas)).toEqual(Object.keys(schemasOf(v100Document)));
    for (const { name } of entityTypes as readonly EntityType[]) {
      const references = JSON.stringify(schemas[name]).match(/(?<=schemas\/)\w+/g) ?? [];
      expect([name, references.filter((one) => entityNames.has(one))]).toEqual([name, []]);
    }
    expect(JSON.stringify(document)).not.toContain('parameters/Expand"');
    expect(document.components.parameters).not.toHaveProperty('Expand');
  });

  it('hold for answers, and with load-only for those that it cuts', async () => {
    const rest = `/api/v100/rest/spaces/${space}/entities`;
    const ofClient = async (path: string, query: string) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const { components } = await read(`${path}?${query}`);
      ajv.addSchema({ $id: 'document', components });
      return ajv.compile({ $ref: 'document#/components/schemas/Client' });
    };
    const record = async (query: string) =>
      (JSON.parse((await site.askSpace(`${rest}/Clients?first=1&${query}`)).text) as { data: Schema[] }).data[0];
    for (const path of ['/openapi/v100.json', spaceContract]) {
      const [whole, cut] = [await ofClient(path, 'expand=false'), await ofClient(path, 'expand=false&load-only=true')];
      expect([whole(await record('')), cut(await record(''))]).toEqual([true, true]);
      const short = await record('load-only=email');
      expect([whole(short), cut(short), cut({ email: 5, id: short?.id }), cut({ email: null })]).toEqual([
        ...[false, true, false, false],
      ]);
    }
  });

  it.each(['/openapi/v100.json', spaceContract])('%s knows no other variants', async (path) => {
    const { status, text } = await site.askSpace(`${path}?expand=no`);
    expect([status, JSON.parse(text).message]).toEqual([400, '"expand" of a document is true or false.']);
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
