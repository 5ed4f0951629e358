/**
 * What goes wrong inside: each REST API answers 500 in its own shape, says nothing of what it was, and reports it.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from './fixture.js';

onOneDatabase((running) => {
  it.each([
    ['/api/v100/rest/spaces/acme/entities/Contacts', ['code', 'name', 'message', 'http_status', 'success']],
    ['/rest_services/v1/acme/Contacts', ['errorcode', 'message']],
  ])('%s', async (path, members) => {
    const { server, space } = running;
    server.failures.length = 0;
    const failure = new Error('secret detail');
    server.onStatement = ({ text }) => {
      if (text.includes('"contacts"')) throw failure;
    };
    const answer = await fetch(server.origin + path, { headers: { Authorization: space.authorization } });
    server.onStatement = () => {};
    const body = (await answer.json()) as Record<string, unknown>;
    expect(answer.status).toBe(500);
    expect(Object.keys(body)).toEqual(members);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(body.message).toContain(answer.headers.get('X-Request-Id'));
    expect(server.failures).toEqual([failure]);
  });
});
