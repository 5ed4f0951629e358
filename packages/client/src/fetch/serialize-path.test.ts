/** Path parameters, and those that would lead astray. */
import { expect, it } from 'vitest';
import { serializePath } from './serialize-path.js';

it('puts parameters in, encoded', () => {
  expect(serializePath('/entities/Contacts/{id}', { id: 'a/b c?$&' })).toBe('/entities/Contacts/a%2Fb%20c%3F%24%26');
  expect(serializePath('/entities/Contacts', {})).toBe('/entities/Contacts');
});

it.each([[undefined], [null], [''], ['.'], ['..']])('rejects %j', (id) => {
  expect(() => serializePath('/entities/Contacts/{id}', { id })).toThrow('path parameter "id"');
});
