import { expect, it } from 'vitest';
import { sentAgain } from './request.js';

const request = {
  method: 'POST',
  path: '/api/v100/graphql/spaces/acme',
  headers: {},
  body: '{"query":"{ a(b: \\"c\\") }"}',
};

it('sends another document each time, which means the same', () => {
  const sent = [0, 1, 2].map((time) => JSON.parse(String(sentAgain(request, time).body)).query);
  expect(sent).toEqual(['{ a(b: "c") }', '# 1\n{ a(b: "c") }', '# 2\n{ a(b: "c") }']);
});

it.each([
  { ...request, path: '/api/v100/rest/spaces/acme/entities/Accounts' },
  { ...request, body: '[' },
  { ...request, body: undefined },
])('leaves what is no document as it is: %j', (other) => {
  expect(sentAgain(other, 1)).toBe(other);
});
