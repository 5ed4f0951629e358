/** Documents that are stored on the server and named by their ids: read at the start, run in place of sent ones, or alone. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DocumentsError } from '../../src/api/graphql/documents/documents-error.js';
import { readDocuments } from '../../src/api/graphql/documents/read-documents.js';
import { GraphqlServer } from './graphql-server.js';

const folders: string[] = [];

/** @returns a folder with these files */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(inject('testFolder'), 'documents-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const clients = 'query Clients ($n: Int) { clients(first: $n) { totalCount } }\n';
const removal = 'mutation { deleteAccount(id: "00000000-0000-0000-0000-000000000001") }';
const answer = { data: { clients: { totalCount: 1 } } };
const byHash = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(text) } } });

async function send(server: GraphqlServer, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: {
      Authorization: server.authorization,
      Accept: 'application/graphql-response+json',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

function get(server: GraphqlServer, parameters: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`${server.url}?${new URLSearchParams(parameters)}`, {
    headers: { Authorization: server.authorization, Accept: 'application/graphql-response+json' },
  });
}

const rejected = (status: number, code: string, message: unknown) => ({
  status,
  body: { errors: [{ message, extensions: { code } }] },
});

describe('beside other documents', () => {
  let server: GraphqlServer;
  beforeAll(async () => {
    const documents = folderWith({ 'lists/clients.graphql': clients, 'removal.gql': removal, 'notes.txt': '{' });
    server = await GraphqlServer.start('sqlite', { documents });
  });
  afterAll(() => server.close());

  it.each([
    ['the path of its file', { documentId: 'lists/clients' }],
    ['the hash of its text', { documentId: `sha256:${hashOf(clients)}` }],
    ['the hash alone', { documentId: hashOf(clients) }],
    ['the hash as automatic persisted queries have it', byHash(clients)],
  ])('one is named by %s', async (_by, named) => {
    expect(await send(server, { ...named, variables: { n: 1 } })).toEqual({ status: 200, body: answer });
  });

  it('one is named by GET', async () => {
    const { extensions } = byHash(clients);
    for (const named of [{ documentId: 'lists/clients' }, { extensions: JSON.stringify(extensions) }]) {
      const response = await get(server, { ...named, variables: '{"n":1}' } as Record<string, string>);
      expect([response.status, await response.json()]).toEqual([200, answer]);
    }
  });

  it('one that writes is rejected by GET', async () => {
    const response = await get(server, { documentId: 'removal' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('an unknown one is requested in full, and then runs', async () => {
    const query = '{ clients { totalCount } }';
    const unknown = rejected(400, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
    expect(await send(server, byHash(query))).toEqual(unknown);
    expect(await send(server, { query, ...byHash(query) })).toEqual({ status: 200, body: answer });
    // Nothing is learned from it: another process would not know.
    expect(await send(server, byHash(query))).toEqual(unknown);
    expect(await send(server, { documentId: 'nope' })).toEqual(unknown);
  });

  it('a request that names none gets an error', async () => {
    expect(await send(server, {})).toEqual(rejected(400, 'BAD_REQUEST', 'Must provide query string.'));
  });
});

describe('without other documents', () => {
  let server: GraphqlServer;
  beforeAll(async () => {
    const documents = join(folderWith({ 'documents.json': JSON.stringify({ a1b2: clients }) }), 'documents.json');
    server = await GraphqlServer.start('sqlite', { documents, onlyDocuments: true });
  });
  afterAll(() => server.close());

  it.each([['a1b2'], [hashOf(clients)]])('"%s" runs', async (documentId) => {
    expect(await send(server, { documentId })).toEqual({ status: 200, body: answer });
  });

  const onlyStored = rejected(
    403,
    'PERSISTED_QUERY_ONLY',
    'Only documents that are stored on the server run here. Name one by "documentId" or by "extensions.persistedQuery.sha256Hash", without "query".',
  );

  it.each([
    ['sent ones are rejected', { query: '{ clients { totalCount } }' }],
    ['sent ones with a known id are rejected', { query: '{ accounts { totalCount } }', documentId: 'a1b2' }],
    ['nothing at all is rejected', {}],
  ])('%s', async (_what, body) => {
    expect(await send(server, body)).toEqual(onlyStored);
  });

  it('sent ones are rejected by GET', async () => {
    const response = await get(server, { query: '{ clients { totalCount } }' });
    expect({ status: response.status, body: await response.json() }).toEqual(onlyStored);
  });
});

it('are not requested where there are none', async () => {
  const server = await GraphqlServer.start('sqlite');
  const words =
    'This server keeps no documents: send the text of the operation as "query". Its operator can store documents (HEADWATER_GRAPHQL_DOCUMENTS).';
  const code = 'PERSISTED_QUERY_NOT_SUPPORTED';
  expect(await send(server, { documentId: 'x' })).toEqual(rejected(400, code, words));
  const byTheirHash = { message: 'PersistedQueryNotSupported', extensions: { code, hint: words } };
  expect(await send(server, byHash(clients))).toEqual({ status: 400, body: { errors: [byTheirHash] } });
  await server.close();
});

describe('are rejected at the start', () => {
  it.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
    ['with an error of grammar', { 'a.graphql': 'query A {\n  }' }, '', /a\.graphql, line 2: Syntax Error/],
    ['without an operation', { 'a.graphql': 'fragment F on Client { id }' }, '', /a\.graphql: holds no query/],
    ['with one id for two', { 'a.graphql': '{ a }', 'a.gql': '{ b }' }, '', /another document has the id "a"/],
    ['when there are none', { 'a.txt': '{ a }' }, '', /holds no documents/],
    ['in another form', { 'a.json': '["{ a }"]' }, 'a.json', /must hold one JSON object/],
    ['in no form', { 'a.json': '{' }, 'a.json', /must hold one JSON object/],
    ['when they are not there', {}, 'nowhere', /nowhere cannot be read: ENOENT/],
  ])('%s', async (_how, files, path, message) => {
    const read = readDocuments(join(folderWith(files), path));
    await expect(read).rejects.toThrow(DocumentsError);
    await expect(read).rejects.toThrow(message);
  });
});
