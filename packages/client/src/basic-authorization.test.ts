/** The Authorization header, against what the standard and other implementations give. */
import { expect, it } from 'vitest';
import { basicAuthorization } from './basic-authorization.js';

it('gives the example of RFC 7617 for UTF-8', () => {
  expect(basicAuthorization('test', '123£')).toBe('Basic dGVzdDoxMjPCow==');
});

it('carries every text through', () => {
  const password = 'pä:ss wörd €😀';
  const decoded = Buffer.from(basicAuthorization('tökén', password).slice('Basic '.length), 'base64').toString('utf8');
  expect(decoded).toBe(`tökén:${password}`);
});
