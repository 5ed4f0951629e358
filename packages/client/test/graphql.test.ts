/** GraphQL documents run by the real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  createClient,
  ParameterError,
  PartialAnswerError,
  PermissionError,
  ValidationError,
} from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

const unknownId = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
const createContact = 'mutation ($input: ContactCreateInput!) { createContact(input: $input) { id revision } }';

let server: RealServer;

beforeAll(async () => {
  server = await startRealServer('graph');
});
afterAll(() => server.close());

interface Created {
  readonly createContact: { readonly id: string; readonly revision: number };
}

async function create(lastName: string) {
  const input = { lastName, ownerId: server.ownerId };
  return (await server.client.graphql<Created>(createContact, { input })).createContact;
}

/** Why a promise rejected. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
}

describe('graphql', () => {
  it('writes and reads records', async () => {
    const { id } = await create('Okafor');
    const document =
      'query ($id: UUID!) { contact(id: $id) { lastName owner { id } } nobody: contact(id: "UNKNOWN") { id } }';
    expect(await server.client.graphql(document.replace('UNKNOWN', unknownId), { id })).toEqual({
      contact: { lastName: 'Okafor', owner: { id: server.ownerId } },
      nobody: null,
    });
  });

  it('runs the operation that is named', async () => {
    const document = 'query A { a: __typename } query B { b: __typename }';
    expect(await server.client.graphql(document, {}, { operationName: 'B' })).toEqual({ b: 'Query' });
  });

  it('ends with its signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(server.client.graphql('{ __typename }', {}, { signal })).rejects.toThrow('enough');
  });
});

describe('errors', () => {
  it('401 and 403 are those of REST', async () => {
    const { url: baseUrl, space, credentials } = server;
    const stranger = createClient({ baseUrl, space, ...credentials, password: 'wrong' });
    expect(await errorOf(stranger.graphql('{ __typename }'))).toBeInstanceOf(AuthenticationError);
    const input = { lastName: 'Okafor', ownerId: server.ownerId };
    const rejected = await errorOf(server.reader.graphql(createContact, { input }));
    expect(rejected).toBeInstanceOf(PermissionError);
    expect(rejected).toMatchObject({ problems: [{ path: ['createContact'], codeName: 'ERROR_FORBIDDEN' }] });
  });

  it('422: every error of a record, by its member', async () => {
    const input = { ownerId: unknownId, lastName: 'x'.repeat(100_000) };
    const error = await errorOf(server.client.graphql(createContact, { input }));
    expect(error).toBeInstanceOf(ValidationError);
    if (!(error instanceof ValidationError)) return;
    expect(error).toMatchObject({ code: 40000, entityName: 'Contact', problems: [{ path: ['createContact'] }] });
    expect(error.messagesOf('ownerId')).toEqual([expect.stringContaining(unknownId)]);
    expect(error.messagesOf('lastName')).toHaveLength(1);
  });

  it('409: a revision that is not the last one', async () => {
    const { id, revision } = await create('Okafor');
    const document = `mutation ($id: UUID!, $revision: Int) {
      updateContact(id: $id, revision: $revision, input: { city: "Leeds" }) { city }
    }`;
    await server.client.graphql(document, { id, revision });
    expect(await errorOf(server.client.graphql(document, { id, revision }))).toMatchObject({
      name: 'ConflictError',
      status: 409,
      codeName: 'ERROR_REVISION_CONFLICT',
    });
  });

  it('400: a document that does not fit the schema, a variable, an argument', async () => {
    const wrong = [
      server.client.graphql('{ contacts { nodes { lastname } } }'),
      server.client.graphql('query ($id: UUID!) { contact(id: $id) { id } }', { id: 7 }),
      server.client.graphql('{ contacts(first: 0) { nodes { id } } }'),
    ];
    const errors = await Promise.all(wrong.map(errorOf));
    for (const error of errors) expect(error).toBeInstanceOf(ParameterError);
    expect(errors[0]).toMatchObject({ message: expect.stringContaining('lastName'), problems: [{ path: null }] });
    expect(errors[2]).toMatchObject({ code: 117, problems: [{ path: ['contacts'], at: 'first' }] });
  });

  it('leave what could be had within reach', async () => {
    const document = `query ($id: UUID!) {
      clients(first: 1) { nodes { id } }
      contact(id: $id) { accountRelations(after: "nonsense") { nodes { id } } }
    }`;
    const error = await errorOf(server.client.graphql(document, { id: unknownId }));
    expect(error).toBeInstanceOf(PartialAnswerError);
    expect(error).toMatchObject({
      data: { clients: { nodes: [{ id: server.ownerId }] }, contact: null },
      problems: [{ path: ['contact'], code: 117, at: 'after' }],
    });
  });
});
