/** The watch over answers sees what no document declares. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { DeclaredAnswers } from './declared-answers.js';

const list = '/api/v100/rest/spaces/acme/entities/Contacts';

async function problemsOf(path: string, listener: RequestListener): Promise<string[]> {
  const answers = new DeclaredAnswers();
  const http = createServer(answers.watch(listener));
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  await (await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`)).text();
  await new Promise((closed) => http.close(closed));
  return [...(await answers.problems())];
}

const json =
  (status: number, body: unknown, type = 'application/json'): RequestListener =>
  (_request, response) => {
    response.statusCode = status;
    response.setHeader('content-type', type).end(JSON.stringify(body));
  };

const pageInfo = { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false };

describe('an answer', () => {
  it('that the document declares is not a problem', async () => {
    expect(await problemsOf(list, json(200, { success: true, page_info: pageInfo, data: [] }))).toEqual([]);
  });

  it.each([
    ['status 418 is not declared', list, json(418, {})],
    ['media type "text/plain" is not declared', list, json(200, {}, 'text/plain')],
    ["must have required property 'data'", list, json(200, { success: true, page_info: pageInfo })],
    ["must have required property 'id'", list, json(200, { success: true, page_info: pageInfo, data: [{}] })],
    ['no document knows this address', '/api/v100/rest/spaces/acme/entity/Contacts', json(200, {})],
    ['no document knows this address', '/rest_services/v1/acme/Contacts/1/2', json(200, [])],
  ])('is a problem: %s', async (problem, path, listener) => {
    expect((await problemsOf(path, listener)).join()).toContain(problem);
  });

  it('that load-only has cut may lack members, but not have others than declared', async () => {
    const cut = { success: true, page_info: pageInfo, data: [{ id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' }] };
    expect(await problemsOf(`${list}?load-only=id`, json(200, cut))).toEqual([]);
    expect(await problemsOf(list, json(200, cut))).not.toEqual([]);
  });
});
