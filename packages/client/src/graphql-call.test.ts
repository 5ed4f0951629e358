/** What `graphql` sends, how often, and what it makes of answers; as a bare server sees it. */
import { describe, expect, it, vi } from 'vitest';
import { hangUp, json, startScriptedServer } from '../test/scripted-server.js';
import { createClient } from './create-client.js';
import { ApiError, NotFoundError, PartialAnswerError, ValidationError } from './errors/api-errors.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';

const credentials = { space: 'a/b', token: 't', password: 'p' };
const answer = (data: unknown) => json(200, { data }, { 'Content-Type': 'application/graphql-response+json' });

async function against(...answers: Parameters<typeof startScriptedServer>) {
  const server = await startScriptedServer(...answers);
  return { seen: server.seen, client: createClient({ ...credentials, baseUrl: `${server.url}/below` }) };
}

/** Why a promise rejected. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
}

describe('graphql', () => {
  it('sends a document with its variables to the space, and gives its data', async () => {
    const { client, seen } = await against(answer({ account: null }));
    const document = 'query A($id: UUID!) { account(id: $id) { id } }';
    expect(await client.graphql(document, { id: 'x' }, { operationName: 'A' })).toEqual({ account: null });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/below/api/v100/graphql/spaces/a%2Fb',
        headers: {
          authorization: `Basic ${btoa('t:p')}`,
          accept: expect.stringMatching(/^application\/graphql-response\+json, application\/json/),
          'content-type': 'application/json',
        },
      },
    ]);
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ query: document, variables: { id: 'x' }, operationName: 'A' });
  });

  it('sends the text of a typed document', async () => {
    const { client, seen } = await against(answer({}));
    class TypedDocumentString extends String {
      override toString(): string {
        return 'fragment inside';
      }
    }
    await client.graphql(new TypedDocumentString('outside'));
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ query: 'fragment inside', variables: {} });
  });

  it('rejects a parsed document, and says what to do', async () => {
    const { client, seen } = await against(answer({}));
    const parsed = { kind: 'Document', definitions: [] } as unknown as string;
    await expect(client.graphql(parsed)).rejects.toThrow("documentMode: 'string'");
    expect(seen).toEqual([]);
  });

  it('shows its requests to middleware', async () => {
    const { client, seen } = await against(answer({}));
    client.use({ onRequest: ({ request }) => request.headers.set('X-Trace', '7') });
    await client.graphql('{ __typename }');
    expect(seen[0]?.headers['x-trace']).toBe('7');
  });

  it('ends with the signal of the caller', async () => {
    const { client } = await against(() => {});
    const signal = AbortSignal.timeout(50);
    await expect(client.graphql('{ __typename }', {}, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('repetition', () => {
  it('of a query: after no answer and after one that says "not now"', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, seen } = await against(hangUp, json(503, {}), answer({ ok: true }));
    expect(await client.graphql('query ($a: Int) { a(a: $a) }', { a: 1 })).toEqual({ ok: true });
    expect(seen.map(({ body }) => body)).toEqual(Array(3).fill(seen[0]?.body));
    vi.restoreAllMocks();
  });

  it.each(['mutation { deleteAccount(id: "x") }', '{ a } mutation B { b }', '# first\nmutation($id:UUID!){b(id:$id)}'])(
    'not of %j',
    async (document) => {
      const { client, seen } = await against(json(503, {}), answer({}));
      expect(await errorOf(client.graphql(document))).toMatchObject({ status: 503 });
      expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    },
  );
});

it('repeats a mutation that the server can know again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { client, seen } = await against(json(503, {}), answer({ a: 1 }));
  expect(await client.graphql('mutation { a }', {}, { idempotencyKey: 'k1' })).toEqual({ a: 1 });
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1']);
  vi.restoreAllMocks();
});

it('gives a mutation a key of its own, and repeats it where the server numbers revisions', async () => {
  const { client, seen } = await against(json(503, {}), json(200, {}, { 'Space-Revision': '7' }), answer({ a: 1 }));
  expect(await client.graphql('mutation { a }')).toEqual({ a: 1 });
  const [first, second] = seen
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers['idempotency-key']);
  expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), first]);
});

describe('an answer with errors', () => {
  const invalid = {
    message: 'The record is not valid.',
    path: ['createAccount'],
    extensions: {
      code: 'ERROR_ENTITY_VALIDATION',
      number: 40000,
      entityName: 'Account',
      entityId: 'e1',
      errors: [
        { code: 'ERROR_X', number: 1, message: 'whole', path: ['input'] },
        { code: 'ERROR_Y', number: 120, message: 'no such user', path: ['input', 'ownerId'] },
        { code: 'ERROR_Z', number: 2, message: 'no such contact', path: ['input', 'contactRelations', 1, 'contactId'] },
      ],
      fields: [{ name: 'ownerId', fieldId: 'f1', errors: [{ code: 'ERROR_Y', number: 120, message: 'no such user' }] }],
    },
  };

  it('and no data is an error of the class that its status has over REST', async () => {
    const { client } = await against(json(422, { errors: [invalid], data: null }));
    const error = await errorOf(client.graphql('mutation { createAccount { id } }'));
    expect(error).toBeInstanceOf(ValidationError);
    if (!(error instanceof ValidationError)) return;
    expect(error).toMatchObject({
      code: 40000,
      codeName: 'ERROR_ENTITY_VALIDATION',
      entityName: 'Account',
      entityId: 'e1',
    });
    expect(error.messagesOf('ownerId')).toEqual(['no such user']);
    expect(error.leaves).toMatchObject([
      { name: 'ERROR_X', code: 1, fieldName: null, fieldId: null, path: ['input'] },
      { fieldName: 'ownerId', fieldId: 'f1' },
      { fieldName: 'contactRelations.contactId', fieldId: null, path: ['input', 'contactRelations', 1, 'contactId'] },
    ]);
    expect(error.problems).toMatchObject([{ path: ['createAccount'], code: 40000, leaves: error.leaves }]);
  });

  it('of the language has its code and no path', async () => {
    const { client } = await against(
      json(400, { errors: [{ message: 'Syntax Error', extensions: { code: 'BAD_USER_INPUT' } }] }),
    );
    const error = await errorOf(client.graphql('{'));
    expect(error).toMatchObject({ name: 'ParameterError', status: 400, code: null, codeName: 'BAD_USER_INPUT' });
    expect(error).toMatchObject({ problems: [{ path: null, at: null, message: 'Syntax Error' }] });
  });

  it('and data is a PartialAnswerError, whose data is what could be had', async () => {
    const errors = [
      { message: 'no', path: ['a', 0, 'b'], extensions: { code: 'ERROR_RECORD_NOT_FOUND', number: 9003, at: 'a.id' } },
      { message: 'neither' },
    ];
    const { client } = await against(json(200, { data: { a: [{ b: null }], c: 1 }, errors }));
    const error = await errorOf(client.graphql('{ a { b } c }'));
    expect(error).toBeInstanceOf(PartialAnswerError);
    expect(error).toMatchObject({
      status: 200,
      message: 'no',
      codeName: 'ERROR_RECORD_NOT_FOUND',
      data: { a: [{ b: null }], c: 1 },
      problems: [
        { path: ['a', 0, 'b'], code: 9003, at: 'a.id' },
        { path: null, code: null, codeName: null, message: 'neither' },
      ],
    });
  });

  it('of a server that always answers 200 is an ApiError', async () => {
    const { client } = await against(json(200, { errors: [invalid] }));
    const error = await errorOf(client.graphql('{ a }'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status: 200, code: 40000 });
  });

  it('ahead of GraphQL has the shape of REST', async () => {
    const { client } = await against(json(404, { code: 9003, name: 'ERROR_RECORD_NOT_FOUND', message: 'no space' }));
    const error = await errorOf(client.graphql('{ a }'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 9003, problems: [] });
  });

  it.each([{}, { data: null }, { data: 7 }, { errors: [] }, [], 'text'])(
    'that is none is unexpected: %j',
    async (body) => {
      const { client } = await against(json(200, body));
      expect(await errorOf(client.graphql('{ a }'))).toBeInstanceOf(UnexpectedAnswerError);
    },
  );
});
